"""Sessions on disk: the pointer, the lock, broken files, many writers."""

import json

import pytest

from mcgod.errors import BadInput, BadUsage, NotFound, StoreFailed
from mcgod.store.files import FileStore
from mcgod.store.lookup import locate
from mcgod.store.session import titled


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
