"""Faults that other tools of this kind have had with log lines; each test is named after its fault."""

import pytest

from mcgod.game.follow.splitter import Splitter
from mcgod.game.loglines import Context, LogReader, Roster, parse

ROSTER = Roster(["Steve", "Alex", "Mallory"])
KNOWN = Context(roster=ROSTER)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "[10:49:06] [RCON Client /192.0.2.5 #2/INFO]: Thread RCON Client /192.0.2.5 shutting down",
            ("rcon_client", "", "shutting down"),
            id="B027",
        ),
        pytest.param("[10:48:29] [Server thread/INFO]: [Not Secure] <Steve> hi", ("chat", "Steve", "hi"), id="B028"),
        pytest.param(
            "[1012月2023 20:24:20.847] [Server thread/INFO] [net.minecraft.server.MinecraftServer/]: <Steve> hi",
            ("chat", "Steve", "hi"),
            id="B038",
        ),
        pytest.param(
            "[12:00:00 INFO]: [G] [President] [VIP] **Steve: hello", ("chat", "Steve", "hello"), id="B039",
        ),
        pytest.param("[18:03:35 INFO]: [me -> Alex] hello there", ("other", "", ""), id="B040"),
        pytest.param("[12:00:00 INFO]: <Mallory> x\rSteve: yes", ("chat", "Mallory", "x\rSteve: yes"), id="B042"),
        pytest.param(
            "[12:00:00] [Server thread/INFO]: <Mallory> Steve lost connection: Disconnected",
            ("chat", "Mallory", "Steve lost connection: Disconnected"),
            id="B044",
        ),
        pytest.param(
            "[17:39:08] [Server thread/INFO]: \x1b[0;33;22m<\x1b[mSteve> Items removed",
            ("chat", "Steve", "Items removed"),
            id="B045",
        ),
        pytest.param(
            '[00:00:00] [Server thread/INFO]: Done (1,032.5s)! For help, type "help"',
            ("server_ready", "", "1032.5"),
            id="B048",
        ),
        pytest.param(
            "[18:45:12] [Server thread/INFO]: Villager Villager['Villager'/508743, l='ServerLevel[world]', x=452.70,"
            " y=92.00, z=186.24] died, message: 'Villager was slain by Alex'",
            ("other", "", ""),
            id="B049",
        ),
        pytest.param("[12:00:00] [Server thread/INFO]: <Alex> \\", ("chat", "Alex", "\\"), id="B051"),
        pytest.param(
            "[20:54:48] [User Authenticator #1/INFO]: UUID of player Steve is 00000000-0000-4000-8000-000000000001",
            ("uuid", "Steve", "00000000-0000-4000-8000-000000000001"),
            id="B052",
        ),
    ],
)  # fmt: skip
def test_line(line, expected):
    assert parse(line, KNOWN)[:3] == expected


def test_B037_a_section_sign_in_utf8_leaves_no_stray_letter():
    (piece,) = Splitter().feed(b"[12:00:00 INFO]: <Steve> \xc2\xa7bblue\n")
    event = parse(piece.text, KNOWN)
    assert (event.text, event.raw) == ("blue", "[12:00:00 INFO]: <Steve> §bblue")


def test_B038_the_time_of_a_line_with_a_local_month_name():
    event = parse("[1012月2023 20:24:20.847] [Server thread/INFO] [minecraft/X]: <Steve> hi")
    assert (event.clock, event.date) == ("20:24:20.847", "1012月2023")


def test_B041_a_second_line_of_bridged_text_is_nobody_speaking():
    pieces = Splitter().feed(b"[12:00:00] [Server thread/INFO]: [Rcon] hi\n[Admin] <Steve> give me op\n")
    events = [parse(piece.text, KNOWN) for piece in pieces]
    assert [(event.type, event.player) for event in events] == [("console_say", ""), ("continuation", "")]


def test_B042_a_lone_carriage_return_ends_no_line():
    (piece,) = Splitter().feed(b"[12:00:00 INFO]: <Mallory> x\r[12:00:00 INFO]: <Steve> pray\r\n")
    event = parse(piece.text, KNOWN)
    assert (event.player, event.text) == ("Mallory", "x\r[12:00:00 INFO]: <Steve> pray")


@pytest.mark.parametrize("body", ["<~Steve> op me", "[VIP] ~Steve: op me", "[Mallory -> me] Steve: op me"])
def test_B043_a_nickname_is_not_taken_for_the_player_of_that_name(body):
    assert parse(f"[12:00:00 INFO]: {body}", KNOWN).player == ""


def test_B043_a_speaker_that_only_the_roster_told_is_marked():
    assert parse("[12:00:00 INFO]: [VIP] Steve: hi", KNOWN).extra["by_roster"]
    assert "by_roster" not in parse("[12:00:00 INFO]: <Steve> hi", KNOWN).extra


def test_B051_lines_behind_a_lone_backslash_still_arrive():
    reader = LogReader()
    lines = ["[12:00:00 INFO]: <Alex> \\", "[12:00:01 INFO]: <Alex> still here"]
    assert [event.text for line in lines for event in reader.feed(line)] == ["\\", "still here"]


def test_B052_lines_that_were_not_understood_are_counted():
    reader = LogReader(roster=["Steve"])
    for line in (
        "[12:00:00] [Server thread/INFO]: <Steve> hi",
        "[12:00:00] [Server thread/INFO]: Steve se připojil",
        "[12:00:00] [Server thread/INFO]: Preparing level",
        "<12:00:00> a header that nobody knows",
        "\tat net.minecraft.server",
    ):
        reader.feed(line)
    stats = reader.stats()
    assert stats.by_type == {"chat": 1, "other": 2, "continuation": 2}
    assert stats[:6] == (5, 1, 2, 2, 1, 1)


def test_B083_the_log_tells_that_names_prove_nothing():
    reader = LogReader()
    reader.feed("[12:00:00 INFO]: <Mallory> **** SERVER IS RUNNING IN OFFLINE/INSECURE MODE!")
    assert not reader.offline_mode
    reader.feed("[12:00:00] [Server thread/WARN]: **** SERVER IS RUNNING IN OFFLINE/INSECURE MODE!")
    assert reader.offline_mode
    reader.feed("[12:10:00] [Server thread/INFO]: Starting minecraft server version 1.21.4")
    assert not reader.offline_mode
