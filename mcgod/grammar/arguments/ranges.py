"""Ranges of numbers: ``5``, ``..5``, ``2..`` and ``2..5``. Source: MinMaxBounds of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar.reader import INT, finite

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

# The ends under "min" and "max"; None where the range is open.
Range = dict[str, Any]

# A dot belongs to the number unless another one follows.
_NUMBER = re.compile(r"(?:[0-9-]|\.(?!\.))*")
_SHAPES = {"integer": re.compile(r"-?[0-9]{1,11}"), "double": re.compile(r"-?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")}


def int_range(reader: Reader, _: dict[str, Any]) -> tuple[str, Range]:
    """Take a range of whole numbers."""
    return "range", read(reader, "integer")


def float_range(reader: Reader, _: dict[str, Any]) -> tuple[str, Range]:
    """Take a range of numbers."""
    return "range", read(reader, "double")


def read(reader: Reader, kind: str) -> Range:
    """Take a range of ``integer`` or ``double`` numbers."""
    start = reader.cursor
    low = _number(reader, kind, start)
    high = _number(reader, kind, start) if reader.skip("..") else low
    if low is None and high is None:
        raise reader.fail("Expected value or range of values", start)
    if low is not None and high is not None and low > high:
        raise reader.fail("Min cannot be bigger than max", start)
    return {"min": low, "max": high}


def _number(reader: Reader, kind: str, start: int) -> float | None:
    word = reader.take(_NUMBER)
    if not word:
        return None
    if not _SHAPES[kind].fullmatch(word):
        raise reader.fail(f"Invalid {kind} '{word}'", start)
    if kind == "double":
        return finite(word)
    if int(word) not in INT:
        raise reader.fail(f"Invalid integer '{word}'", start)
    return int(word)
