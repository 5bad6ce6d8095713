"""The components in an item's brackets, ``[custom_name='"x"',damage=3]``. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.sandbox import snbt
from mcgod.sandbox.reader import Reader, Refusal
from mcgod.sandbox.richtext import plain_text

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry


def read_components(reader: Reader, registry: Registry | None = None) -> dict[str, Any]:
    """Take ``[name=value,!other]``; with a ``registry`` refuse names that it lacks."""
    reader.expect("[")
    found: dict[str, Any] = {}
    reader.skip_blanks()
    while reader.can_read() and reader.peek() != "]":
        removed = reader.skip("!")
        start = reader.cursor
        name = reader.resource()
        if registry and not registry.has("data_component_type", name):
            raise reader.fail(f"Unknown item component '{name}'", start)
        if name in found or f"!{name}" in found:
            raise reader.fail(f"Item component '{name}' was repeated, but only one value can be specified", start)
        reader.skip_blanks()
        if removed:
            found[f"!{name}"] = {}
        else:
            reader.expect("=")
            found[name] = snbt.read(reader)
        reader.skip_blanks()
        if not reader.skip(","):
            break
        reader.skip_blanks()
    reader.expect("]")
    return found


def as_data(text: str) -> dict[str, Any]:
    """Return what stands in ``[...]`` or, before 1.20.5, in ``{...}``; nothing for an empty text."""
    if not text:
        return {}
    return read_components(Reader(text)) if text.startswith("[") else snbt.read_compound(Reader(text))


def custom_name(text: str) -> str:
    """Return the name that an item was given, by a player or by whoever made it, or an empty string."""
    if "_name" not in text:
        return ""
    data = as_data(text)
    return text_of(data.get("minecraft:custom_name", data.get("minecraft:item_name", "")))


def text_of(value: Any) -> str:
    """Return what a component shows that is data (1.21.5) or text that holds JSON (before)."""
    if isinstance(value, str):
        try:
            return plain_text(snbt.loads(value))
        except Refusal:
            return value
    return plain_text(value)
