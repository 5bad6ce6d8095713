"""What every journal does, in files and in a real Redis alike."""

import json

import pytest

from mcgod.bridge.journal import Journal
from mcgod.bridge.redis.journal import RedisJournal


def event(text, **more):
    time = "2026-11-30T12:00:00.000Z"
    return {"time": time, "source": "test", "type": "chat", "player": "Steve", "text": text, **more}


@pytest.fixture(params=["files", "redis"])
def opened(request, tmp_path):
    """Open the journal, again and again if need be."""
    link = request.getfixturevalue("redis_link") if request.param == "redis" else None
    made = []

    def open_it(**more):
        made.append(RedisJournal(link, tmp_path, **more) if link else Journal(tmp_path, **more))
        return made[-1]

    yield open_it
    for one in made:
        one.close()


def texts(journal, since=0):
    return [json.loads(line)["text"] for line in journal.events.read(journal.stream, since)]


def test_events_are_numbered_and_readers_see_them_as_they_were_published(opened):
    journal = opened(server="lobby")
    assert (journal.first, journal.last, journal.events.newest(journal.stream)) == (1, 0, 0)
    events = [event("a"), event("b", nested={"log_position": None}), event('c,"log_position":null}')]
    lines = journal.append(events, {"offset": 7})
    assert [json.loads(line)["seq"] for line in lines] == [1, 2, 3]
    first = json.loads(lines[0])
    assert (first["v"], first["stream"], first["server"]) == (1, journal.stream, "lobby")
    assert list(journal.events.read(journal.stream)) == lines
    assert list(journal.events.read(journal.stream, 2)) == lines[2:]
    assert (journal.events.current(), journal.events.newest(journal.stream)) == (journal.stream, 3)


def test_a_restart_goes_on_where_it_was(opened):
    journal = opened()
    journal.append([event("a"), event("b")], {"offset": 7})
    journal.append([event("c")])
    journal.close()
    again = opened()
    assert (again.stream, again.first, again.last, again.log) == (journal.stream, 1, 3, {"offset": 7})
    again.append([event("d")])
    assert [json.loads(line)["seq"] for line in again.events.read(again.stream)] == [1, 2, 3, 4]


def test_blocks_are_the_same_bytes(opened):
    journal = opened()
    for number in range(50):
        journal.append([event(f"n{number}")])
    lines = list(journal.events.read(journal.stream, 7))
    assert len(lines) == 43
    assert b"".join(journal.events.read_blocks(journal.stream, 7)) == b"\n".join(lines) + b"\n"


def test_a_time_can_be_found(opened):
    journal = opened()
    for minute in range(60):
        journal.append([event(f"{minute}", time=f"2026-11-30T12:{minute:02}:00.000Z")])
    for time, first in (("2026-11-30T12:30:00.000Z", 30), ("2026-11-30T12:29:30.000Z", 30), ("2026-11-30T11", 0)):
        start = journal.events.start_of(journal.stream, time)
        assert start <= first
        assert str(first) in texts(journal, start)
    # What comes along from before is never more than what one segment holds; in Redis it is nothing.
    if isinstance(journal, RedisJournal):
        assert journal.events.start_of(journal.stream, "2026-11-30T12:30:00.000Z") == 30
        assert journal.events.start_of(journal.stream, "2026-11-30T14") == 60


def test_two_servers_are_kept_apart(opened, request):
    if "redis" not in request.node.callspec.id:
        return  # files are those of one home, and so of one server
    one, two = opened(server="one"), opened(server="two")
    one.append([event("a")])
    two.append([event("b")])
    assert (texts(one), texts(two)) == (["a"], ["b"])
    assert one.stream != two.stream
