"""What commands change in a world that is as a recorded turn saw it, and turns compared by that."""

import pytest
from replay_play import NAMES, turn, turns, verdict

from mcgod.replay import trace
from mcgod.replay.compare import Comparison, recorded
from mcgod.replay.effects import came_of, effects, played
from mcgod.replay.staged import staged
from mcgod.replay.trace import Damaged

SEEN = {
    "server": {"online": ["Steve", "Alex"], "max_players": 20, "daytime": 14000, "difficulty": "hard"},
    "player": {
        "position": [10, 64, -3],
        "dimension": "minecraft:the_nether",
        "health": 7.5,
        "food": 6,
        "gamemode": "adventure",
        "inventory": {"minecraft:oak_log": 130, "minecraft:shield": 2},
    },
    "position": [10.5, 64.0, -3.25],
}


def stages(observed=SEEN, **asked):
    (found,) = trace.turns(trace.stages(turn(1, observed=observed, **asked), "t"))
    return found


def came(*commands, observed=SEEN, **asked):
    """What came of commands, as a list in order."""
    return sorted(played(staged(stages(observed, **asked)), commands).elements())


def test_the_world_is_as_the_turn_saw_it():
    world = staged(stages()).realm.world
    steve, alex = world.players["Steve"], world.players["Alex"]
    assert (world.version, world.daytime, world.difficulty, world.max_players) == ("1.21.4", 14000, "hard", 20)
    assert (steve.position, steve.dimension, steve.health, steve.food) == (
        (10.5, 64.0, -3.25), "minecraft:the_nether", 7.5, 6,
    )  # fmt: skip
    assert (steve.gamemode, [stack.count for stack in steve.inventory.values()]) == ("adventure", [64, 64, 2, 1, 1])
    assert (alex.online, alex.inventory) == (True, {})


def test_pockets_that_are_full_go_on_in_what_is_worn():
    seen = SEEN | {"player": SEEN["player"] | {"inventory": {"minecraft:shield": 40}}}
    held = staged(stages(seen)).realm.world.players["Steve"].inventory
    assert (len(held), sorted(held)[-4:]) == (40, [100, 101, 102, 103])


def test_who_prayed_is_there_but_where_the_server_told_that_they_left():
    absent = SEEN["server"] | {"online": ["Alex"]}
    assert list(staged(stages({"server": None, "player": None})).realm.world.players) == ["Steve"]
    assert list(staged(stages({"server": absent, "player": None})).realm.world.players) == ["Alex"]
    assert list(staged(stages(player=None)).realm.world.players) == ["Steve", "Alex"]


def test_names_that_no_java_player_has_are_let_in():
    odd = [".Steve of the Hill and Vale", "\ud800"]
    assert list(staged(stages({"server": SEEN["server"] | {"online": odd}})).realm.world.players) == odd


def test_another_version_is_another_world():
    assert staged(stages(), "1.20.4").realm.world.version == "1.20.4"


@pytest.mark.parametrize(
    "one",
    [{"server": {"online": 3}}, {"player": {"inventory": [1]}}, {"player": {"health": "much"}}, {"server": [1]}],
)
def test_a_state_of_another_shape_is_damage(one):
    with pytest.raises(Damaged):
        staged(stages(SEEN | one))


@pytest.mark.parametrize(
    ("commands", "lines"),
    [
        (["give Steve oak_log 64"], ["Steve has: +64 minecraft:oak_log"]),
        (["give Steve oak_log 32", "give @a[name=Steve] oak_log 32"], ["Steve has: +64 minecraft:oak_log"]),
        (["clear Steve oak_log 30"], ["Steve has: -30 minecraft:oak_log"]),
        (["time set day"], ["daytime: 14000 -> 1000"]),
        (["time set night", "time set day"], ["daytime: 14000 -> 1000"]),
        (["weather clear 600"], ["weather: unknown -> clear", "weather_ticks: 12000 -> 600"]),
        (["op Steve"], ['ops: {} -> {"Steve": 4}']),
        (["gamerule keepInventory true"], ["gamerule keepInventory: false -> true"]),
        (["kick Alex"], ["Alex's online: true -> false"]),
        (
            ["effect give Steve speed 30 1"],
            ['Steve feels: minecraft:speed, {"amplifier": 1, "ticks": 600, "particles": true}'],
        ),
        (["effect give Alex speed", "effect clear Alex"], []),
        (["setblock 0 70 0 stone"], ["minecraft:overworld at 0 70 0: minecraft:stone"]),
        (["setblock 0 63 0 air"], ["minecraft:overworld at 0 63 0: minecraft:air"]),
        (
            ["summon pig 1 64 2", "summon pig 1 64 2"],
            ['there is minecraft:pig at 1.5 64 2.5 {"dimension": "minecraft:overworld", "health": 20.0}'] * 2,
        ),
        (["scoreboard objectives add won dummy", "scoreboard players set Alex won 3"],
         ['objective won: none -> ["dummy", "won", []]', "score of Alex in won: none -> 3"]),
        (["stop"], ["stopped: false -> true"]),
    ],
)  # fmt: skip
def test_what_commands_change(commands, lines):
    assert came(*commands) == lines


