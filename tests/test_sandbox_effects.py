"""effect, and the clock that lets effects, days and weather pass."""

from __future__ import annotations

import pytest
from sandbox_play import Play

from mcgod.sandbox.clock import Clock, advance
from mcgod.sandbox.world import INFINITE, Effect


@pytest.fixture
def play() -> Play:
    return Play("Steve", "Alex")


def effects(play: Play, name: str = "Steve") -> dict[str, Effect]:
    return play.world.players[name].effects


def test_effects_are_given_and_cleared(play):
    assert play.run(
        "effect give Steve speed", "effect give Steve strength 60 1 true", "effect give @a unluck infinite",
        "effect clear Steve speed", "effect clear Steve speed", "effect clear @a", "effect clear Steve",
    ) == [
        "Applied effect Speed to Steve",
        "Applied effect Strength to Steve",
        "Applied effect Bad Luck to 2 targets",
        "Removed effect Speed from Steve",
        "Target doesn't have the requested effect",
        "Removed every effect from 2 targets",
        "Target has no effects to remove",
    ]  # fmt: skip


def test_what_an_effect_is(play):
    play.run("effect give Steve speed", "effect give Steve strength 60 1 true", "effect give Steve luck infinite 2")
    assert effects(play) == {
        "minecraft:speed": Effect(0, 600),
        "minecraft:strength": Effect(1, 1200, particles=False),
        "minecraft:luck": Effect(2, INFINITE),
    }


def test_hiding_the_particles_counts_as_a_change(play):
    play("effect give Steve speed 30 0")
    assert play("effect give Steve speed 10 0 true") == "Applied effect Speed to Steve"
    assert effects(play) == {"minecraft:speed": Effect(0, 600, particles=False)}


@pytest.mark.parametrize(
    ("second", "applies"), [("20 0", False), ("60 0", True), ("5 1", True), ("30 0", False), ("infinite 0", True)]
)
def test_only_something_stronger_replaces_an_effect(play, second, applies):
    play("effect give Steve speed 30 0")
    failed = "Unable to apply this effect (target is either immune to effects, or has something stronger)"
    assert play(f"effect give Steve speed {second}") == ("Applied effect Speed to Steve" if applies else failed)


def test_instant_effects_act_at_once(play):
    steve = play.world.players["Steve"]
    play("effect give Steve instant_damage 1 1")
    assert (steve.health, steve.effects) == (8.0, {})
    play("effect give Steve instant_health 1")
    assert steve.health == 12.0
    steve.food = 10
    play("effect give Steve saturation 1 4")
    assert (steve.food, steve.saturation) == (15, 15.0)


def test_instant_damage_can_kill(play):
    play("effect give Steve instant_damage 1 4")
    assert play.logged[0] == "Steve was killed by magic"


def test_things_are_immune(play):
    play("summon item ~ ~ ~ {Item:{id:stone,count:3}}")
    assert play("effect give @e[type=item] speed").startswith("Unable to apply this effect")
    play("summon zombie")
    assert play("effect give @e[type=zombie] speed") == "Applied effect Speed to Zombie"


def test_time_passes_only_with_a_clock():
    play = Play()
    seconds = [100.0]
    clock = Clock(play.world, lambda: seconds[0])
    seconds[0] = 101.53
    clock.catch_up()
    assert (play.world.gametime, play.world.daytime) == (30, 1030)
    seconds[0] = 102.0
    clock.catch_up()
    assert play.world.gametime == 40
    Clock(play.world).catch_up()
    assert play.world.gametime == 40


def test_effects_run_out(play):
    play.run("effect give Steve speed 1", "effect give Steve luck infinite")
    advance(play.world, 19)
    assert effects(play)["minecraft:speed"].ticks == 1
    advance(play.world, 1)
    assert list(effects(play)) == ["minecraft:luck"]


def test_weather_changes_by_itself_unless_a_rule_forbids_it(play):
    play("weather thunder 5s")
    advance(play.world, 99)
    assert (play.world.weather, play.world.weather_ticks) == ("thunder", 1)
    advance(play.world, 1)
    assert (play.world.weather, play.world.weather_ticks) == ("clear", 12000)
    play.run("gamerule doWeatherCycle false", "gamerule doDaylightCycle false", "time set 0")
    advance(play.world, 100_000)
    assert (play.world.weather, play.world.daytime) == ("clear", 0)
