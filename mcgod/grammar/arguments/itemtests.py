"""Tests for items: an id, ``#tag`` or ``*``, with what the item must carry.

The value is ``{"id": ..., "tests": [[negated, id, "" | "=" | "~", value], ...], "nbt": {...} or None}``; the tests
stand in the order of the text, whether joined by "and" or by "or". Source: ComponentPredicateParser of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import snbt
from mcgod.grammar.arguments.items import read_component, read_id

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

# What ``~`` knows; the later ones came with 1.21 and 1.21.5. ``count`` is no component, but can be asked for.
_PREDICATES = frozenset({
    "count", "damage", "enchantments", "stored_enchantments", "potion_contents", "custom_data", "container",
    "bundle_contents", "firework_explosion", "fireworks", "writable_book_content", "written_book_content",
    "attribute_modifiers", "trim", "jukebox_playable", "villager/variant",
})  # fmt: skip
_SINCE_1_21_5 = (1, 21, 5)


def item_predicate(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a test for items."""
    new = reader.dialect.components
    if reader.peek() == "#":
        reader.cursor += 1
        name = f"#{reader.id()}"
    elif new and reader.skip("*"):
        name = "*"
    else:
        name = read_id(reader)
    found: dict[str, Any] = {"id": name, "tests": [], "nbt": None}
    if new and reader.skip("["):
        found["tests"] = _tests(reader)
    elif not new and reader.peek() == "{":
        found["nbt"] = snbt.read_compound(reader)
    return "item_predicate", found


def _tests(reader: Reader) -> list[list[Any]]:
    found: list[list[Any]] = []
    reader.skip_blanks()
    while reader.peek() != "]":
        reader.skip_blanks()
        found.append(_test(reader))
        reader.skip_blanks()
        if not reader.skip(",") and not reader.skip("|"):
            break
        if not reader.more:
            raise reader.fail("Expected item component")
    reader.expect("]")
    return found


def _test(reader: Reader) -> list[Any]:
    negated = reader.skip("!")
    reader.skip_blanks()
    start = reader.cursor
    name = reader.id()
    reader.skip_blanks()
    if reader.skip("~"):
        _check_predicate(reader, name, start)
        reader.skip_blanks()
        return [negated, name, "~", snbt.read(reader)]
    _check_component(reader, name, start)
    if reader.skip("="):
        reader.skip_blanks()
        return [negated, name, "=", read_component(reader, name)]
    return [negated, name, "", None]


def _check_predicate(reader: Reader, name: str, start: int) -> None:
    bare = name.removeprefix("minecraft:")
    later = reader.dialect.since(*_SINCE_1_21_5) and reader.dialect.registry.has("data_component_type", name)
    if bare not in _PREDICATES and not later:
        raise reader.fail(f"Unknown item predicate '{name}'", start)


def _check_component(reader: Reader, name: str, start: int) -> None:
    known = reader.dialect.registry
    if name == "minecraft:count" or not known.ids("data_component_type"):
        return
    if not known.has("data_component_type", name):
        raise reader.fail(f"Unknown item component '{name}'", start)
