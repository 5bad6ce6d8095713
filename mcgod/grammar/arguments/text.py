"""Text components and styles: JSON until 1.21.4, SNBT since 1.21.5. Source: ComponentArgument, StyleArgument."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import components, gson, snbt

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.dialect import Dialect
    from mcgod.grammar.reader import Reader

_TEXT, _STYLE = "Invalid chat component: ", "Invalid style: "


def component(reader: Reader, _: dict[str, Any]) -> tuple[str, Any]:
    """Take a text component; the value is the component as data."""
    return "text", _read(reader, _TEXT, components.text_fault)


def style(reader: Reader, _: dict[str, Any]) -> tuple[str, Any]:
    """Take the style of a text; the value is the style as data."""
    return "style", _read(reader, _STYLE, components.style_fault)


def _read(reader: Reader, prefix: str, fault_of: Callable[[Any, Dialect], str]) -> Any:
    start = reader.cursor
    value = snbt.read(reader) if reader.dialect.modern else gson.read(reader, prefix)
    if fault := fault_of(value, reader.dialect):
        raise reader.fail(f"{prefix}{fault}", start)
    return value
