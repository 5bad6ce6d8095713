"""Sessions on disk: the pointer, the lock, broken files, many writers."""

import json
import subprocess
import sys

import pytest

from mcgod.errors import BadInput, BadUsage, NotFound, StoreFailed
from mcgod.store.files import FileStore, titled
from mcgod.store.lookup import locate


@pytest.fixture
def clock():
    """A clock that goes on by one second whenever it is read."""
    return iter(range(1_700_000_000, 1_800_000_000)).__next__


@pytest.fixture
def asides():
    return []


@pytest.fixture
def store(tmp_path, clock, asides):
    return FileStore(tmp_path, clock=clock, on_aside=asides.append)


def test_starting_makes_the_files_that_the_layout_promises(store):
    session = store.start("Steve", player="Steve")
    folder = store.folder("Steve")
    assert json.loads((folder / "active.json").read_bytes()) == {"activeSessionId": session.id}
    assert json.loads((folder / f"{session.id}.json").read_bytes())["id"] == session.id
    assert store.active("Steve") == session
    assert store.owners() == ["Steve"]


def test_the_last_used_comes_first_and_takes_over_when_the_active_one_goes(store):
    one, two, three = (store.start("cli") for _ in range(3))
    store.update("cli", one.id, lambda session: session.rename("used again"))
    assert [session.id for session in store.sessions("cli")] == [one.id, three.id, two.id]
    store.append_turns("cli", three.id, [{"a": 1}])
    store.remove("cli", three.id)
    assert store.active("cli").id == one.id
    assert not list(store.folder("cli").glob(f"{three.id}*"))


def test_a_close_leaves_no_active_session_until_one_is_started_or_resumed(store):
    one, two = store.start("cli"), store.start("cli")
    store.close("cli", two.id)
    assert store.active("cli") is None
    assert store.activate("cli", two.id).closed_at is None
    assert store.active("cli").id == two.id
    store.close("cli", one.id)
    assert store.active("cli").id == two.id


def test_a_pointer_to_nothing_falls_back_to_the_last_used(store):
    session = store.start("cli")
    (store.folder("cli") / "active.json").write_text('{"activeSessionId": "gone"}')
    assert store.active("cli").id == session.id


def test_b107_a_broken_session_is_set_aside_and_never_overwritten(store, asides):
    session = store.start("cli")
    path = store.folder("cli") / f"{session.id}.json"
    path.write_text('{"id": "')
    assert store.sessions("cli") == []
    kept = [entry for entry in store.folder("cli").iterdir() if ".corrupt-" in entry.name]
    assert [entry.read_text() for entry in kept] == ['{"id": "']
    assert len(asides) == 1
    assert str(path) in asides[0]
    with pytest.raises(NotFound):
        store.update("cli", session.id, lambda _: None)


def test_a_file_of_a_newer_version_is_named_and_left_alone(store):
    session = store.start("cli")
    path = store.folder("cli") / f"{session.id}.json"
    path.write_text(f'{{"v": 2, "id": "{session.id}"}}')
    with pytest.raises(BadInput, match="version 2, written by a newer mcgod"):
        store.find("cli", session.id)
    assert path.exists()


def test_b106_a_full_disk_leaves_the_session_as_it_was(store, monkeypatch):
    session = store.start("cli")
    path = store.folder("cli") / f"{session.id}.json"
    before = path.read_bytes()
    monkeypatch.setattr("os.fsync", lambda _: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(StoreFailed, match="No space left"):
        store.update("cli", session.id, lambda changed: changed.rename("lost"))
    assert path.read_bytes() == before


def test_unknown_owners_and_ids_create_nothing(store, tmp_path):
    for call in (store.update, store.append_turns):
        with pytest.raises(NotFound):
            call("nobody", "abcd", lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_locate_finds_by_token_across_owners(store):
    mine, theirs = store.start("cli", title="mine"), store.start("Steve", title="theirs")
    assert locate(store, theirs.token) == ("Steve", theirs)
    assert locate(store, mine.id, "cli") == ("cli", mine)
    with pytest.raises(NotFound):
        locate(store, theirs.id, "cli")


def test_locate_asks_when_two_owners_have_the_id(store):
    session = store.start("cli", title="one")
    twin = store.start("Steve", title="two")
    for suffix in (".json",):
        source = store.folder("Steve") / f"{twin.id}{suffix}"
        source.write_text(source.read_text().replace(twin.id, session.id))
        source.rename(source.with_name(f"{session.id}{suffix}"))
    with pytest.raises(BadUsage, match="several owners: Steve, cli"):
        locate(store, session.id)
    assert locate(store, f"{session.id}-two")[0] == "Steve"


def test_titles_are_the_first_words():
    assert titled("I need wood\nfor shelter") == "I need wood for shelter"
    assert titled("word " * 40) == ("word " * 12).strip()
    assert titled("") == "New Session"


WRITER = """
import sys
from pathlib import Path
from mcgod.store.files import FileStore
store = FileStore(Path(sys.argv[1]))
for number in range(int(sys.argv[4])):
    store.append_turns("cli", sys.argv[2], [{"writer": int(sys.argv[3]), "number": number}])
"""


@pytest.mark.parametrize(
    ("writers", "turns", "patience"), [(8, 25, 120), pytest.param(32, 100, 600, marks=pytest.mark.slow)]
)
def test_many_processes_append_to_one_session_and_nothing_is_lost(store, tmp_path, writers, turns, patience):
    session = store.start("cli")
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), session.id, str(number), str(turns)])
        for number in range(writers)
    ]
    assert [process.wait(timeout=patience) for process in processes] == [0] * writers
    log = store.turns("cli", session.id)
    assert (len(log.records), log.bad) == (writers * turns, 0)
    for writer in range(writers):
        assert [record["number"] for record in log.records if record["writer"] == writer] == list(range(turns))


def test_the_turn_log_can_be_read_a_line_at_a_time_as_it_lies_there(store):
    session = store.start("cli")
    assert list(store.turn_lines("cli", session.id)) == []
    store.append_turns("cli", session.id, [{"stage": "input"}, {"stage": "end"}])
    assert list(store.turn_lines("cli", session.id)) == [b'{"stage":"input"}\n', b'{"stage":"end"}\n']
