"""Who and where a command means: selectors, coordinates, teleport and execute."""

from __future__ import annotations

import pytest
from sandbox_play import Play


@pytest.fixture
def play() -> Play:
    play = Play("Steve", "Alex", "Eve")
    play.run("tp Alex 10 64 0", "tp Eve 50 64 0", "gamemode creative Eve", "xp add Alex 7 levels")
    play.run("summon zombie 3 64 0 {Tags:[boss]}", "summon pig 20 64 0", "scoreboard objectives add kills dummy")
    play("scoreboard players set Eve kills 3")
    play.logged.clear()
    return play


@pytest.mark.parametrize(
    ("selector", "names"),
    [
        ("@a", "Steve, Alex, Eve"),
        ("@p", "Steve"),
        ("@a[sort=furthest,limit=2]", "Eve, Alex"),
        ("@a[sort=nearest]", "Steve, Alex, Eve"),
        ("@e", "Steve, Alex, Eve, Zombie, Pig"),
        ("@e[type=zombie]", "Zombie"),
        ("@e[type=!player]", "Zombie, Pig"),
        ("@e[type=minecraft:player,limit=1]", "Steve"),
        ("@n[type=!player]", "Zombie"),
        ("@e[distance=..4]", "Steve, Zombie"),
        ("@e[distance=5..30]", "Alex, Pig"),
        ("@a[x=50,y=64,z=0,distance=..1]", "Eve"),
        ("@e[x=2,y=60,z=-1,dx=10,dy=10,dz=2]", "Alex, Zombie"),
        ("@a[name=Alex]", "Alex"),
        ("@a[name=!Alex]", "Steve, Eve"),
        ("@e[name=Pig]", "Pig"),
        ("@a[gamemode=creative]", "Eve"),
        ("@a[gamemode=!creative]", "Steve, Alex"),
        ("@a[level=5..]", "Alex"),
        ("@a[level=0]", "Steve, Eve"),
        ("@a[scores={kills=1..5}]", "Eve"),
        ("@e[tag=boss]", "Zombie"),
        ("@e[tag=,type=!player]", "Pig"),
        ("@a[team=]", "Steve, Alex, Eve"),
        ("@a[team=red]", ""),
        ("@a[nbt={playerGameType:1}]", "Eve"),
        ("@a[ limit = 1 , sort = furthest ]", "Eve"),
        ("@s", ""),
    ],
)
def test_selectors(play, selector, names):
    play(f"say {selector}")
    assert play.logged == [f"[Not Secure] [Rcon] {names}"]


def test_random_picks_somebody(play):
    assert {play("data get entity @r XpLevel") for _ in range(60)} == {
        f"{name} has the following entity data: {level}" for name, level in [("Steve", 0), ("Alex", 7), ("Eve", 0)]
    }


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("limit=0", "Limit must be at least 1"),
        ("limit=-1", "Limit must be at least 1"),
        ("distance=5..1", "Min cannot be bigger than max"),
        ("distance=-1", "Distance cannot be negative"),
        ("distance=..", "Expected value or range of values"),
        ("level=1.5", "Only whole numbers allowed, not decimals"),
        ("level=-1", "Level shouldn't be negative"),
        ("sort=up", "Invalid or unknown sort type 'up'"),
        ("gamemode=god", "Invalid or unknown game mode 'god'"),
        ("type=zombi", "Invalid or unknown entity type 'minecraft:zombi'"),
        ("limit", "Expected value for option 'limit'"),
        ("limit=1,limit=2", "Option 'limit' isn't applicable here"),
        ("predicate=x:y", "Option 'predicate' isn't applicable here"),
        ("limit=1", "Expected end of options"),
    ],
)
def test_bad_options(play, options, problem):
    closing = "" if problem == "Expected end of options" else "]"
    assert play(f"kill @e[{options}{closing}").startswith(problem)
    assert len(play.world.entities) == 2


