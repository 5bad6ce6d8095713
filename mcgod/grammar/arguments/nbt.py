"""Data and paths into it. Source: NbtPathArgument of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar import scalars, snbt

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

_NAME = re.compile(r"""[^ "'\[\].{}]*""")


def nbt_tag(reader: Reader, _: dict[str, Any]) -> tuple[str, Any]:
    """Take any value."""
    return "snbt", snbt.read(reader)


def nbt_compound_tag(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a compound."""
    return "snbt", snbt.read_compound(reader)


def nbt_path(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take a path such as ``Items[0].id``; the value is its text."""
    start = reader.cursor
    while reader.peek() not in {"", " "}:
        _element(reader, first=reader.cursor == start)
        if reader.peek() not in {"", " ", "[", "{"}:
            reader.expect(".")
    return "nbt_path", reader.text[start : reader.cursor]


def _element(reader: Reader, *, first: bool) -> None:
    match reader.peek():
        case "[":
            _index(reader)
            return
        case "{":
            if not first:
                raise reader.fail("Invalid NBT path element")
            snbt.read_compound(reader)
            return
        case '"' | "'":
            name = scalars.quoted(reader)
        case _:
            name = reader.take(_NAME)
    if not name:
        raise reader.fail("Invalid NBT path element")
    if reader.peek() == "{":
        snbt.read_compound(reader)


def _index(reader: Reader) -> None:
    reader.expect("[")
    if reader.peek() == "{":
        snbt.read_compound(reader)
    elif reader.peek() != "]":
        reader.integer()
    reader.expect("]")
