"""``mcgod replay events``: the journal again in its own time, to stdout and into a sandbox."""

import json

import pytest
from bridge_play import bridge_on, publish

from mcgod.replay import journaled, timeline, trace
from mcgod.sandbox.server import Sandbox

DAY = [
    ("12:00:00", "chat", "Alex", "hello"),
    ("12:00:01", "join", "Steve", ""),
    ("12:00:04", "chat", "Steve", "pray I need wood"),
    ("12:00:04", "chat", "Steve", "/op Steve"),
    ("12:00:06", "death", "Steve", "Steve drowned"),
    ("12:00:09", "leave", "Steve", ""),
]


def event(time, kind, player, text):
    return {"time": f"2026-11-30T{time}.000Z", "source": "log", "type": kind, "player": player, "text": text}


def when(told):
    return trace.moment(told.get("time"))


@pytest.fixture
def kept(home):
    """A journal with DAY in it; its bridge has ended."""
    with bridge_on(home) as daemon:
        publish(daemon, [event(*one) for one in DAY])


def lines(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


def said(done):
    return [(one["type"], one["player"], one.get("text", "")) for one in lines(done) if one.get("player")]


def test_the_journal_is_told_again(mcgod, kept):
    done = mcgod("replay", "events", "--since", "0")
    assert (done.exit_code, done.stderr) == (0, "")
    assert said(done) == [one[1:] for one in DAY]
    some = mcgod("replay", "events", "--since", "0", "-t", "chat", "--player", "Steve")
    assert [one[2] for one in said(some)] == ["pray I need wood", "/op Steve"]
    assert "Steve drowned" in mcgod("replay", "events", "--pretty").stdout


def test_in_a_sandbox_it_happens_again(mcgod, kept, tmp_path):
    with Sandbox(tmp_path / "box") as box:
        box.join("Herobrine")
        done = mcgod("replay", "events", "--since", "0", "--to", "sandbox", "--dir", tmp_path / "box")
        assert (done.exit_code, done.stderr) == (0, "")
        online = {name for name, player in box.state()["players"].items() if player["online"]}
    log = (tmp_path / "box" / "logs" / "latest.log").read_text()
    assert online == {"Alex", "Herobrine"}
    assert "<Alex> hello" in log
    assert log.index("Steve joined") < log.index("<Steve> pray I need wood") < log.index("Steve left")
    assert "op" not in [word for line in log.splitlines() if "Steve" in line for word in line.split()]


def test_what_a_sandbox_refuses_is_told_and_is_1(mcgod, kept, tmp_path):
    with Sandbox(tmp_path / "box") as box:
        box.join("Admin")
        mcgod("config", "set", "server.dir", tmp_path / "box")
        box.command("ban Steve")
        done = mcgod("replay", "events", "--since", "0", "--to", "sandbox")
    assert done.exit_code == 1
    assert [line.partition(": ")[2].partition(": ")[0] for line in done.stderr.splitlines()] == ["join Steve"] * 2
    assert len(said(done)) == len(DAY)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--to", "server"], 2),
        (["--dir", "box"], 2),
        (["--to", "sandbox"], 2),
        (["--to", "sandbox", "--dir", "no/such"], 69),
        (["--since", "never"], 2),
        (["--speed", "fast"], 2),
        (["--since", "2099-01-01"], 1),
    ],
)
def test_what_is_refused(mcgod, kept, words, code):
    done = mcgod("replay", "events", *words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr


def test_without_a_journal(mcgod):
    assert mcgod("replay", "events").exit_code == 66


def test_it_waits_as_it_was():
    waits = []
    told = list(timeline.paced([event(*one) for one in DAY], when, 2.0, waits.append))
    assert (len(told), waits) == (6, [0.5, 1.5, 1.0, 1.5])
    waits.clear()
    assert len(list(timeline.paced([event(*one) for one in DAY], when, None, waits.append))) == 6
    assert waits == []


def test_a_time_that_is_none_or_goes_back_is_not_waited_for():
    waits = []
    back = [event("12:00:05", "chat", "Steve", "a"), {"type": "mark"}, event("12:00:01", "chat", "Steve", "b")]
    assert len(list(timeline.paced(back, when, 1.0, waits.append))) == 3
    assert waits == []


def test_what_a_sandbox_is_asked():
    online = {"Alex"}
    asked = [[(deed.do, deed.name, deed.text) for deed in journaled.deeds(event(*one), online)] for one in DAY]
    assert asked == [
        [("chat", "Alex", "hello")],
        [("join", "Steve", "")],
        [("chat", "Steve", "pray I need wood")],
        [],
        [],
        [("leave", "Steve", "")],
    ]
    assert online == {"Alex"}
    speaks = journaled.deeds(event("12:00:00", "chat", "Eve", " hi "), online)
    assert [deed.details() for deed in speaks] == [{"name": "Eve"}, {"name": "Eve", "text": " hi "}]
