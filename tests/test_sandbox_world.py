"""The world that commands change: time, weather, rules, blocks and entities."""

from __future__ import annotations

import pytest
from sandbox_play import Play


@pytest.fixture
def play() -> Play:
    return Play("Steve")


def test_time(play):
    assert play.run(
        "time set day", "time set midnight", "time set 1d", "time add 2.5s", "time query daytime", "time query day",
        "time query gametime", "time set 100",
    ) == [
        "Set the time to 1000", "Set the time to 18000", "Set the time to 24000", "Set the time to 50",
        "The time is 50", "The time is 1", "The time is 0", "Set the time to 100",
    ]  # fmt: skip
    assert play.logged == [
        "[Rcon: Set the time to 1000]", "[Rcon: Set the time to 18000]", "[Rcon: Set the time to 24000]",
        "[Rcon: Set the time to 50]", "[Rcon: Set the time to 100]",
    ]  # fmt: skip


def test_weather(play):
    assert play.run("weather rain", "weather thunder 6000", "weather clear 10s") == [
        "Set the weather to rain", "Set the weather to rain & thunder", "Set the weather to clear",
    ]  # fmt: skip
    assert (play.world.weather, play.world.weather_ticks) == ("clear", 200)


def test_rules(play):
    assert play.run(
        "gamerule keepInventory", "gamerule keepInventory true", "gamerule keepInventory", "gamerule randomTickSpeed 9",
        "gamerule randomTickSpeed", "difficulty", "difficulty hard", "difficulty hard", "difficulty",
        "defaultgamemode creative", "setworldspawn 10 70 10",
    ) == [
        "Gamerule keepInventory is currently set to: false",
        "Gamerule keepInventory is now set to: true",
        "Gamerule keepInventory is currently set to: true",
        "Gamerule randomTickSpeed is now set to: 9",
        "Gamerule randomTickSpeed is currently set to: 9",
        "The difficulty is Easy",
        "The difficulty has been set to Hard",
        "The difficulty did not change; it is already set to Hard",
        "The difficulty is Hard",
        "The default game mode is now Creative Mode",
        "Set the world spawn point to 10, 70, 10 [0.0]",
    ]  # fmt: skip
    assert play("setblock ~ ~ ~ stone") == "Changed the block at 10, 70, 10"


def test_setblock(play):
    assert play.run(
        "setblock 1 64 1 oak_log[axis=x]", "setblock 1 64 1 oak_log[axis=x]", "setblock 1 64 1 stone keep",
        "setblock 1 64 1 air destroy", "setblock 1 64 1 stone keep", "setblock 1 400 1 stone", "setblock 0 -64 0 air",
        "setblock ~ ~-1 ~ chest{Items:[]}",
    ) == [
        "Changed the block at 1, 64, 1",
        "Could not set the block",
        "Could not set the block",
        "Changed the block at 1, 64, 1",
        "Changed the block at 1, 64, 1",
        "That position is out of this world!",
        "Changed the block at 0, -64, 0",
        "Changed the block at 0, 63, 0",
    ]  # fmt: skip
    assert play.world.blocks == {
        "minecraft:overworld": {"1,64,1": "minecraft:stone", "0,-64,0": "minecraft:air", "0,63,0": "minecraft:chest"}
    }


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("fill 0 64 0 2 66 2 stone", "Successfully filled 27 block(s)"),
        ("fill 2 66 2 0 64 0 stone", "Successfully filled 27 block(s)"),
        ("fill 0 64 0 2 66 2 stone outline", "Successfully filled 26 block(s)"),
        ("fill 0 64 0 2 66 2 stone hollow", "Successfully filled 26 block(s)"),
        ("fill 0 63 0 2 64 2 stone keep", "Successfully filled 9 block(s)"),
        ("fill 0 60 0 2 64 2 stone replace dirt", "Successfully filled 27 block(s)"),
        ("fill 0 64 0 2 66 2 air", "No blocks were filled"),
        ("fill 0 64 0 31 95 31 stone", "Successfully filled 32768 block(s)"),
        ("fill 0 64 0 31 95 32 stone", "Too many blocks in the specified area (maximum 32768, specified 33792)"),
        ("fill 0 300 0 0 330 0 stone", "That position is out of this world!"),
    ],
)
def test_fill(play, command, answer):
    assert play(command) == answer
    assert play.logged == ([f"[Rcon: {answer}]"] if answer.startswith("Successfully") else [])


def test_the_block_limit_is_a_rule(play):
    play("gamerule commandModificationBlockLimit 8")
    assert play("fill 0 64 0 2 64 2 stone") == "Too many blocks in the specified area (maximum 8, specified 9)"


def test_hollow_clears_the_inside(play):
    play.run("fill 0 64 0 2 66 2 dirt", "fill 0 64 0 2 66 2 stone hollow")
    assert play("execute if block 1 65 1 air") == "Test passed"


def test_putting_the_ground_back_forgets_the_change(play):
    play.run("setblock 0 63 0 stone", "setblock 0 63 0 grass_block")
    assert play.world.blocks == {"minecraft:overworld": {}}


def test_summon(play):
    assert play.run(
        "summon zombie", """summon zombie 0 64 0 {CustomName:'{"text":"Bob"}',NoAI:1b,Tags:["boss"],Health:5f}""",
        "summon item ~ ~ ~ {Item:{id:\"minecraft:stone\",count:3}}", "summon player", "summon fishing_bobber",
        "summon pig 40000000 0 0", "summon pig ~ ~ ~ {a:}", "kill @e[type=!player]",
    ) == [
        "Summoned new Zombie",
        "Summoned new Bob",
        "Summoned new Stone",
        "Can't summon entity of type minecraft:player",
        "Can't summon entity of type minecraft:fishing_bobber",
        "Invalid position for summon",
        "Expected value... ~ ~ ~ {a:}<--[HERE]",
        "Killed 3 entities",
    ]  # fmt: skip


def test_what_a_summoned_entity_is(play):
    play("""summon zombie 0 64 0 {CustomName:'"Bob"',NoAI:1b,Tags:["boss"],Health:5f}""")
    assert play("data get entity @e[tag=boss,limit=1] NoAI") == "Bob has the following entity data: 1b"
    assert play("data get entity @e[tag=boss,limit=1] Health") == "Bob has the following entity data: 5.0f"
    assert play("kill @e[nbt={NoAI:1b}]") == "Killed Bob"


@pytest.mark.parametrize(
    "nbt", ["{Tags:5}", "{Tags:'a'}", "{Health:'x'}", "{Item:5}", "{CustomName:[1]}", "{Item:{id:5}}"]
)
def test_odd_data_does_no_harm(play, nbt):
    assert play(f"summon item ~ ~ ~ {nbt}").startswith("Summoned new ")


@pytest.mark.parametrize("command", ["seed", "reload", "save-all", "save-all flush", "stop"])
def test_the_server_itself(play, command):
    saved = "Saving the game (this may take a moment!)Saved the game"
    answers = {"seed": "Seed: [42]", "reload": "Reloading!", "stop": "Stopping the server"}
    assert play(command) == answers.get(command, saved)
    assert play.asked == {"stop": ["stop"], "seed": [], "reload": []}.get(command, ["save"])
    assert play.logged == {
        "seed": [], "reload": ["[Rcon: Reloading!]"], "stop": ["[Rcon: Stopping the server]"],
    }.get(command, ["[Rcon: Saved the game]"])  # fmt: skip