@pytest.mark.parametrize(
    ("command", "other"),
    [
        ("give Steve stick[damage=3,custom_name='\"x\"']", "give Steve stick[ custom_name='\"x\"', damage=3 ]"),
        ("summon pig 1 64 2 {Tags:[a],NoAI:1b}", "summon minecraft:pig 1 64.0 2 { NoAI: 1b, Tags: ['a'] }"),
        ("fill 0 64 0 9 64 9 stone", "fill 9 64 9 0 64 0 minecraft:stone"),
        ("execute as Steve run give @s bread", "give Steve minecraft:bread 1"),
    ],
)  # fmt: skip
def test_other_words_for_the_same_deed(command, other):
    assert came(command) == came(other) != []


def test_many_blocks_are_one_line_that_knows_their_places():
    (line,) = came("fill 0 64 0 9 64 9 stone")
    (moved,) = came("fill 0 64 1 9 64 10 stone")
    assert line.startswith("minecraft:overworld: 100 blocks of minecraft:stone (places ")
    assert line.split("(")[0] == moved.split("(")[0]
    assert line != moved


@pytest.mark.parametrize(
    "command", ["say hi", "enchant Steve sharpness", "effect clear Steve poison", "give Bob bread"]
)
def test_what_leaves_no_mark_counts_by_its_words(command):
    assert came(command) == [f"unseen: {command}"]


def test_what_is_no_more_is_told():
    still = staged(stages())
    still.command("summon pig 1 64 2")
    still.command("effect give Steve speed")
    before = still.state()
    still.command("kill @e[type=pig]")
    still.command("effect clear Steve")
    assert sorted(line.partition(":")[0] for line in effects(before, still.state())) == [
        "Steve no longer feels", "gone is minecraft",
    ]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_turn_has_the_same_effect_as_itself(name):
    for found in turns(name):
        was = recorded(found)
        row = Comparison("record").row(was, was, (came_of(found, was), came_of(found, was)))
        assert (row["judged"], row["differs"], row["effect"]["added"], row["effect"]["missing"]) == (
            "same",
            False,
            [],
            [],
        )


def result(*commands, message="Take it.", error=None):
    verdicts = [verdict(one) for one in commands]
    return {"verdicts": verdicts, "message": message, "tokens": {"input": 0, "output": 0}, "ms": 0, "error": error}


def test_turns_are_judged_by_effect_where_it_is_known():
    found, comparison = stages(), Comparison("m")
    was = result("give Steve minecraft:bread 4", "op Steve")
    others = (
        result("op Steve", "give Steve minecraft:bread 4"),
        result("op Steve", "give Steve minecraft:bread 1", "give Steve minecraft:bread 3", message="Eat."),
        result("give Steve minecraft:bread 4"),
        result("give Steve minecraft:bread 4", "op Steve", error="gone"),
    )
    rows = [comparison.row(was, now, (came_of(found, was), came_of(found, now))) for now in others]
    assert [row["judged"] for row in rows] == ["same", "same effect", "differs", "differs"]
    assert [row["message_changed"] for row in rows] == [False, True, False, False]
    assert rows[2]["effect"] == {
        "same": ["Steve has: +4 minecraft:bread"], "added": [], "missing": ['ops: {} -> {"Steve": 4}'],
    }  # fmt: skip
    sums = comparison.summary()
    assert (sums["differing_turns"], sums["same_effect_turns"]) == (2, 1)
    assert sums["effects"] == {"same": 7, "added": 0, "missing": 1}
    assert Comparison("m").summary()["effects"] is None
