"""Bridge and god killed again and again while players pray: nothing is lost, nothing is done twice. Marked ``slow``."""

import json
import random
import re
import time
from collections import Counter

import pytest
from killed_play import Process

from mcgod.bridge import journal

pytestmark = pytest.mark.slow

PLAYERS = [f"Player{number}" for number in range(5)]
PRAYERS, KILLS = 200, 50
THINGS = ["bread", "torches", "oak logs", "cobblestone", "apples", "arrows", "sand", "glass"]


def test_every_prayer_is_answered_once_over_fifty_kills(home, tmp_path, mcgod, monkeypatch):
    from mcgod.sandbox import remote

    dice = random.Random(7)
    world = tmp_path / "world"
    monkeypatch.setenv("MCGOD_SERVER_DIR", str(world))
    for name, value in {"COOLDOWN": "0", "RATE": "0", "MAX_AGE": "3600", "QUEUE": "1000", "OCCASIONS": "none"}.items():
        monkeypatch.setenv(f"MCGOD_GOD_{name}", value)
    server = Process("sandbox", "serve", "--dir", world, "--freeze")
    assert server.ready()
    bridge = Process("bridge", "serve", "--beginning")
    assert bridge.ready()
    god = Process("god", "run")
    for player in PLAYERS:
        remote.ask(world, "join", name=player)
    for number in range(PRAYERS):
        count = 1 + number % 60
        remote.ask(
            world, "chat", name=dice.choice(PLAYERS), text=f"pray {count} {dice.choice(THINGS)}, prayer {number}"
        )
        if number % (PRAYERS // KILLS) == 0:
            dice.choice((bridge, god)).kill()
        if god.ended:
            god.start()
        time.sleep(dice.uniform(0, 0.15))  # what is tested is the interleaving
    events = home / "events"
    deadline = time.monotonic() + 120
    prayers, answers = [], Counter[int]()
    while time.monotonic() < deadline:
        kept = _kept(events)
        prayers = [event for event in kept if event["type"] == "chat" and event["text"].startswith("pray ")]
        answers = Counter(event["of"] for event in kept if event["type"] == "god.answer")
        if len(prayers) == PRAYERS and all(event["seq"] in answers for event in prayers):
            break
        if god.ended:
            god.start()
        time.sleep(0.2)
    god.end()
    bridge.end()
    server.end()
    kept = _kept(events)
    assert [event["seq"] for event in kept] == list(range(1, len(kept) + 1))
    # No event lost against the log, and none twice.
    logged = re.findall(r"<\w+> (pray .*)", (world / "logs" / "latest.log").read_text())
    assert [event["text"] for event in kept if event["type"] == "chat"] == logged
    assert len(logged) == PRAYERS
    # Every prayer answered, and acted on at most once.
    assert {event["seq"] for event in prayers} <= set(answers)
    acted = Counter(event["of"] for event in kept if event["type"] == "god.act")
    assert max(acted.values()) == 1
    gave = Counter(re.findall(r"Gave (\d+) \[", (world / "logs" / "latest.log").read_text()))
    assert sum(gave.values()) <= PRAYERS


def _kept(events):
    stream = journal.current(events)
    assert stream
    return [json.loads(line) for line in journal.read(events, stream)]
