"""setblock and fill: blocks."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.sandbox.source import Source

    Place = tuple[int, int, int]

FAMILY = Family()
_AIR = frozenset({"minecraft:air", "minecraft:cave_air", "minecraft:void_air"})


@FAMILY.command("setblock <pos:place> <block:block> [(mode:destroy|keep|replace)]")
def setblock(source: Source, pos: Place, block: str, mode: str = "replace") -> None:
    """Put one block."""
    world = source.world
    occupied = mode == "keep" and world.block(source.dimension, *pos) not in _AIR
    if occupied or not world.set_block(source.dimension, pos, block):
        raise Refusal("Could not set the block")
    source.answer("Changed the block at {}, {}, {}".format(*pos))


# The game calls the first corner `from`, which Python keeps for itself.
@FAMILY.command("fill <start=from:place> <to:place> <block:block> [(mode:destroy|hollow|keep|outline|replace)]")
@FAMILY.command("fill <start=from:place> <to:place> <block:block> (mode:replace) <only=filter:block>")
def fill(source: Source, *, start: Place, to: Place, block: str, mode: str = "replace", only: str = "") -> None:
    """Fill a box, or its shell, or the blocks in it that are as ``only``; without states that means all states."""
    low, high = _corners(source, start, to)
    world, dimension = source.world, source.dimension
    count = 0
    for place in _places(low, high):
        old = world.block(dimension, *place)
        inner = all(a < at < b for a, at, b in zip(low, place, high, strict=True))
        if (only and only not in {old, old.partition("[")[0]}) or (mode == "keep" and old not in _AIR):
            continue
        if mode != "outline" or not inner:
            count += world.set_block(dimension, place, "minecraft:air" if mode == "hollow" and inner else block)
    if not count:
        raise Refusal("No blocks were filled")
    source.answer(f"Successfully filled {count} block(s)")


def _corners(source: Source, one: Place, other: Place) -> tuple[Place, Place]:
    low = (min(one[0], other[0]), min(one[1], other[1]), min(one[2], other[2]))
    high = (max(one[0], other[0]), max(one[1], other[1]), max(one[2], other[2]))
    volume = (high[0] - low[0] + 1) * (high[1] - low[1] + 1) * (high[2] - low[2] + 1)
    most = source.world.gamerules["commandModificationBlockLimit"]
    if volume > most:
        raise Refusal(f"Too many blocks in the specified area (maximum {most}, specified {volume})")
    return low, high


def _places(low: Place, high: Place) -> Iterator[Place]:
    x, y, z = (range(a, b + 1) for a, b in zip(low, high, strict=True))
    return product(x, y, z)