@pytest.mark.parametrize(
    ("command", "place", "answer"),
    [
        ("tp Steve 1 2 3", (1.5, 2.0, 3.5), "Teleported Steve to 1.500000, 2.000000, 3.500000"),
        ("tp Steve 1.0 2 3.25", (1.0, 2.0, 3.25), "Teleported Steve to 1.000000, 2.000000, 3.250000"),
        ("tp Steve ~ ~10 ~-1.5", (0.0, 74.0, -1.5), "Teleported Steve to 0.000000, 74.000000, -1.500000"),
        ("tp Steve ^ ^2 ^3", (0.0, 66.0, 3.0), "Teleported Steve to 0.000000, 66.000000, 3.000000"),
        ("tp Steve Alex", (10.5, 64.0, 0.5), "Teleported Steve to Alex"),
        ("tp Steve 1 2 3 90 0", (1.5, 2.0, 3.5), "Teleported Steve to 1.500000, 2.000000, 3.500000"),
        ("tp Steve 1 2 3 facing 0 0 0", (1.5, 2.0, 3.5), "Teleported Steve to 1.500000, 2.000000, 3.500000"),
        ("tp Steve 1 2 3 facing entity Alex eyes", (1.5, 2.0, 3.5), "Teleported Steve to 1.500000, 2.000000, 3.500000"),
        ("tp Steve 40000000 0 0", (0.5, 64.0, 0.5), "Invalid position for teleport"),
        ("tp @a Eve", (50.5, 64.0, 0.5), "Teleported 3 entities to Eve"),
        ("teleport @a 0 0 0", (0.5, 0.0, 0.5), "Teleported 3 entities to 0.500000, 0.000000, 0.500000"),
    ],
)
def test_teleport(play, command, place, answer):
    assert (play(command), play.world.players["Steve"].position) == (answer, place)


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("execute as Alex run give @s bread", "Gave 1 [Bread] to Alex"),
        ("execute as @a run give @s bread", "".join(f"Gave 1 [Bread] to {name}" for name in ("Steve", "Alex", "Eve"))),
        ("execute as @a run give Nobody bread", ""),
        ("execute run give Nobody bread", "No player was found"),
        ("execute positioned 5 64 5 run give Nobody bread", "No player was found"),
        ("execute at Alex run tp Steve ~ ~1 ~", "Teleported Steve to 10.500000, 65.000000, 0.500000"),
        ("execute as Alex at @s run tp @s ~1 ~ ~", "Teleported Alex to 11.500000, 64.000000, 0.500000"),
        ("execute at Alex align xz run tp Steve ~ ~ ~", "Teleported Steve to 10.000000, 64.000000, 0.000000"),
        ("execute at Alex anchored eyes run tp Steve ~ ~ ~", "Teleported Steve to 10.500000, 64.000000, 0.500000"),
        ("execute align xx run list",
         "Invalid swizzle, expected combination of 'x', 'y' and 'z'...e align xx run list<--[HERE]"),
        ("execute positioned 8 64 0 run tp Steve ~ ~ ~", "Teleported Steve to 8.500000, 64.000000, 0.500000"),
        ("execute positioned as Eve run tp Steve ~ ~ ~", "Teleported Steve to 50.500000, 64.000000, 0.500000"),
        ("execute if entity Alex run seed", "Seed: [42]"),
        ("execute if entity Nobody run seed", ""),
        ("execute unless entity Nobody run seed", "Seed: [42]"),
        ("execute if entity @a", "Test passed, count: 3"),
        ("execute if entity Nobody", "Test failed"),
        ("execute unless entity Nobody", "Test passed"),
        ("execute unless entity @a", "Test failed, count: 3"),
        ("execute if block 0 63 0 grass_block", "Test passed"),
        ("execute if block 0 63 0 stone", "Test failed"),
        ("execute if entity @a[distance=..5] positioned ~ ~1 ~ run setblock ~ ~ ~ stone",
         "Changed the block at 0, 65, 0"),
        ("execute in the_moon run seed", "Unknown dimension 'minecraft:the_moon'"),
        ("execute as Nobody run seed", ""),
    ],
)  # fmt: skip
def test_execute(play, command, answer):
    assert play(command) == answer


def test_execute_in_another_dimension_scales_and_takes_along(play):
    assert play("execute in the_nether positioned 8 64 8 run tp Steve ~ ~ ~").startswith("Teleported Steve to 8.5")
    assert play("data get entity Steve Dimension") == 'Steve has the following entity data: "minecraft:the_nether"'
    assert play("execute at Steve in overworld run tp Alex ~ ~ ~").startswith("Teleported Alex to 68.000000")
    assert play("execute if entity @a[distance=..2000]") == "Test passed, count: 2"
