"""Items with their data, and tests that say which items are meant."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mcgod.sandbox import itemdata, snbt
from mcgod.sandbox.arguments.plain import Plain

if TYPE_CHECKING:
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Stack


@dataclass(frozen=True, slots=True)
class ItemKind:
    """An item id and its components (or NBT) as they were written."""

    id: str
    components: str = ""


@dataclass(frozen=True, slots=True)
class ItemMatch:
    """Which stacks are meant: an id, or ``*``, that have at least ``components``."""

    id: str
    components: str = ""

    def fits(self, stack: Stack) -> bool:
        """Say whether ``stack`` is meant."""
        if self.id not in {"*", stack.id}:
            return False
        return snbt.matches(itemdata.as_data(self.components), itemdata.as_data(stack.components))


class Item(Plain):
    """One kind of item that exists: ``stone``, ``stick[custom_name='"x"']``; before 1.20.5 ``stick{...}``."""

    def parse(self, reader: Reader, source: Source) -> ItemKind:
        """Take the item."""
        if reader.peek() == "#":
            raise reader.fail("Tags aren't allowed here, only actual items")
        return ItemKind(_read_id(reader, source), _read_data(reader, source))


class ItemTest(Plain):
    """A test for items: an id or ``*``, with what the item must carry."""

    def parse(self, reader: Reader, source: Source) -> ItemMatch:
        """Take the test."""
        start = reader.cursor
        if reader.skip("#"):
            # The registries here know no tags, so none exists.
            raise reader.fail(f"Unknown item tag '{reader.resource()}'", start)
        found = "*" if reader.skip("*") else _read_id(reader, source)
        return ItemMatch(found, _read_data(reader, source))


def _read_id(reader: Reader, source: Source) -> str:
    start = reader.cursor
    found = reader.resource()
    if not source.realm.registry.has("item", found):
        raise reader.fail(f"Unknown item '{found}'", start)
    return found


def _read_data(reader: Reader, source: Source) -> str:
    start = reader.cursor
    if source.realm.has_components:
        if reader.peek() == "[":
            itemdata.read_components(reader, source.realm.registry)
    elif reader.peek() == "{":
        snbt.read_compound(reader)
    return reader.text[start : reader.cursor]
