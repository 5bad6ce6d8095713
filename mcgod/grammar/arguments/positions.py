"""Places and directions. Source: WorldCoordinate, Vec3Argument, LocalCoordinates and their kin in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.reader import Reader

# A number under "value", and under "mode" whether it is absolute, relative or local.
Coordinate = dict[str, Any]

_MIXED = "Cannot mix world & local coordinates (everything must either use ^ or not)"


def vec3(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Coordinate]]:
    """Take a place in the world, to a fraction of a block."""
    return "coordinates", _several(reader, "xyz", _local if reader.peek() == "^" else _fraction)


def block_pos(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Coordinate]]:
    """Take the place of a block."""
    return "coordinates", _several(reader, "xyz", _local if reader.peek() == "^" else _block)


def vec2(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Coordinate]]:
    """Take a place without its height."""
    return "coordinates", _several(reader, "xz", _fraction)


def column_pos(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Coordinate]]:
    """Take the place of a column of blocks."""
    return "coordinates", _several(reader, "xz", _block)


def rotation(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Coordinate]]:
    """Take where somebody looks: ``y`` is the angle around the vertical axis and stands first."""
    return "rotation", _several(reader, "yx", _fraction)


def _several(reader: Reader, axes: str, read: Callable[[Reader], Coordinate]) -> dict[str, Coordinate]:
    start = reader.cursor
    if not reader.more:
        raise reader.fail(f"Incomplete (expected {len(axes)} coordinates)")
    found = {axes[0]: read(reader)}
    for axis in axes[1:]:
        if not reader.skip(" "):
            reader.cursor = start
            raise reader.fail(f"Incomplete (expected {len(axes)} coordinates)")
        found[axis] = read(reader)
    return found


def _local(reader: Reader) -> Coordinate:
    if not reader.more:
        raise reader.fail("Expected a coordinate")
    if not reader.skip("^"):
        raise reader.fail(_MIXED)
    return {"mode": "local", "value": _number(reader)}


def _fraction(reader: Reader) -> Coordinate:
    relative = _relative(reader, "Expected a coordinate")
    return {"mode": "relative" if relative else "absolute", "value": _number(reader)}


def _block(reader: Reader) -> Coordinate:
    if _relative(reader, "Expected a block position"):
        return {"mode": "relative", "value": _number(reader)}
    return {"mode": "absolute", "value": reader.integer() if reader.peek() != " " else 0}


def _relative(reader: Reader, missing: str) -> bool:
    if not reader.more:
        raise reader.fail(missing)
    if reader.peek() == "^":
        raise reader.fail(_MIXED)
    return reader.skip("~")


def _number(reader: Reader) -> float:
    return reader.decimal() if reader.peek() not in {"", " "} else 0.0
