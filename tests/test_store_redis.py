"""The store in Redis when things go wrong: nothing is lost, nothing happens twice, every error says what to do."""

import json
import os
import sys

import pytest
from cut_wire import Wire
from redis_server import PASSWORD, redis_on

from mcgod.errors import BadConfig, BadInput, NotFound, StoreFailed
from mcgod.store.assets import Assets
from mcgod.store.redis import address
from mcgod.store.redis.assets import RedisAssets
from mcgod.store.redis.link import Link
from mcgod.store.redis.requests import RedisRequests
from mcgod.store.redis.sessions import RedisStore


def linked(port, **more):
    return Link(address.read(f"redis://127.0.0.1:{port}/0", PASSWORD), **more)


def every(number, how, word=b"EXEC"):
    """Return a cut of every ``number``-th transaction, ``before`` or ``after`` the server has got it."""
    count = iter(range(1, 1_000_000))
    return lambda data: how if word in data and next(count) % number == 0 else ""


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_connection_that_breaks_in_a_change_loses_nothing_and_doubles_nothing(redis_server, redis_link, how):
    with Wire(redis_server.port, every(3, how)) as wire:
        store = RedisStore(linked(wire.port))
        session = store.start("cli")

        def count(changed):
            changed.turns += 1

        for number in range(30):
            store.update("cli", session.id, count)
            store.append_turns("cli", session.id, [{"number": number}])
        assert wire.cuts >= 20
    assert RedisStore(redis_link).find("cli", session.id).turns == 30
    assert [one["number"] for one in RedisStore(redis_link).turns("cli", session.id).records] == list(range(30))


def test_a_server_that_stays_away_is_an_error_that_names_it_and_no_secret(redis_server, redis_link):
    with Wire(redis_server.port, lambda _: "before") as wire:
        now = iter(range(1000))
        waited = []
        link = linked(wire.port, timer=lambda: next(now), sleep=waited.append)
        with pytest.raises(StoreFailed, match=f"the Redis at 127.0.0.1:{wire.port} does not answer") as caught:
            RedisStore(link).start("cli")
    assert len(waited) > 5
    assert PASSWORD not in f"{caught.value!r} {caught.value.hint} {link!r} {link.address!r}"


def test_a_wrong_password_is_a_setting_at_fault(redis_server):
    link = Link(address.read(redis_server.url, "wrong"))
    with pytest.raises(BadConfig, match="does not let us in"):
        RedisStore(link).owners()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("redis://:secret@127.0.0.1", "must not hold the password"),
        ("http://127.0.0.1", "is no address"),
        ("redis://", "is no address"),
        ("redis://127.0.0.1:x", "is no address"),
        ("redis://127.0.0.1/zero", "is no address"),
    ],
)
def test_an_address_that_is_none(url, said):
    with pytest.raises(BadConfig, match=said) as caught:
        address.read(url)
    assert "secret" not in str(caught.value)


def test_addresses():
    assert str(address.read("redis://h")) == "h:6379"
    assert address.read("rediss://anna@h:1/3")[:4] == ("h", 1, 3, True)
    assert address.read("rediss://anna@h:1/3", "pw").user == "anna"
    assert address.read("unix:///run/r.sock?db=2")[2:5] == (2, False, "/run/r.sock")


def test_what_does_not_parse_is_set_aside_and_named(redis_server, redis_link):
    asides = []
    store = RedisStore(redis_link, on_aside=asides.append)
    session = store.start("cli")
    with redis_server.client() as client:
        client.hset("mcgod:sessions:cli", session.id, '{"id": "')
        client.set("mcgod:assets", "[")
        assert store.sessions("cli") == []
        assert list(client.hgetall("mcgod:corrupt:cli").values()) == [b'{"id": "']
        assert session.id in asides[0]
        with pytest.raises(NotFound):
            store.update("cli", session.id, lambda _: None)
        assets = Assets(RedisAssets(redis_link), clock=lambda: 1.0)
        with pytest.raises(BadInput, match="set aside as mcgod:assets.corrupt-"):
            assets.listed()
        assert [client.get(key) for key in client.keys("mcgod:assets.corrupt-*")] == [b"["]
    assert assets.upsert({"category": "commands", "name": "Fly"})[1]
    assert [one["name"] for one in assets.listed()] == ["Fly"]
    assert assets.remove("fly")["name"] == "Fly"


def test_a_session_of_a_newer_version_is_left_alone(redis_server, redis_link):
    store = RedisStore(redis_link)
    session = store.start("cli")
    with redis_server.client() as client:
        client.hset("mcgod:sessions:cli", session.id, '{"v": 2}')
        with pytest.raises(BadInput, match="version 2, written by a newer mcgod"):
            store.find("cli", session.id)
        assert client.hget("mcgod:sessions:cli", session.id) == b'{"v": 2}'


def test_somebody_elses_data_under_our_keys_is_told(redis_server, redis_link):
    with redis_server.client() as client:
        client.set("mcgod:sessions:cli", "x")
    with pytest.raises(BadInput, match="something else than mcgod's"):
        RedisStore(redis_link).sessions("cli")


