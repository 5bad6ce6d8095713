"""Coordinates: absolute, relative with ``~`` and local with ``^``."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from mcgod.sandbox.arguments.plain import Plain
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.world import heights

if TYPE_CHECKING:
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Position

_MIXED = "Cannot mix world & local coordinates (everything must either use ^ or not)"
_INCOMPLETE = "Incomplete (expected 3 coordinates)"
_FAR = 30_000_000  # blocks from the middle to the end of the world


class Coordinate(NamedTuple):
    """One number, added to the source's own when ``relative``."""

    value: float
    relative: bool

    def of(self, base: float) -> float:
        """Return the coordinate for a source at ``base``."""
        return base + self.value if self.relative else self.value


class Coordinates(NamedTuple):
    """Three coordinates; ``local`` ones are left, up, forwards of who looks south."""

    x: Coordinate
    y: Coordinate
    z: Coordinate
    local: bool = False


@dataclass(frozen=True, slots=True)
class Exact:
    """A position of decimals; whole numbers mean the middle of their block."""

    def parse(self, reader: Reader, _: Source) -> Coordinates:
        """Take three coordinates."""
        return _three(reader, whole=False)

    def resolve(self, source: Source, value: Coordinates) -> Position:
        """Return the position that ``value`` means for ``source``. Nobody here turns, so ``^`` looks south."""
        x, y, z = source.position
        return (value.x.of(x), value.y.of(y), value.z.of(z))


@dataclass(frozen=True, slots=True)
class Block:
    """The place of a block that exists; whole numbers."""

    def parse(self, reader: Reader, _: Source) -> Coordinates:
        """Take three coordinates."""
        return _three(reader, whole=True)

    def resolve(self, source: Source, value: Coordinates) -> tuple[int, int, int]:
        """Return the block's place, or refuse one outside the world."""
        x, y, z = (floor(part.of(base)) for part, base in zip(value[:3], source.position, strict=True))
        if not (-_FAR <= x < _FAR and -_FAR <= z < _FAR and y in heights(source.dimension)):
            raise Refusal("That position is out of this world!")
        return (x, y, z)


class Rotation(Plain):
    """Two angles. They are read, and mean nothing here: nobody looks anywhere."""

    def parse(self, reader: Reader, _: Source) -> None:
        """Take two angles."""
        start = reader.cursor
        if not reader.can_read():
            raise reader.fail("Incomplete (expected 2 coordinates)")
        _world_coordinate(reader, whole=False, centre=False)
        if not reader.skip(" "):
            raise reader.fail("Incomplete (expected 2 coordinates)", start)
        _world_coordinate(reader, whole=False, centre=False)


def _three(reader: Reader, *, whole: bool) -> Coordinates:
    start = reader.cursor
    local = reader.peek() == "^"
    found: list[Coordinate] = []
    for axis in range(3):
        if axis and not reader.skip(" "):
            raise reader.fail(_INCOMPLETE, start)
        if local:
            found.append(_local_coordinate(reader, start))
        else:
            found.append(_world_coordinate(reader, whole=whole, centre=axis != 1))
    x, y, z = found
    return Coordinates(x, y, z, local)


def _local_coordinate(reader: Reader, start: int) -> Coordinate:
    if not reader.can_read():
        raise reader.fail("Expected a coordinate")
    if not reader.skip("^"):
        raise reader.fail(_MIXED, start)
    return Coordinate(reader.decimal() if reader.peek() not in {"", " "} else 0.0, relative=True)


def _world_coordinate(reader: Reader, *, whole: bool, centre: bool) -> Coordinate:
    if reader.peek() == "^":
        raise reader.fail(_MIXED)
    if not reader.can_read():
        raise reader.fail("Expected a block position" if whole else "Expected a coordinate")
    relative = reader.skip("~")
    start = reader.cursor
    if relative and reader.peek() in {"", " "}:
        return Coordinate(0.0, relative=True)
    if whole and not relative:
        return Coordinate(float(reader.integer()), relative=False)
    value = reader.decimal()
    if centre and not whole and not relative and "." not in reader.text[start : reader.cursor]:
        value += 0.5
    return Coordinate(value, relative)
