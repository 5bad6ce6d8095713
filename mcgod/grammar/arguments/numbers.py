"""Numbers, truth values and times. Source: Brigadier's numeric arguments (MIT), TimeArgument of the game."""

from __future__ import annotations

from math import floor, inf
from typing import TYPE_CHECKING, Any

from mcgod.grammar.reader import INT, LONG

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

_UNITS = {"": 1, "t": 1, "s": 20, "d": 24000}


def integer(reader: Reader, limits: dict[str, Any]) -> tuple[str, int]:
    """Take an int within ``min`` and ``max``."""
    return "integer", _whole(reader, limits, INT)


def long(reader: Reader, limits: dict[str, Any]) -> tuple[str, int]:
    """Take a long within ``min`` and ``max``."""
    return "integer", _whole(reader, limits, LONG)


def _whole(reader: Reader, limits: dict[str, Any], bounds: range) -> int:
    start = reader.cursor
    value = reader.integer(bounds)
    _check(reader, "Integer" if bounds is INT else "Long", value, limits, start)
    return value


def single(reader: Reader, limits: dict[str, Any]) -> tuple[str, float]:
    """Take a float within ``min`` and ``max``."""
    start = reader.cursor
    value = reader.decimal("float")
    _check(reader, "Float", value, limits, start)
    return "float", value


def double(reader: Reader, limits: dict[str, Any]) -> tuple[str, float]:
    """Take a double within ``min`` and ``max``."""
    start = reader.cursor
    value = reader.decimal()
    _check(reader, "Double", value, limits, start)
    return "float", value


def boolean(reader: Reader, _: dict[str, Any]) -> tuple[str, bool]:
    """Take ``true`` or ``false``."""
    return "bool", reader.boolean()


def time(reader: Reader, limits: dict[str, Any]) -> tuple[str, int]:
    """Take a time such as ``10s``; the value is in ticks."""
    number = reader.decimal("float")
    unit = reader.word()
    if unit not in _UNITS:
        raise reader.fail("Invalid unit")
    # Java's Math.round: half a tick counts as one, and what is too big is the biggest int.
    ticks = floor(max(min(number * _UNITS[unit] + 0.5, INT[-1]), INT[0]))
    low = limits.get("min", 0)
    if ticks < low:
        known = reader.dialect.since(1, 19, 4)
        raise reader.fail(
            f"Tick count must not be less than {low}, found {ticks}" if known else "Tick count must be non-negative"
        )
    return "time", ticks


def angle(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take one angle in degrees, which may be relative."""
    if not reader.more:
        raise reader.fail("Incomplete (expected 1 angle)")
    relative = reader.skip("~")
    value = reader.decimal("float") if reader.peek() not in {"", " "} else 0.0
    return "angle", {"mode": "relative" if relative else "absolute", "value": value}


def _check(reader: Reader, kind: str, value: float, limits: dict[str, Any], start: int) -> None:
    low, high = limits.get("min", -inf), limits.get("max", inf)
    if value < low:
        reader.cursor = start
        raise reader.fail(f"{kind} must not be less than {low}, found {value}")
    if value > high:
        reader.cursor = start
        raise reader.fail(f"{kind} must not be more than {high}, found {value}")
