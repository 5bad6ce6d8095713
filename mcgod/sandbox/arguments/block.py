"""Blocks with their states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox import snbt
from mcgod.sandbox.arguments.plain import Plain

if TYPE_CHECKING:
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source


class Block(Plain):
    """A block that exists, ``oak_log[axis=x]``; its block data is read and not kept.

    The value is the block's text with its states in alphabetical order.
    """

    def parse(self, reader: Reader, source: Source) -> str:
        """Take the block."""
        if reader.peek() == "#":
            raise reader.fail("Tags aren't allowed here, only actual blocks")
        start = reader.cursor
        block = reader.resource()
        if not source.realm.registry.has("block", block):
            raise reader.fail(f"Unknown block type '{block}'", start)
        states = _states(reader, block, source.realm.registry.states(block)) if reader.skip("[") else {}
        if reader.peek() == "{":
            snbt.read_compound(reader)
        shown = ",".join(f"{key}={value}" for key, value in sorted(states.items()))
        return f"{block}[{shown}]" if shown else block


def _states(reader: Reader, block: str, known: dict[str, list[str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    reader.skip_blanks()
    while reader.can_read() and reader.peek() != "]":
        reader.skip_blanks()
        start = reader.cursor
        key = reader.string()
        if key not in known:
            raise reader.fail(f"Block {block} does not have property '{key}'", start)
        if key in found:
            raise reader.fail(f"Property '{key}' can only be set once for block {block}", start)
        reader.skip_blanks()
        if not reader.skip("="):
            raise reader.fail(f"Expected value for property '{key}' on block {block}")
        reader.skip_blanks()
        start = reader.cursor
        value = reader.string()
        if value not in known[key]:
            raise reader.fail(f"Block {block} does not accept '{value}' for {key} property", start)
        found[key] = value
        reader.skip_blanks()
        if not reader.skip(","):
            break
    if not reader.skip("]"):
        raise reader.fail("Expected closing ] for block state properties")
    return found
