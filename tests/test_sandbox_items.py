"""give and clear, and the inventories that they change."""

from __future__ import annotations

import pytest
from sandbox_play import Play

from mcgod.sandbox.world import Stack


@pytest.fixture
def play() -> Play:
    return Play("Steve", "Alex")


def slots(play: Play, name: str = "Steve") -> dict[int, tuple[str, int]]:
    inventory = play.world.players[name].inventory
    return {slot: (stack.id.removeprefix("minecraft:"), stack.count) for slot, stack in sorted(inventory.items())}


def test_give_tells_and_logs(play):
    assert play("give Steve oak_log 64") == "Gave 64 [Oak Log] to Steve"
    assert play.logged == ["[Rcon: Gave 64 [Oak Log] to Steve]"]
    assert slots(play) == {0: ("oak_log", 64)}


def test_give_fills_up_stacks_and_then_empty_slots(play):
    play.run("give Steve oak_log 50", "give Steve ender_pearl 20", "give Steve oak_log 30", "give Steve iron_sword 2")
    assert slots(play) == {
        0: ("oak_log", 64), 1: ("ender_pearl", 16), 2: ("ender_pearl", 4), 3: ("oak_log", 16), 4: ("iron_sword", 1),
        5: ("iron_sword", 1),
    }  # fmt: skip


def test_give_to_several_players(play):
    assert play("give @a bread 2") == "Gave 2 [Bread] to 2 players"
    assert slots(play, "Alex") == {0: ("bread", 2)}


def test_items_with_different_components_do_not_mix(play):
    assert play("""give Steve stick[custom_name='{"text":"Wand"}']""") == "Gave 1 [Wand] to Steve"
    play("give Steve stick 1")
    assert [stack.components for stack in play.world.players["Steve"].inventory.values()] == [
        """[custom_name='{"text":"Wand"}']""",
        "",
    ]


def test_what_does_not_fit_lies_on_the_ground(play):
    play.world.players["Steve"].inventory = {slot: Stack("minecraft:dirt", 64) for slot in range(36)}
    assert play("give Steve oak_log 65") == "Gave 65 [Oak Log] to Steve"
    assert [(one.type, one.item) for one in play.world.entities.values()] == [
        ("minecraft:item", Stack("minecraft:oak_log", 64)),
        ("minecraft:item", Stack("minecraft:oak_log", 1)),
    ]
    assert play("kill @e[type=item]") == "Killed 2 entities"


def test_in_creative_mode_what_does_not_fit_is_gone(play):
    play("gamemode creative Steve")
    play.world.players["Steve"].inventory = {slot: Stack("minecraft:dirt", 64) for slot in range(36)}
    play("give Steve oak_log 65")
    assert play.world.entities == {}


@pytest.mark.parametrize(
    ("item", "count", "answer"),
    [
        ("oak_log", 6400, "Gave 6400 [Oak Log] to Steve"),
        ("oak_log", 6401, "Can't give more than 6400 of [Oak Log]"),
        ("ender_pearl", 1601, "Can't give more than 1600 of [Ender Pearl]"),
        ("iron_sword", 101, "Can't give more than 100 of [Iron Sword]"),
    ],
)
def test_a_hundred_stacks_are_the_most(play, item, count, answer):
    assert play(f"give Steve {item} {count}") == answer


def test_a_refused_give_changes_and_logs_nothing(play):
    play("give Steve oak_log 6401")
    assert (slots(play), play.logged) == ({}, [])


def test_clear(play):
    play.run("give Steve oak_log 100", "give Steve bread 5")
    assert play.run(
        "clear Steve oak_log 0", "clear Steve oak_log 70", "clear Steve oak_log", "clear Steve oak_log", "clear @a"
    ) == [
        "Found 100 matching item(s) on player Steve",
        "Removed 70 item(s) from player Steve",
        "Removed 30 item(s) from player Steve",
        "No items were found on player Steve",
        "Removed 5 item(s) from 2 players",
    ]
    assert play("clear @a") == "No items were found on 2 players"


def test_clear_by_components(play):
    play.run("give Steve stick[damage=3,rarity=epic]", "give Steve stick")
    assert play("clear Steve *[damage=3]") == "Removed 1 item(s) from player Steve"
    assert slots(play) == {1: ("stick", 1)}


def test_clear_refuses_what_it_does_not_know(play):
    assert play("clear Steve oak_lug") == "Unknown item 'minecraft:oak_lug'...ear Steve oak_lug<--[HERE]"
    assert play("clear Steve #logs") == "Unknown item tag 'minecraft:logs'...ear Steve #logs<--[HERE]"


def test_before_1_20_5_items_carry_nbt():
    play = Play("Steve", version="1.20.4")
    assert play("give Steve stick{Damage:3} 2") == "Gave 2 [Stick] to Steve"
    assert play("data get entity Steve Inventory") == (
        'Steve has the following entity data: [{Slot: 0b, id: "minecraft:stick", Count: 2b, tag: {Damage: 3}}]'
    )
    assert play("give Steve stick[damage=3]") == (
        "Expected whitespace to end one argument, but found trailing data...teve stick[damage=3]<--[HERE]"
    )