def test_a_lease_that_is_lost_stops_the_request(redis_server, redis_link):
    requests = RedisRequests(redis_link, lease=0.3)
    with redis_server.client() as client, requests.running("a1", "Steve", None, "") as stop:
        client.set("mcgod:running:+steve", '{"id":"b2","owner":"Steve","player":null,"text":"","pid":1}')
        assert stop.wait(60)
        assert client.exists("mcgod:running:+steve")
    with redis_server.client() as client:
        assert client.exists("mcgod:running:+steve"), "it is not ours to remove"


def test_a_lease_is_renewed_for_as_long_as_it_takes(redis_server, redis_link):
    requests = RedisRequests(redis_link, lease=0.3)
    with redis_server.client() as client, requests.running("a1", "Steve", None, "") as stop:
        client.pexpire("mcgod:running:+steve", 50)
        while client.pttl("mcgod:running:+steve") <= 60 and not stop.is_set():
            pass
        assert not stop.is_set()


def test_a_full_server_and_a_replica_say_so_at_once_or_when_patience_ends(tmp_path):
    with redis_on(tmp_path) as server, server.client() as client:
        store = RedisStore(linked(server.port, patience=0))
        session = store.start("cli")
        client.config_set("maxmemory", 1)
        with pytest.raises(StoreFailed, match="is full and keeps nothing more"):
            store.append_turns("cli", session.id, [{"a": 1}])
        client.config_set("maxmemory", 0)
        client.execute_command("REPLICAOF", "127.0.0.1", 1)
        with pytest.raises(StoreFailed, match="is a replica and takes no changes"):
            store.append_turns("cli", session.id, [{"a": 2}])
        assert store.find("cli", session.id).id == session.id
        # A fail-over: patience outlives it, and what was acknowledged meanwhile is there.
        waiting = []

        def sleep(_seconds):
            waiting.append(1)
            if len(waiting) == 3:
                client.execute_command("REPLICAOF", "NO", "ONE")

        RedisStore(linked(server.port, sleep=sleep)).append_turns("cli", session.id, [{"a": 3}])
        assert [one["a"] for one in store.turns("cli", session.id).records] == [3]


def test_a_change_counts_only_when_enough_replicas_have_it(redis_server, redis_link):
    alone = RedisStore(linked(redis_server.port, patience=0, replicas=1))
    with pytest.raises(StoreFailed, match="0 of 1 replicas have the change"):
        alone.start("cli")


@pytest.mark.slow
def test_what_counts_as_kept_outlives_the_primary(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    with redis_on(tmp_path / "one") as first:
        words = ["--replicaof", "127.0.0.1", str(first.port), "--masterauth", PASSWORD]
        with redis_on(tmp_path / "two", *words, "--repl-diskless-sync-delay", "0") as second:
            session = RedisStore(linked(first.port, patience=60, replicas=1)).start("cli")
            first.process.kill()
            with second.client() as client:
                client.execute_command("REPLICAOF", "NO", "ONE")
            assert RedisStore(linked(second.port)).find("cli", session.id).id == session.id


def test_the_commands_work_on_it(redis_link, mcgod):
    assert mcgod("pray", "I need wood", "--as", "Steve").exit_code == 0
    assert "I need wood" in mcgod("session", "list", "--as", "Steve").stdout
    assert mcgod("session", "path", "--as", "Steve").stdout.startswith("mcgod:sessions:+steve ")
    assert mcgod("replay", "--as", "Steve").stdout.count('"stage":"input"') == 1
    assert mcgod("stop").exit_code == 1
    assert RedisStore(redis_link).owners() == ["Steve"]
    assert not os.path.exists(os.environ["MCGOD_HOME"] + "/sessions")


def test_doctor_says_whether_it_keeps_what_it_is_told(redis_server, redis_link, mcgod):
    def told():
        return json.loads(mcgod("doctor", "--json").stdout)[-1]

    assert told()["ok"], told()
    with redis_server.client() as client:
        try:
            client.config_set("appendonly", "no")
            assert (told()["ok"], told()["cure"]) == (False, "appendonly yes")
            client.config_set("maxmemory", "1gb")
            client.config_set("maxmemory-policy", "allkeys-lru")
            assert "noeviction" in told()["cure"]
        finally:
            for name, value in (("appendonly", "yes"), ("maxmemory", "0"), ("maxmemory-policy", "noeviction")):
                client.config_set(name, value)


def test_a_server_that_evicts_is_not_trusted_with_anything(tmp_path):
    with redis_on(tmp_path, "--maxmemory", "100mb", "--maxmemory-policy", "volatile-lru") as server:
        store = RedisStore(linked(server.port))
        assert store.owners() == []
        with pytest.raises(BadConfig, match="may forget what it was told") as caught:
            store.start("cli")
        assert "noeviction" in caught.value.hint
        with server.client() as client:
            assert client.dbsize() == 0


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "redis", None)
    with pytest.raises(BadConfig, match="needs the extra redis") as caught:
        linked(1)
    assert caught.value.hint == "pip install 'mcgod[redis]'"
