"""The journal: numbered, durable, cut to the last whole batch after a crash, forgetful within limits."""

import json
import os

import pytest

from mcgod.bridge import cursors, journal
from mcgod.bridge.journal import Journal
from mcgod.errors import StoreFailed


def event(text, **more):
    return {
        "time": "2026-11-30T12:00:00.000Z",
        "source": "test",
        "type": "chat",
        "player": "Steve",
        "text": text,
        **more,
    }


@pytest.fixture
def made(tmp_path):
    opened = Journal(tmp_path)
    yield opened
    opened.close()


def texts(folder, stream, since=0):
    return [json.loads(line)["text"] for line in journal.read(folder, stream, since)]


def test_events_are_numbered_and_the_batch_ends_in_the_logs_position(made, tmp_path):
    lines = made.append([event("a"), event("b")], {"offset": 7})
    first, second = map(json.loads, lines)
    assert (first["v"], first["seq"], second["seq"], first["stream"]) == (1, 1, 2, made.stream)
    made.append([event("c")])
    kept = [json.loads(line) for line in journal.segments(tmp_path, made.stream)[0].read_bytes().splitlines()]
    assert [one.get("log_position") for one in kept] == [None, {"offset": 7}, {"offset": 7}]
    assert texts(tmp_path, made.stream, 1) == ["b", "c"]


def test_readers_see_the_events_as_they_were_published(made, tmp_path):
    events = [event("a"), event("b", nested={"log_position": None}), event("c", nested=[{"a": 1, "log_position": {}}])]
    lines = [line for one in events for line in made.append([one], {"offset": 7})]
    lines += made.append(events)
    assert list(journal.read(tmp_path, made.stream)) == lines
    assert [json.loads(line)["text"] for line in lines] == ["a", "b", "c"] * 2
    assert all("log_position" not in json.loads(line) for line in lines)


def test_a_restart_goes_on_where_it_was(made, tmp_path):
    made.append([event("a"), event("b")], {"offset": 7})
    again = Journal(tmp_path)
    assert (again.stream, again.last, again.log) == (made.stream, 2, {"offset": 7})
    again.append([event("c")])
    again.close()
    assert [json.loads(line)["seq"] for line in journal.read(tmp_path, made.stream)] == [1, 2, 3]


@pytest.mark.parametrize("cut", range(1, 330, 13))
def test_what_was_not_wholly_written_is_cut_off(made, tmp_path, cut):
    made.append([event("a")], {"offset": 1})
    path = journal.segments(tmp_path, made.stream)[0]
    whole = path.stat().st_size
    made.append([event("b"), event("c")], {"offset": 2})
    with path.open("r+b") as file:
        file.truncate(max(whole, path.stat().st_size - cut))
    again = Journal(tmp_path)
    again.close()
    assert texts(tmp_path, made.stream) == ["a"]
    assert (again.last, again.log) == (1, {"offset": 1})


def test_text_cannot_pose_as_the_end_of_a_batch(made, tmp_path):
    made.append([event("a")], {"offset": 1})
    made.append(
        [event('x,"log_position":null}', nested={"a": 1, "log_position": 3, "b": 2}), event("c")], {"offset": 2}
    )
    path = journal.segments(tmp_path, made.stream)[0]
    data = path.read_bytes()
    path.write_bytes(data[: data.rindex(b'{"v"')])
    again = Journal(tmp_path)
    again.close()
    assert texts(tmp_path, made.stream) == ["a"]


def test_a_full_disk_keeps_nothing_of_the_batch(made, tmp_path, monkeypatch):
    made.append([event("a")])
    monkeypatch.setattr(os, "fdatasync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(StoreFailed, match="No space left"):
        made.append([event("b")])
    monkeypatch.undo()
    made.append([event("c")])
    assert texts(tmp_path, made.stream) == ["a", "c"]


def test_segments_roll_and_the_oldest_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(journal, "SEGMENT", 2000)
    made = Journal(tmp_path, keep_bytes=5000)
    for number in range(100):
        made.append([event(f"number {number}")])
    made.close()
    found = journal.segments(tmp_path, made.stream)
    assert 2 <= len(found) <= 4
    kept = [json.loads(line)["seq"] for line in journal.read(tmp_path, made.stream)]
    assert kept == list(range(kept[0], 101))
    assert made.first == kept[0] == int(found[0].stem)
    assert Journal(tmp_path).first == kept[0]
    assert [json.loads(line)["seq"] for line in journal.read(tmp_path, made.stream, 90)] == list(range(91, 101))


def test_blocks_are_the_same_bytes(made, tmp_path):
    for number in range(50):
        made.append([event(f"n{number}")])
    lines = list(journal.read(tmp_path, made.stream, 7))
    assert b"".join(journal.read_blocks(tmp_path, made.stream, 7)) == b"\n".join(lines) + b"\n"


def test_a_broken_pointer_is_set_aside_and_a_new_stream_begun(made, tmp_path):
    made.append([event("a")])
    (tmp_path / "current.json").write_text("{")
    again = Journal(tmp_path)
    again.close()
    assert again.stream != made.stream
    assert [path.name for path in tmp_path.glob("current.json.corrupt-*")]
    assert texts(tmp_path, made.stream) == ["a"]


def test_cursors_belong_to_a_stream(tmp_path):
    assert cursors.load(tmp_path, "../job", "s1") is None
    cursors.save(tmp_path, "../job", "s1", 41)
    assert cursors.load(tmp_path, "../job", "s1") == 41
    assert cursors.load(tmp_path, "../job", "s2") is None
    assert [path.parent.name for path in tmp_path.rglob("*job.json")] == ["cursors"]
