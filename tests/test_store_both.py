"""What every store does, in files and in a real Redis alike."""

import subprocess
import sys
import threading

import pytest

from mcgod.errors import Busy, NotFound
from mcgod.store.failures import Failure, new_token
from mcgod.store.files import FileStore
from mcgod.store.lookup import locate
from mcgod.store.port import Deed
from mcgod.store.redis.requests import RedisRequests
from mcgod.store.redis.sessions import RedisStore
from mcgod.store.requests import FileRequests


@pytest.fixture
def clock():
    """A clock that goes on by one second whenever it is read."""
    return iter(range(1_700_000_000, 1_800_000_000)).__next__


@pytest.fixture(params=["files", "redis"])
def backend(request):
    """Set the environment up for one of the backends, and return its link to Redis, if it has one."""
    return request.getfixturevalue("redis_link") if request.param == "redis" else None


@pytest.fixture
def store(backend, tmp_path, clock):
    return RedisStore(backend, clock=clock) if backend else FileStore(tmp_path / "home" / "sessions", clock=clock)


@pytest.fixture
def requests(backend, tmp_path):
    return RedisRequests(backend) if backend else FileRequests(tmp_path)


def test_the_last_used_comes_first_and_takes_over_when_the_active_one_goes(store):
    one, two, three = (store.start("cli") for _ in range(3))
    store.update("cli", one.id, lambda session: session.rename("used again"))
    assert [session.id for session in store.sessions("cli")] == [one.id, three.id, two.id]
    store.append_turns("cli", three.id, [{"a": 1}])
    store.remove("cli", three.id)
    assert store.active("cli").id == one.id
    assert not store.turns("cli", three.id).records


def test_a_close_leaves_no_active_session_until_one_is_started_or_resumed(store):
    one, two = store.start("cli"), store.start("cli")
    store.close("cli", two.id)
    assert store.active("cli") is None
    assert store.activate("cli", two.id).closed_at is None
    assert store.active("cli").id == two.id
    store.close("cli", one.id)
    assert store.active("cli").id == two.id


def test_locate_finds_by_token_across_owners(store):
    mine, theirs = store.start("cli", title="mine"), store.start("Steve", title="theirs")
    assert locate(store, theirs.token) == ("Steve", theirs)
    assert locate(store, mine.id, "cli") == ("cli", mine)
    with pytest.raises(NotFound):
        locate(store, theirs.id, "cli")


def test_the_turn_log_can_be_read_a_line_at_a_time_as_it_lies_there(store):
    session = store.start("cli")
    assert list(store.turn_lines("cli", session.id)) == []
    store.append_turns("cli", session.id, [{"stage": "input"}, {"stage": "end"}])
    assert list(store.turn_lines("cli", session.id)) == [b'{"stage":"input"}\n', b'{"stage":"end"}\n']


def test_owners_are_kept_apart_whatever_they_are_called(store):
    names = ["Steve", "steve", "a:b", "../x", "CON", "Ünïcode name", "\udcff", "x" * 300, ".Bedrock one"]
    ids = {name: store.start(name, title=f"of {number}").id for number, name in enumerate(names)}
    assert len(store.owners()) == len(names)
    for name in names:
        assert [session.id for session in store.sessions(name)] == [ids[name]]


def test_what_a_change_raises_changes_nothing(store):
    session = store.start("cli", title="before")

    def change(changed):
        changed.rename("after")
        raise NotFound("on purpose")

    with pytest.raises(NotFound, match="on purpose"):
        store.update("cli", session.id, change)
    assert store.find("cli", session.id).title == "before"


def test_unknown_sessions_are_not_found_and_nothing_is_made(store):
    for call in (store.update, store.append_turns):
        with pytest.raises(NotFound):
            call("nobody", "abcd", lambda _: None) if call == store.update else call("nobody", "abcd", [{"a": 1}])
    for call in (store.activate, store.close, store.remove, store.find):
        with pytest.raises(NotFound):
            call("nobody", "abcd")
    assert (store.owners(), store.sessions("nobody"), store.active("nobody")) == ([], [], None)
    assert list(store.turn_lines("nobody", "abcd")) == []


def test_deeds_are_kept_and_the_oldest_forgotten_but_no_first_login(store):
    store.start("Steve")
    store.note_deed("Steve", Deed(1.0, 3, "first_login"))
    for number in range(1500):
        store.note_deed("Steve", Deed(float(number), number))
    deeds = store.deeds("Steve")
    assert deeds[0] == Deed(1.0, 3, "first_login")
    assert deeds[-1] == Deed(1499.0, 1499)
    assert 500 <= len(deeds) <= 1500


def test_two_who_change_a_session_at_once_both_count(store):
    session = store.start("cli")

    def count(changed):
        changed.turns += 1

    def many():
        for _ in range(25):
            store.update("cli", session.id, count)

    threads = [threading.Thread(target=many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.find("cli", session.id).turns == 100


WRITER = """
import os, sys
from pathlib import Path
from mcgod import config, paths
from mcgod.store import opening
here = paths.find(os.environ)
store = opening.sessions(config.load(here.config, environ=os.environ, cwd=Path.cwd()), here)
for number in range(int(sys.argv[3])):
    store.append_turns("cli", sys.argv[1], [{"writer": int(sys.argv[2]), "number": number}])
"""


@pytest.mark.parametrize(
    ("writers", "turns", "patience"), [(8, 25, 120), pytest.param(32, 100, 600, marks=pytest.mark.slow)]
)
def test_many_processes_append_to_one_session_and_nothing_is_lost(store, writers, turns, patience):
    session = store.start("cli")
    processes = [
        subprocess.Popen([sys.executable, "-c", WRITER, session.id, str(number), str(turns)])
        for number in range(writers)
    ]
    assert [process.wait(timeout=patience) for process in processes] == [0] * writers
    log = store.turns("cli", session.id)
    assert (len(log.records), log.bad) == (writers * turns, 0)
    for writer in range(writers):
        assert [record["number"] for record in log.records if record["writer"] == writer] == list(range(turns))


def test_one_request_an_owner_and_anybody_may_stop_it(requests):
    with requests.running("a1", "Steve", "Steve", "wood") as stop:
        (one,) = requests.current()
        assert (one.id, one.owner, one.text) == ("a1", "Steve", "wood")
        with (
            pytest.raises(Busy, match="a request of Steve is running") as caught,
            requests.running("b2", "Steve", None, ""),
        ):
            pass
        assert "mcgod stop a1" in caught.value.hint
        with requests.running("c3", "Alex", None, "") as other:
            requests.stop(one)
            assert stop.wait(60)
            assert not other.is_set()
    assert requests.current() == []
    with requests.running("d4", "Steve", None, "") as again:
        assert not again.is_set()


def test_what_failed_can_be_found_for_half_an_hour(requests):
    def failure(token, at):
        return Failure(token, at, "Steve", "Steve", "wood", "god", None, "k3f9", None, "it timed out")

    old, new = failure(new_token(), 1000.0), failure(new_token(), 2000.0)
    requests.keep(old)
    requests.keep(new)
    assert requests.failed(2000.0) == [new, old]
    assert requests.find(new.token.upper(), 2000.0) == new
    assert requests.failed(3000.0) == [new]
    for token, now in ((old.token, 3000.0), ("../../etc", 0.0), ("00000000", 0.0), ("", 0.0)):
        with pytest.raises(NotFound, match="no failed request"):
            requests.find(token, now)
    requests.forget(new.token)
    assert new not in requests.failed(2000.0)
