"""A whole log: who comes and goes, what is learnt on the way, and what is kept private."""

from datetime import UTC, date

import pytest

from mcgod.game.loglines import Dater, LogReader

HEAD = "[12:00:{:02}] [Server thread/INFO]: "
LOGIN = "Steve[/192.0.2.10:40156] logged in with entity id 11 at (0.5, 64.0, 0.5)"
UUID = "[12:00:00] [User Authenticator #1/INFO]: UUID of player Steve is 00000000-0000-4000-8000-000000000001"


def read(*lines, reader=None, settle=True):
    """Feed bodies, a second apart, and return ``type player`` of each event, with a mark on inferred ones."""
    reader = reader or LogReader(dater=Dater(date(2026, 11, 30), zone=UTC))
    events = []
    for second, line in enumerate(lines):
        events += reader.feed(line if line.startswith("[12:") else HEAD.format(second) + line)
    events += reader.settle() if settle else []
    return [f"{event.type} {event.player}{'?' * event.extra.get('inferred', False)}".strip() for event in events]


def test_vanilla_order_gives_one_join_and_one_leave():
    assert read(UUID, LOGIN, "Steve joined the game", "Steve lost connection: Disconnected", "Steve left the game") == [
        "uuid Steve", "login Steve", "join Steve", "disconnect Steve", "leave Steve",
    ]  # fmt: skip


def test_paper_order_gives_one_join():
    assert read(UUID, "Steve joined the game", LOGIN) == ["uuid Steve", "join Steve", "login Steve"]


def test_B046_a_translated_join_text_does_not_hide_the_player():
    reader = LogReader()
    assert read(LOGIN, "Steve se připojil", "x", "x", reader=reader) == [
        "login Steve", "other", "join Steve?", "other", "other",
    ]  # fmt: skip
    assert reader.presence.online == {"Steve"}


def test_B047_join_and_leave_are_inferred_once_when_no_text_appears():
    assert read(UUID, LOGIN, "<Steve> hi", "Steve lost connection: Disconnected", "x", "x", "x") == [
        "uuid Steve", "login Steve", "join Steve?", "chat Steve", "disconnect Steve", "other", "leave Steve?",
        "other", "other",
    ]  # fmt: skip


def test_B047_a_text_that_comes_late_is_not_counted_again():
    lines = (
        LOGIN,
        "x",
        "x",
        "Steve joined the game",
        "Steve lost connection: Timed out",
        "x",
        "x",
        "Steve left the game",
    )
    assert read(*lines) == [
        "login Steve", "other", "join Steve?", "other", "other",
        "disconnect Steve", "other", "leave Steve?", "other", "other",
    ]  # fmt: skip


def test_what_is_owed_at_the_end_of_the_log_is_settled_once():
    reader = LogReader()
    assert read(LOGIN, reader=reader, settle=False) == ["login Steve"]
    assert [event.type for event in reader.settle()] == ["join"]
    assert reader.settle() == []


def test_a_player_who_logs_in_again_at_once_has_left_in_between():
    again = "Steve lost connection: You logged in from another location"
    assert read(LOGIN, "Steve joined the game", again, LOGIN, "Steve joined the game") == [
        "login Steve", "join Steve", "disconnect Steve", "leave Steve?", "login Steve", "join Steve",
    ]  # fmt: skip


def test_a_server_that_was_killed_has_lost_its_players_when_it_starts_again():
    start = "Starting minecraft server version 1.21.4"
    assert read("Alex joined the game", "Steve joined the game", start) == [
        "join Alex", "join Steve", "leave Alex?", "leave Steve?", "server_starting",
    ]  # fmt: skip


def test_a_refused_connection_is_neither_join_nor_leave():
    assert read(UUID, "Steve (/203.0.113.10:53024) lost connection: Disconnected", "x", "x", "x") == [
        "uuid Steve", "refused Steve", "other", "other", "other",
    ]  # fmt: skip


def test_the_roster_is_those_who_are_or_may_be_in_the_game():
    reader = LogReader()
    read(UUID, reader=reader)
    assert reader.roster.uuid("Steve") == "00000000-0000-4000-8000-000000000001"
    read("Steve (/203.0.113.10:53024) lost connection: Timed out", reader=reader)
    assert "Steve" not in reader.roster
    read(LOGIN, "Steve joined the game", "Steve (/203.0.113.10:53024) lost connection: name taken", reader=reader)
    assert "Steve" in reader.roster
    read("Steve left the game", reader=reader)
    assert len(reader.roster) == 0


def test_a_bedrock_player_is_known_from_the_notice_of_floodgate():
    notice = "[floodgate] Floodgate player logged in as .Cave Alex joined (UUID: 00000000-0000-0000-0009-000000000001)"
    assert read(notice, ".Cave Alex joined the game") == ["other", "join .Cave Alex"]


def test_a_server_that_marks_announcements_is_not_fooled_by_unmarked_ones():
    lines = ("System chat: Alex joined the game", "Steve joined the game", "Alex drowned", "System chat: Alex drowned")
    assert read(*lines) == ["join Alex", "other", "other", "death Alex"]


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("This server is running Paper version 1.21.4-232-main@12d8fe0", "paper"),
        ("This server is running CraftBukkit version 4366-Spigot-6d1d2f6", "spigot"),
        ("[12:00:00] [main/INFO]: Loading Minecraft 1.21.4 with Fabric Loader 0.16.10", "fabric"),
        ("[12:00:00 INFO]: Booting up Velocity 3.4.0...", "velocity"),
        ("Info: [07:57:27] Starting server...", "cuberite"),
        ("<Mallory> This server is running Paper version 1", ""),
    ],
)
def test_the_kind_of_server_is_found_out(line, kind):
    reader = LogReader()
    reader.feed(line if line[0] in "[I" else HEAD.format(0) + line)
    assert reader.kind == kind


def test_private_words_are_taken_out_unless_asked_for():
    lines = [
        "Alex issued server command: /msg Steve secret",
        "Alex issued server command: /essentials:r secret",
        "Alex issued server command: /login secret",
        "Alex issued server command: /msg",
        "Alex issued server command: /time set day",
        "[Essentials] CONSOLE issued server command: /tell Alex secret",
        "[me -> Alex] secret",
        "§7[§cme §7-> §cAlex§7]§r secret",
        "You whisper to Alex: secret",
    ]
    open_reader = LogReader(private=True)
    for line in lines:
        (kept,) = open_reader.feed(HEAD.format(0) + line)
        assert kept.raw.endswith(line)
        (event,) = LogReader().feed(HEAD.format(0) + line)
        assert "secret" not in event.raw + event.text
        assert (event.type, event.player) == (kept.type, kept.player)
        if "secret" in line:
            assert "[private]" in event.raw
        else:
            assert event == kept._replace(time=event.time)


def test_the_journal_record():
    reader = LogReader(dater=Dater(date(2026, 11, 30), zone=UTC))
    line = "[12:00:00] [Server thread/INFO]: [Not Secure] <Steve> §cpray"
    (event,) = reader.feed(line)
    assert event.to_json() == {
        "time": "2026-11-30T12:00:00.000Z",
        "source": "log",
        "type": "chat",
        "player": "Steve",
        "text": "pray",
        "raw": line,
        "signed": False,
    }
