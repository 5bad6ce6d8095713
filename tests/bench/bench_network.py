"""Workers that share a network's prayers: how much more four answer than one. Run with ``make bench``."""

import json
import time

import pytest
from fake_openai import FakeOpenAI, Say
from killed_play import Process

from mcgod.bridge.redis.events import RedisEvents
from mcgod.sandbox import remote

pytestmark = pytest.mark.bench

THINKS = 0.2  # seconds that the model takes for each of its two answers
PLAYERS = 20


class Slow(FakeOpenAI):
    """A model of few words and much time."""

    def take(self, request):
        time.sleep(THINKS)
        asked = json.loads(request["messages"][-1]["content"])
        give = f"give {asked['player']} minecraft:bread 1"
        return Say(json.dumps({"reason": "", "commands": [give], "message": "Eat."}))


def answered_a_second(worlds, tmp_path, link, workers, prayers):
    """Post ``prayers``, and return how many ``workers`` answered in a second, but for the first and last few."""
    events = RedisEvents(link, "lobby", tmp_path)
    stream = events.current() or ""
    before = events.newest(stream)
    gods = [Process("god", "run", MCGOD_HOME=str(tmp_path / f"worker-{number}")) for number in range(workers)]
    assert all(god.ready() for god in gods)
    for number in range(prayers):
        remote.ask(worlds, "chat", name=f"Player{number % PLAYERS}", text=f"pray for bread, {workers} {number}")
    times = []
    while len(times) < prayers:
        time.sleep(0.5)
        told = [json.loads(line) for line in events.read(stream, before)]
        times = [event["time"] for event in told if event["type"] == "god.answer"]
    for god in gods:
        god.end()
    seconds = [int(one[11:13]) * 3600 + int(one[14:16]) * 60 + float(one[17:23]) for one in times]
    edge = workers * 2
    return (len(seconds) - 2 * edge) / (seconds[-edge - 1] - seconds[edge - 1])


def test_four_workers_answer_three_times_as_many(redis_server, redis_link, tmp_path, monkeypatch):
    with Slow() as model:
        settings = {
            "MODEL_PROVIDER": "openai", "MODEL_ENDPOINT": model.url, "MODEL_COMMAND": "slow", "GOD_COOLDOWN": "0",
            "GOD_RATE": "0", "GOD_MAX_AGE": "7200", "GOD_OCCASIONS": "none", "GOD_TOOLS": "false", "GOD_KNOWLEDGE": "0",
        }  # fmt: skip
        for name, value in settings.items():
            monkeypatch.setenv(f"MCGOD_{name}", value)
        world = tmp_path / "world"
        server = Process("sandbox", "serve", "--dir", world, "--freeze")
        assert server.ready()
        here = {"MCGOD_SERVER_DIR": str(world), "MCGOD_SERVER_NAME": "lobby", "MCGOD_HOME": str(tmp_path / "lobby")}
        bridge = Process("bridge", "serve", "--beginning", **here)
        assert bridge.ready()
        for number in range(PLAYERS):
            remote.ask(world, "join", name=f"Player{number}")
        one = answered_a_second(world, tmp_path, redis_link, 1, 40)
        four = answered_a_second(world, tmp_path, redis_link, 4, 160)
        bridge.end()
        server.end()
    print(f"\none worker {one:.2f} prayers a second, four {four:.2f}: {four / one:.2f} times as many")
    assert four / one >= 3
