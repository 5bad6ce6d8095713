"""Blocks with their states and data. Source: BlockStateParser of the game.

The value is ``{"id": ..., "states": {...}, "nbt": {...} or None}``; a tag has ``#`` before its id.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import snbt

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

_UNCLOSED = "Expected closing ] for block state properties"


def block_state(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take one block that exists."""
    if reader.peek() == "#":
        raise reader.fail("Tags aren't allowed here, only actual blocks")
    return "block", _read(reader)


def block_predicate(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a test for blocks: one block, or a tag of blocks with states that not all of them need to have."""
    if not reader.skip("#"):
        return "block_predicate", _read(reader)
    tag = f"#{reader.id()}"
    return "block_predicate", _with_data(reader, tag, None)


def _read(reader: Reader) -> dict[str, Any]:
    start = reader.cursor
    block = reader.id()
    if not reader.dialect.registry.has("block", block):
        reader.cursor = start
        raise reader.fail(f"Unknown block type '{block}'")
    return _with_data(reader, block, reader.dialect.registry.states(block))


def _with_data(reader: Reader, block: str, known: dict[str, list[str]] | None) -> dict[str, Any]:
    states = _states(reader, block, known) if reader.skip("[") else {}
    nbt = snbt.read_compound(reader) if reader.peek() == "{" else None
    return {"id": block, "states": states, "nbt": nbt}


def _states(reader: Reader, block: str, known: dict[str, list[str]] | None) -> dict[str, str]:
    """Take ``key=value,...]``; where ``known`` is None, any key and value will do."""
    found: dict[str, str] = {}
    reader.skip_blanks()
    while reader.more and reader.peek() != "]":
        reader.skip_blanks()
        start = reader.cursor
        key = reader.string()
        if known is not None and key not in known:
            raise reader.fail(f"Block {block} does not have property '{key}'", start)
        if key in found:
            raise reader.fail(f"Property '{key}' can only be set once for block {block}", start)
        reader.skip_blanks()
        if not reader.skip("="):
            raise reader.fail(f"Expected value for property '{key}' on block {block}")
        reader.skip_blanks()
        start = reader.cursor
        found[key] = reader.string()
        if known is not None and found[key] not in known[key]:
            raise reader.fail(f"Block {block} does not accept '{found[key]}' for {key} property", start)
        reader.skip_blanks()
        if not reader.skip(",") and reader.peek() != "]" and reader.more:
            raise reader.fail(_UNCLOSED)
    if not reader.skip("]"):
        raise reader.fail(_UNCLOSED)
    return found
