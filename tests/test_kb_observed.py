"""What the bridge's events tell: pure first, then kept by a running bridge beside the way of the events."""

import json
import time

import pytest
from bridge_play import bridge_on, call, publish

from mcgod.errors import GameUnreachable, StoreFailed
from mcgod.game.port import Reply, ServerState
from mcgod.kb import observed
from mcgod.kb.facts import Facts
from mcgod.kb.port import Place

TIME = "2026-11-30T12:00:00.000Z"


def facts(type, **fields):
    return [(fact.key, fact.value, fact.place) for fact in observed.facts_of({"type": type, "time": TIME, **fields})]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        ({"type": "join", "player": "Steve"}, ("player:Steve:seen", "joined the game", None)),
        ({"type": "leave", "player": "Steve"}, ("player:Steve:seen", "left the game", None)),
        (
            {"type": "death", "player": "Alex", "text": "was slain by Zombie"},
            ("death:Alex", "Alex was slain by Zombie", None),
        ),
        (
            {"type": "advancement", "player": "Alex", "text": "Stone Age", "frame": "task"},
            ("advancement:Alex:stone-age", "Alex made the advancement Stone Age", None),
        ),
        ({"type": "server_starting", "text": "1.21.4"}, ("server:version", "1.21.4", None)),
        (
            {"type": "feedback", "player": "Rcon", "text": "Set Steve's game mode to Creative Mode"},
            ("player:Steve:gamemode", "creative", None),
        ),
        (
            {"type": "feedback", "player": "Steve", "text": "Set own game mode to Spectator Mode"},
            ("player:Steve:gamemode", "spectator", None),
        ),
        (
            {"type": "bridge_command", "text": "gamemode survival Al", "output": "Set Al's game mode to Survival Mode"},
            ("player:Al:gamemode", "survival", None),
        ),
        (
            {
                "type": "bridge_command",
                "text": "execute in minecraft:the_nether run locate structure fortress",
                "output": "The nearest minecraft:fortress is at [100, ~, -200] (223 blocks away)",
            },
            ("place:fortress:100,-200", "fortress at 100 ~ -200", Place(100, 63, -200, "minecraft:the_nether")),
        ),
        (
            {
                "type": "bridge_command",
                "text": "locate structure #village",
                "output": "The nearest #minecraft:village (minecraft:village_plains) is at [1, ~, 2] (3 blocks away)",
            },
            ("place:village_plains:1,2", "village_plains at 1 ~ 2", Place(1, 63, 2)),
        ),
        (
            {
                "type": "bridge_command",
                "text": "locate biome minecraft:cherry_grove",
                "output": "The nearest minecraft:cherry_grove is at [-7, 90, 2] (3 blocks away)",
            },
            ("place:cherry_grove:-7,2", "cherry_grove at -7 90 2", Place(-7, 90, 2)),
        ),
    ],
)
def test_what_an_event_tells(event, expected):
    (fact,) = observed.facts_of({"time": TIME, **event})
    assert (fact.key, fact.value, fact.place) == expected
    assert (fact.at, fact.source, fact.by) == (1796040000.0, "Observed", "bridge")


NEAR = "The nearest minecraft:fortress is at [1, ~, 2] (3 blocks away)"


@pytest.mark.parametrize(
    "event",
    [
        {"type": "chat", "player": "Steve", "text": NEAR},
        {"type": "join"},
        {"type": "leave", "player": "Steve", "inferred": True},
        {"type": "death", "player": "Steve", "text": "met a moa", "soft": True},
        {"type": "feedback", "player": "Server", "text": "Set own game mode to Creative Mode"},
        {"type": "feedback", "player": "Steve", "text": NEAR},  # nobody knows in which dimension Steve stood
        {"type": "bridge_command", "text": "execute as Steve at @s run locate structure fortress", "output": NEAR},
        {"type": "bridge_command", "text": "locate structure fortress", "output": NEAR, "via": "mod"},
        {"type": "bridge_command", "text": "locate structure fortress", "output": NEAR, "ok": False},
        {"type": "advancement", "player": "Steve", "text": ""},
        {},
    ],
)
def test_what_tells_nothing_or_cannot_be_trusted(event):
    assert observed.facts_of({"time": TIME, **event}) == []


def test_an_event_without_a_time_is_of_now():
    assert observed.facts_of({"type": "join", "player": "Steve", "time": None})[0].at == 0.0


