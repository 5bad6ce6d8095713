"""The passing of time in the world: day, weather and effects, 20 ticks a second."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.world import INFINITE, World

if TYPE_CHECKING:
    from collections.abc import Callable

TICKS = 20  # a second

# The shortest that each weather lasts by itself, in ticks, and what follows it.
SPELLS = {"clear": (12000, "rain"), "rain": (12000, "clear"), "thunder": (3600, "clear")}


class Clock:
    """Moves a world along with ``now``, a function that counts seconds; without one time stands still."""

    def __init__(self, world: World, now: Callable[[], float] | None = None) -> None:
        self._world = world
        self._now = now
        self._last = now() if now else 0.0

    def catch_up(self) -> None:
        """Advance the world by the whole ticks since the last call."""
        if not self._now:
            return
        ticks = int((self._now() - self._last) * TICKS)
        if ticks > 0:
            self._last += ticks / TICKS
            advance(self._world, ticks)


def advance(world: World, ticks: int) -> None:
    """Let ``ticks`` pass."""
    world.gametime += ticks
    if world.gamerules["doDaylightCycle"]:
        world.daytime += ticks
    if world.gamerules["doWeatherCycle"]:
        _weather(world, ticks)
    for creature in [*world.online(), *world.entities.values()]:
        for name, effect in list(creature.effects.items()):
            if effect.ticks == INFINITE:
                continue
            effect.ticks -= ticks
            if effect.ticks <= 0:
                del creature.effects[name]


def _weather(world: World, ticks: int) -> None:
    world.weather_ticks -= ticks
    while world.weather_ticks <= 0:
        world.weather = SPELLS[world.weather][1]
        world.weather_ticks += SPELLS[world.weather][0]
