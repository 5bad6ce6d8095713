"""Things that a pack defines and that a command may also spell out: loot tables, predicates, dialogs.

The value is ``{"id": ...}`` or ``{"inline": ...}``. Source: ResourceOrIdArgument of the game (1.20.5).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import snbt

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader


def loot_table(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a loot table."""
    return "loot_table", _read(reader)


def loot_predicate(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a predicate."""
    return "predicate", _read(reader)


def loot_modifier(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take an item modifier."""
    return "modifier", _read(reader)


def dialog(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a dialog (1.21.6)."""
    return "dialog", _read(reader)


def feature(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a feature of the landscape (26.3)."""
    return "feature", _read(reader)


def opaque(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take data or an id whose contents are not looked at: number providers, slot sources, swings (26.3)."""
    if reader.peek() in {"{", "[", '"', "'", "-", "+", "."} or reader.peek().isdecimal():
        return "opaque", {"inline": snbt.read(reader)}
    return "opaque", _read(reader)


def _read(reader: Reader) -> dict[str, Any]:
    if reader.peek() in {"{", "["}:
        return {"inline": snbt.read(reader)}
    start = reader.cursor
    name = reader.id()
    if name.endswith(":"):
        raise reader.fail("Invalid ID", start)
    return {"id": name}
