"""Paths into data, ``Inventory[0].id`` and ``Inventory[{Slot: 0b}]``. Pure.

Source: the game's NbtPathArgument, 1.21.4.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcgod.sandbox import snbt
from mcgod.sandbox.reader import Refusal

if TYPE_CHECKING:
    from mcgod.sandbox.reader import Reader

_NAME = re.compile(r"[^ \"'\[\].{}]+")
_INVALID = "Invalid NBT path element"

# A step is a key, an index, a compound that must match, or None for every element.
Key = tuple[str, "dict[str, Any] | None"]
Index = int | dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class Path:
    """A path, and the text that it was written as."""

    text: str
    steps: tuple[Key | tuple[Index], ...]

    def get(self, data: Any) -> list[Any]:
        """Return all that the path leads to; raises Refusal when there is nothing."""
        found = [data]
        for step in self.steps:
            found = [one for value in found for one in _follow(value, step)]
        if not found:
            raise Refusal(f"Found no elements matching {self.text}")
        return found


def read(reader: Reader) -> Path:
    """Take a path. Raises Refusal."""
    start = reader.cursor
    steps: list[Key | tuple[Index]] = []
    while reader.can_read() and reader.peek() != " ":
        if reader.peek() == "[":
            steps.append((_index(reader),))
        else:
            steps.append(_key(reader, first=not steps))
        if reader.peek() not in {"", " ", "[", "{"}:
            reader.expect(".")
            if reader.peek() in {"", " "}:
                raise reader.fail(_INVALID)
    if not steps:
        raise reader.fail(_INVALID)
    return Path(reader.text[start : reader.cursor], tuple(steps))


def _key(reader: Reader, *, first: bool) -> Key:
    if reader.peek() == "{":
        if not first:
            raise reader.fail(_INVALID)
        return ("", snbt.read_compound(reader))
    if reader.peek() in {'"', "'"}:
        name = reader.quoted()
    elif found := _NAME.match(reader.text, reader.cursor):
        name = found[0]
        reader.cursor = found.end()
    else:
        raise reader.fail(_INVALID)
    return (name, snbt.read_compound(reader) if reader.peek() == "{" else None)


def _index(reader: Reader) -> Index:
    reader.expect("[")
    index: Index = None
    if reader.peek() == "{":
        index = snbt.read_compound(reader)
    elif reader.peek() != "]":
        index = reader.integer()
    reader.expect("]")
    return index


def _follow(value: Any, step: Key | tuple[Index]) -> list[Any]:
    match step:
        case ("", dict() as wanted):
            return [value] if snbt.matches(wanted, value) else []
        case (str() as name, wanted):
            found = [value[name]] if isinstance(value, dict) and name in value else []
            return [one for one in found if wanted is None or snbt.matches(wanted, one)]
        case (index,) if isinstance(value, list):
            return _pick(value, index)
    return []


def _pick(values: list[Any], index: Any) -> list[Any]:
    if index is None:
        return list(values)
    if isinstance(index, dict):
        return [one for one in values if snbt.matches(index, one)]
    return [values[index]] if -len(values) <= index < len(values) else []
