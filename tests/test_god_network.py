"""A network: three servers, their bridges, four workers, one Redis; workers and connections die all the time.

Each prayer is answered once or, where a command's outcome is unknown, told to be unknown; none is lost.
Marked ``slow``.
"""

import json
import random
import time
from collections import Counter

import pytest
from killed_play import Process

from mcgod.bridge.redis.events import RedisEvents
from mcgod.sandbox import remote

pytestmark = pytest.mark.slow

SERVERS = ("lobby", "mines", "skies")
PLAYERS = 20  # a server
PRAYERS, KILLS, CUTS = 2000, 40, 60
THINGS = ["bread", "torches", "oak logs", "cobblestone", "apples", "arrows", "sand", "glass"]
LIMITS = {"COOLDOWN": "0", "RATE": "0", "MAX_AGE": "7200", "OCCASIONS": "none", "LEASE": "3"}


def test_two_thousand_prayers_over_three_servers_and_four_workers(redis_server, redis_link, tmp_path, monkeypatch):
    dice = random.Random(7)
    for name, value in LIMITS.items():
        monkeypatch.setenv(f"MCGOD_GOD_{name}", value)
    worlds = {name: tmp_path / name for name in SERVERS}
    running = [Process("sandbox", "serve", "--dir", world, "--freeze") for world in worlds.values()]
    assert all(one.ready() for one in running)
    for name, world in worlds.items():
        here = {"MCGOD_SERVER_DIR": str(world), "MCGOD_SERVER_NAME": name, "MCGOD_HOME": str(tmp_path / f"home-{name}")}
        running.append(Process("bridge", "serve", "--beginning", **here))
        assert running[-1].ready()
    workers = [Process("god", "run", MCGOD_HOME=str(tmp_path / f"worker-{number}")) for number in range(4)]
    for world in worlds.values():
        for number in range(PLAYERS):
            remote.ask(world, "join", name=f"Player{number}")
    with redis_server.client() as client:
        for number in range(PRAYERS):
            name, player = dice.choice(SERVERS), dice.randrange(PLAYERS)
            text = f"pray {1 + number % 60} {dice.choice(THINGS)}, prayer {number}"
            remote.ask(worlds[name], "chat", name=f"Player{player}", text=text)
            _strike(number, dice, workers, client)
        events = {name: RedisEvents(redis_link, name, tmp_path) for name in SERVERS}
        done, deadline = 0, time.monotonic() + 900
        while done < PRAYERS and time.monotonic() < deadline:
            _strike(dice.randrange(PRAYERS), dice, workers, client)
            done = sum(len(_answers(_kept(one))) for one in events.values())
            time.sleep(0.5)
    for one in (*workers, *reversed(running)):
        one.end()
    kept = {name: _kept(one) for name, one in events.items()}
    for told in kept.values():
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        prayers = [event["seq"] for event in told if event["type"] == "chat"]
        assert set(prayers) == set(_answers(told)), "none is lost"
        assert set(_answers(told).values()) == {1}, "none is answered twice"
        assert max(_count(told, "god.act").values()) == 1
        gifts = Counter((event["of"], event["text"]) for event in told if event["text"].startswith("give "))
        assert set(gifts.values()) == {1}, "no command ran twice"
    states = Counter(event["state"] for told in kept.values() for event in told if event["type"] == "god.answer")
    assert sum(states.values()) == PRAYERS
    assert set(states) <= {"answered", "interrupted"}
    assert states["answered"] > PRAYERS * 0.9
    assert redis_link.ask(lambda redis: redis.xlen("mcgod:prayers")) == 0
    print(dict(states))


def _strike(number, dice, workers, client):
    """Kill a worker, or every connection that there is to Redis, now and then; start again what ended."""
    if number % (PRAYERS // KILLS) == 0:
        dice.choice(workers).kill()
    if number % (PRAYERS // CUTS) == 0:
        client.client_kill_filter(_type="normal", skipme=True)
    for worker in workers:
        if worker.ended:
            worker.start()


def _kept(events):
    stream = events.current()
    assert stream
    return [{"text": "", **json.loads(line)} for line in events.read(stream)]


def _count(told, kind):
    return Counter(event["of"] for event in told if event["type"] == kind)


def _answers(told):
    return _count(told, "god.answer")
