"""Text components, once they are data: which are well-formed, and what they show. Pure."""

from __future__ import annotations

from typing import Any

# One of these makes an object a text component.
_CONTENTS = frozenset({"text", "translate", "score", "selector", "keybind", "nbt"})


def plain_text(value: Any) -> str:
    """Return what a component shows, without its styles."""
    match value:
        case dict():
            shown = value.get("text", value.get("translate", value.get("keybind", value.get("selector", ""))))
            return str(shown) + "".join(plain_text(one) for one in value.get("extra", ()))
        case list():
            return "".join(plain_text(one) for one in value)
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def malformed(value: Any) -> tuple[Any] | None:
    """Return the first part of ``value`` that is no component, in a tuple, or None."""
    match value:
        case dict():
            extra = value.get("extra", [])
            if not _CONTENTS & value.keys() or not isinstance(extra, list):
                return (value,)
            return next((found for one in extra if (found := malformed(one))), None)
        case list():
            return next((found for one in value if (found := malformed(one))), None) if value else (value,)
        case None:
            return (value,)
    return None
