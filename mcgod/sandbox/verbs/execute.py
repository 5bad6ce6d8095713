"""execute: another command as, at or for somebody else."""

from __future__ import annotations

from dataclasses import replace
from math import floor
from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Entity, Player, Position

    Creature = Player | Entity
    Place = tuple[int, int, int]

FAMILY = Family()


@FAMILY.fork("execute run", onward="", silent=False)
def run(source: Source) -> list[Source]:
    """Go on with any command."""
    return [source]


@FAMILY.fork("execute as <targets:some>", onward="execute")
def as_each(source: Source, targets: list[Creature]) -> list[Source]:
    """Run as each of ``targets``, from where the source is."""
    return [source.by(one) for one in targets]


@FAMILY.fork("execute at <targets:some>", onward="execute")
def at_each(source: Source, targets: list[Creature]) -> list[Source]:
    """Run from where each of ``targets`` is."""
    return [source.at(one.position, one.dimension) for one in targets]


@FAMILY.fork("execute positioned <pos:position>", onward="execute", silent=False)
def positioned(source: Source, pos: Position) -> list[Source]:
    """Run from a place."""
    return [source.at(pos, source.dimension)]


@FAMILY.fork("execute positioned as <targets:some>", onward="execute")
def positioned_as(source: Source, targets: list[Creature]) -> list[Source]:
    """Run from the place of each of ``targets``, in the source's dimension."""
    return [source.at(one.position, source.dimension) for one in targets]


@FAMILY.fork("execute anchored (anchor:eyes|feet)", onward="execute", silent=False)
def anchored(source: Source, anchor: str) -> list[Source]:  # noqa: ARG001 - read, and means nothing here
    """Run from the eyes or the feet. Nobody here is taller than a point, so they are one place."""
    return [source]


@FAMILY.fork("execute align <axes:axes>", onward="execute", silent=False)
def align(source: Source, axes: str) -> list[Source]:
    """Run from the lower corner of the block, along ``axes``."""
    x, y, z = (floor(value) if axis in axes else value for axis, value in zip("xyz", source.position, strict=True))
    return [source.at((float(x), float(y), float(z)), source.dimension)]


@FAMILY.fork("execute in <dimension:dimension>", onward="execute", silent=False)
def inside(source: Source, dimension: str) -> list[Source]:
    """Run in another dimension; between overworld and nether places count one to eight."""
    x, y, z = source.position
    factor = _SCALE.get(source.dimension, 1.0) / _SCALE.get(dimension, 1.0)
    return [replace(source, dimension=dimension, position=(x * factor, y, z * factor))]


_SCALE = {"minecraft:the_nether": 8.0}


def _condition(line: str, holds: Callable[..., int]) -> None:
    """Declare ``if`` and ``unless`` of one condition, in the middle of a command and at its end."""
    for word, wanted in (("if", True), ("unless", False)):

        def forward(source: Source, *, wanted: bool = wanted, **given: object) -> list[Source]:
            return [source] if bool(holds(source, **given)) == wanted else []

        def test(source: Source, *, wanted: bool = wanted, **given: object) -> None:
            count = holds(source, **given)
            if bool(count) != wanted:
                raise Refusal("Test failed" + (f", count: {count}" if count else ""))
            source.answer(
                "Test passed" + (f", count: {count}" if count and line.startswith("entity") else ""), broadcast=False
            )

        FAMILY.fork(f"execute {word} {line}", onward="execute")(forward)
        FAMILY.command(f"execute {word} {line}")(test)


def _entities(_: Source, *, entities: list[Creature]) -> int:
    return len(entities)


def _block(source: Source, *, pos: Place, block: str) -> int:
    there = source.world.block(source.dimension, *pos)
    return block in {there, there.partition("[")[0]}


_condition("entity <entities:some>", _entities)
_condition("block <pos:place> <block:block>", _block)