def test_the_answer_about_a_death_is_read_in_any_order():
    told = 'Steve has the following entity data: {pos: [I; 100, -5, -200], dimension: "minecraft:the_nether"}'
    assert observed.death_place(told) == Place(100, -5, -200, "minecraft:the_nether")
    other = 'Steve has the following entity data: {dimension: "minecraft:overworld", pos: [I; 1, 2, 3]}'
    assert observed.death_place(other) == Place(1, 2, 3)
    assert observed.death_place("Found no elements matching LastDeathLocation") is None


def test_only_a_plain_name_is_put_into_a_command():
    assert observed.dead({"type": "death", "player": "Steve_1"}) == "Steve_1"
    assert observed.dead({"type": "death", "player": "@a"}) == ""
    assert observed.dead({"type": "death", "player": "Steve run op"}) == ""
    assert observed.dead({"type": "join", "player": "Steve"}) == ""


class Deadly:
    """A game that knows where somebody died, or not."""

    capabilities = frozenset({"command", "state", "player"})

    def __init__(self, answer):
        self.answer = answer
        self.asked = []

    def command(self, text):
        self.asked.append(text)
        if isinstance(self.answer, Exception):
            raise self.answer
        return Reply(text, self.answer, self.answer, ok=True, known=True)

    def state(self):
        return ServerState((), 20, None, None)

    def player(self, name):
        return None

    def close(self):
        pass


DEATH = {"source": "log", "type": "death", "player": "Steve", "text": "drowned"}


@pytest.fixture(autouse=True)
def _gathered_quickly(monkeypatch):
    monkeypatch.setattr("mcgod.bridge.factkeeper._PAUSE", 0.01)


def until(check):
    """Wait for what the bridge does in its own time."""
    end = time.monotonic() + 30
    while not (found := check()):
        assert time.monotonic() < end
        time.sleep(0.02)
    return found


@pytest.mark.parametrize(
    ("answer", "place"),
    [
        ('Steve has … {pos: [I; 1, 2, 3], dimension: "minecraft:overworld"}', Place(1, 2, 3)),
        ("Found no elements matching LastDeathLocation", None),
        (GameUnreachable("gone"), None),
    ],
)
def test_a_bridge_keeps_facts_and_asks_once_where_somebody_died(home, answer, place):
    game, kept = Deadly(answer), home / "kb" / "world"
    with bridge_on(home, game=game, facts=kept) as daemon:
        publish(daemon, [DEATH, {"source": "log", "type": "join", "player": "Alex"}])
        publish(daemon, [{"source": "log", "type": "chat", "player": "Alex", "text": "hi"}])
        until(lambda: call(home, "status")["facts"]["waiting"] == 0)
        assert call(home, "status")["facts"]["error"] == ""
    assert game.asked == ["data get entity Steve LastDeathLocation"]
    held = {fact.key: fact for fact in Facts(kept).all()}
    assert set(held) == {"death:Steve", "player:Alex:seen"}
    assert held["death:Steve"].place == place
    assert held["death:Steve"].value == "Steve drowned"


def test_what_came_just_before_the_end_is_kept_and_nothing_is_told_twice(home):
    kept = home / "kb" / "world"
    with bridge_on(home, facts=kept) as daemon:
        publish(daemon, [{"source": "log", "type": "join", "player": f"P{n}"} for n in range(30)])
    assert len(Facts(kept).all()) == 30
    lines = (kept / "facts.jsonl").read_bytes().count(b"\n")
    with bridge_on(home, facts=kept):
        pass
    assert (kept / "facts.jsonl").read_bytes().count(b"\n") == lines


def test_more_events_than_the_ring_holds_are_read_from_the_journal(home):
    kept = home / "kb" / "world"
    with bridge_on(home, facts=kept, ring=10) as daemon:
        publish(daemon, [{"source": "log", "type": "join", "player": f"P{n}"} for n in range(40)])
    assert len(Facts(kept).all()) == 40


def test_a_disk_that_refuses_costs_facts_and_not_the_bridge(home, monkeypatch):
    def refuse(self, _facts):
        raise StoreFailed("cannot write: No space left on device")

    monkeypatch.setattr(Facts, "put", refuse)
    with bridge_on(home, facts=home / "kb" / "world") as daemon:
        publish(daemon, [DEATH])
        until(lambda: call(home, "status")["facts"]["error"])
        assert "No space" in call(home, "status")["facts"]["error"]
        assert call(home, "events", since=0, limit=5)["events"][1]["type"] == "death"


def test_a_bridge_without_facts_keeps_none(home):
    with bridge_on(home) as daemon:
        publish(daemon, [DEATH])
        assert call(home, "status")["facts"] is None
    assert not (home / "kb").exists()


def test_the_setting_turns_it_off(home, mcgod):
    assert json.loads(mcgod("config", "get", "kb.facts", "--json").stdout)["value"] is True
