"""Items: ``stick``, ``stick{...}`` until 1.20.4, ``stick[component=value,!other]`` since 1.20.5.

The value is ``{"id": ..., "components": {id: value}, "removed": [id, ...], "nbt": {...} or None}``.
Source: ItemParser of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import itemdata, snbt

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader


def item_stack(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take one kind of item that exists, with its data."""
    if reader.peek() == "#":
        raise reader.fail("Tags aren't allowed here, only actual items")
    found: dict[str, Any] = {"id": read_id(reader), "components": {}, "removed": [], "nbt": None}
    if reader.dialect.components:
        if reader.skip("["):
            _components(reader, found)
    elif reader.peek() == "{":
        found["nbt"] = snbt.read_compound(reader)
    return "item", found


def read_id(reader: Reader) -> str:
    """Take the id of an item that exists. Raises Misread."""
    start = reader.cursor
    name = reader.id()
    if not reader.dialect.registry.has("item", name):
        raise reader.fail(f"Unknown item '{name}'", start)
    return name


def read_component(reader: Reader, name: str) -> Any:
    """Take the value of component ``name``. Raises Misread."""
    start = reader.cursor
    value = snbt.read(reader)
    if fault := itemdata.fault(name.removeprefix("minecraft:"), value, reader.dialect):
        raise reader.fail(f"Malformed '{name}' component: '{fault}'", start)
    return value


def _components(reader: Reader, found: dict[str, Any]) -> None:
    while reader.more and reader.peek() != "]":
        reader.skip_blanks()
        gone = reader.skip("!")
        start = reader.cursor
        name = _component_id(reader)
        if name in found["components"] or name in found["removed"]:
            raise reader.fail(f"Item component '{name}' was repeated, but only one value can be specified", start)
        reader.skip_blanks()
        if gone:
            found["removed"].append(name)
        else:
            reader.expect("=")
            reader.skip_blanks()
            found["components"][name] = read_component(reader, name)
        reader.skip_blanks()
        if not reader.skip(","):
            break
        reader.skip_blanks()
        if not reader.more:
            raise reader.fail("Expected item component")
    reader.expect("]")


def _component_id(reader: Reader) -> str:
    if not reader.more:
        raise reader.fail("Expected item component")
    start = reader.cursor
    name = reader.id()
    known = reader.dialect.registry
    if known.ids("data_component_type") and not known.has("data_component_type", name):
        raise reader.fail(f"Unknown item component '{name}'", start)
    return name
