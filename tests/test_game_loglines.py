"""One line in, one event out: every known shape of a log line, from every kind of server."""

import re
from pathlib import Path

import pytest

from mcgod.errors import BadUsage
from mcgod.game.loglines import KINDS, TYPES, Context, LogReader, Roster, parse
from mcgod.game.loglines.parser import body_of

ROSTER = Roster(["Steve", "Alex", "Mallory", ".Cave Alex"])
KNOWN = Context(roster=ROSTER)
_ESCAPES = {"\\\\": "\\", "\\t": "\t", "\\r": "\r", "\\n": "\n", "\\x1b": "\x1b"}


def rows():
    """Yield type, player, text, server, line of each row; cells escape what a table cannot hold."""
    table = (Path(__file__).parent / "data" / "loglines.tsv").read_bytes().decode()
    for row in table.split("\n")[1:-1]:
        yield tuple(re.sub(r"\\(?:\\|t|r|n|x1b)", lambda found: _ESCAPES[found[0]], cell) for cell in row.split("\t"))


ROWS = list(rows())


@pytest.mark.parametrize(
    ("kind", "player", "text", "server", "line"), ROWS, ids=[f"{r[3]}: {r[4][:60]!r}" for r in ROWS]
)
def test_every_line_becomes_its_event(kind, player, text, server, line):
    event = parse(line, KNOWN)
    assert event[:3] == (kind, player, text)
    assert event.raw == line
    assert event.type in TYPES


def test_the_table_shows_every_type():
    assert {row[0] for row in ROWS} == set(TYPES)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_one_line_end_is_dropped(end):
    line = "[12:00:00] [Server thread/INFO]: <Steve> hi"
    assert parse(line + end) == parse(line)
    assert parse(line + "\n" + end).text == "hi\n"


@pytest.mark.parametrize(
    ("line", "clock", "date", "level", "thread"),
    [
        ("[12:00:01] [Server thread/INFO]: <Steve> hi", "12:00:01", "", "INFO", "Server thread"),
        ("[12:00:01 INFO]: <Steve> hi", "12:00:01", "", "INFO", ""),
        ("[12:00:01 WARN] [essentials]: hi", "12:00:01", "", "WARN", ""),
        ("[03May2021 03:06:49.219] [main/INFO] [minecraft/X]: hi", "03:06:49.219", "03May2021", "INFO", "main"),
        ("[10:49:06] [RCON Client /192.0.2.5 #2/INFO]: x", "10:49:06", "", "INFO", "RCON Client /192.0.2.5 #2"),
        ("2021-01-09 01:41:49 [INFO] <Steve> oopsi", "01:41:49", "2021-01-09", "INFO", ""),
        ("Warning: [07:57:27] x", "07:57:27", "", "WARNING", ""),
        ("November 30th 2026, 07:58:30 [INFO]: x", "07:58:30", "November 30th 2026", "INFO", ""),
    ],
)  # fmt: skip
def test_the_header_is_kept(line, clock, date, level, thread):
    event = parse(line)
    assert (event.clock, event.date, event.level, event.thread) == (clock, date, level, thread)


@pytest.mark.parametrize(
    ("line", "extra"),
    [
        ("[00:00:00] [Server thread/INFO]: <Steve> hi", {}),
        ("[00:00:00] [Server thread/INFO]: [Not Secure] <Steve> hi", {"signed": False}),
        ("[00:00:00] [Server thread/INFO]: [Not Secure] <[VIP]Steve*> hi", {"signed": False, "shown": "[VIP]Steve*"}),
        ("[00:00:00] [Server thread/INFO]: [VIP] Steve: hi", {"by_roster": True}),
        ("[00:00:00] [Server thread/INFO]: Steve has reached the goal [X]", {"frame": "goal"}),
        ("[00:00:00] [Server thread/INFO]: Alex (formerly known as Steve) joined the game", {"formerly": "Steve"}),
        (
            "[00:00:00] [Server thread/INFO]: Steve[/192.0.2.1:5] logged in with entity id 7 at ([world]1.5, 4, -2.5)",
            {"address": "192.0.2.1:5", "entity_id": 7, "position": [1.5, 4.0, -2.5]},
        ),
        (
            "[00:00:00] [Server thread/INFO]: Steve (/192.0.2.9:51000) lost connection: Disconnected",
            {"address": "192.0.2.9:51000"},
        ),
    ],
)
def test_extra_fields(line, extra):
    assert dict(parse(line, KNOWN).extra) == extra


@pytest.mark.parametrize(
    "line", [row[4] for row in ROWS if row[0] in ("say", "emote", "feedback") and row[1] == "Steve"]
)
def test_without_a_roster_no_line_of_a_stranger_is_say_emote_or_feedback(line):
    assert parse(line).type == "other"


def test_names_that_differ_in_case_are_two_players():
    roster = Roster(["Steve", "steve", "ALEX"])
    assert (roster.find("alex"), roster.find("steve"), roster.find("STEVE")) == ("ALEX", "steve", "")
    roster.forget("steve")
    assert roster.find("STEVE") == "Steve"
    assert parse("[00:00:00 INFO]: [steve] hi", Context(roster=roster)).type == "other"


def test_a_fixed_kind_reads_only_what_its_servers_write():
    chat = "[12:00:00] [Server thread/INFO]: <Steve> hi"
    rank = "[12:00:00] [Server thread/INFO]: [VIP] Steve: hi"
    proxy = "[12:00:00 INFO]: [connected player] Steve (/127.0.0.1:13580) has connected"
    seen = {
        kind: tuple(parse(line, Context(kind, ROSTER)).type for line in (chat, rank, proxy))
        for kind in ("vanilla", "paper", "velocity", "cuberite", "beta", "")
    }
    assert seen == {
        "vanilla": ("chat", "other", "other"),
        "paper": ("chat", "chat", "other"),
        "velocity": ("other", "other", "join"),
        "cuberite": ("other", "other", "other"),
        "beta": ("other", "other", "other"),
        "": ("chat", "chat", "join"),
    }


def test_a_kind_that_does_not_exist_is_refused():
    with pytest.raises(BadUsage) as caught:
        LogReader("bedrock")
    assert "vanilla" in caught.value.hint
    assert "paper" in KINDS


def test_unmarked_announcements_do_not_count_where_the_server_marks_them():
    marked = Context(roster=ROSTER, marked=True)
    head = "[12:00:00] [Server thread/INFO]: "
    for body in ("Steve joined the game", "Steve left the game", "Steve drowned", "Steve has made the advancement [X]"):
        assert parse(head + body, marked).type == "other"
        assert parse(f"{head}System chat: {body}", marked).player == "Steve"
    assert parse(f"{head}[Rcon: Saved the game]", marked).type == "feedback"


def test_soft_deaths_are_off_unless_asked_for():
    line = "[12:00:00] [Server thread/INFO]: Steve wurde von Zombie erschlagen"
    assert parse(line, KNOWN).type == "other"
    soft = parse(line, KNOWN._replace(soft_deaths=True))
    assert (soft.type, soft.text, dict(soft.extra)) == ("death", "wurde von Zombie erschlagen", {"soft": True})


def test_the_body_of_a_line_is_the_text_behind_its_header():
    assert body_of("[12:00:00] [Server thread/WARN]: \x1b[33mCan't keep up!\x1b[m") == "Can't keep up!"
    assert body_of("\tat java.base/java.lang.Thread.run") == "\tat java.base/java.lang.Thread.run"
