"""time and weather."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.clock import SPELLS
from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()
DAY = 24000  # ticks
_NAMED = {"day": 1000, "noon": 6000, "night": 13000, "midnight": 18000}
_WORDS = {"clear": "clear", "rain": "rain", "thunder": "rain & thunder"}


@FAMILY.command("time set (name:day|noon|night|midnight)")
def set_named(source: Source, name: str) -> None:
    """Set the time of day by its name."""
    set_time(source, _NAMED[name])


@FAMILY.command("time set <time:time>")
def set_time(source: Source, time: int) -> None:
    """Set the time of day, in ticks."""
    source.world.daytime = time
    source.answer(f"Set the time to {time}")


@FAMILY.command("time add <time:time>")
def add_time(source: Source, time: int) -> None:
    """Move the time of day on."""
    source.world.daytime += time
    source.answer(f"Set the time to {source.world.daytime % DAY}")


@FAMILY.command("time query (what:daytime|gametime|day)")
def query(source: Source, what: str) -> None:
    """Tell the time."""
    world = source.world
    times = {"daytime": world.daytime % DAY, "gametime": world.gametime % 2**31, "day": world.daytime // DAY % 2**31}
    source.answer(f"The time is {times[what]}", broadcast=False)


@FAMILY.command("weather (kind:clear|rain|thunder) [<duration:time 1>]")
def weather(source: Source, kind: str, duration: int = 0) -> None:
    """Set the weather, for as long as its shortest spell unless told."""
    source.world.weather = kind
    source.world.weather_ticks = duration or SPELLS[kind][0]
    source.answer(f"Set the weather to {_WORDS[kind]}")
