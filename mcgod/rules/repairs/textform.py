"""Text components between eras: keys of click and hover events, colours, truths. Pure.

Since 1.21.5 they are ``click_event`` and ``hover_event`` with a field for
each action; before, ``clickEvent`` and ``hoverEvent`` with ``value`` and
``contents``. Source: the changelog of 1.21.5 (25w02a).
"""

from __future__ import annotations

import json
from typing import Any

from mcgod.grammar.arguments.words import COLORS

# What a click acts with, since 1.21.5.
_FIELDS = {"open_url": "url", "run_command": "command", "suggest_command": "command", "change_page": "page",
           "copy_to_clipboard": "value", "open_file": "path"}  # fmt: skip
_COLORS = {"grey": "gray", "dark_grey": "dark_gray", "orange": "gold", "purple": "dark_purple",
           "pink": "light_purple", "magenta": "light_purple", "cyan": "aqua", "lime": "green",
           "light_green": "green", "light_blue": "aqua", "brown": "gold", "light_gray": "gray"}  # fmt: skip
_FLAGS = ("bold", "italic", "underlined", "strikethrough", "obfuscated")
_NESTED = ("extra", "with")
_DEEPEST = 32


def in_era(value: Any, *, modern: bool, depth: int = 0) -> Any:
    """Return a text component as its era writes it; ``modern`` is since 1.21.5. ``value`` is not changed."""
    if depth > _DEEPEST:
        return value
    if isinstance(value, list):
        return [in_era(part, modern=modern, depth=depth + 1) for part in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {}
    for key, inner in value.items():
        if key in ("clickEvent", "click_event") and isinstance(inner, dict):
            found["click_event" if modern else "clickEvent"] = _click(inner, modern=modern)
        elif key in ("hoverEvent", "hover_event") and isinstance(inner, dict):
            found["hover_event" if modern else "hoverEvent"] = _hover(inner, modern=modern, depth=depth)
        elif key in _NESTED and isinstance(inner, list):
            found[key] = in_era(inner, modern=modern, depth=depth + 1)
        else:
            found[key] = _plain(key, inner)
    return found


def from_string(text: str) -> Any:
    """Return the component that a string of JSON holds, or the string itself when it holds none."""
    if text.lstrip()[:1] in ("{", "[", '"'):
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            return text
    return text


def _plain(key: str, value: Any) -> Any:
    if key == "color" and isinstance(value, str):
        lower = value.lower().replace(" ", "_")
        return _COLORS.get(lower, lower if lower in COLORS else value)
    if key in _FLAGS and value in ("true", "false", 1, 0):
        return value in ("true", 1)
    return value


def _click(event: dict[str, Any], *, modern: bool) -> dict[str, Any]:
    field = _FIELDS.get(str(event.get("action")), "value")
    given = event.get(field, event.get("value"))
    if given is None or set(event) - {"action", "value", field}:
        return event
    if field == "page":
        given = int(given) if modern and str(given).isdecimal() else str(given)
    return {"action": event["action"], field if modern else "value": given}


def _hover(event: dict[str, Any], *, modern: bool, depth: int) -> dict[str, Any]:
    action = event.get("action")
    if action == "show_text":
        key = "contents" if "contents" in event else "value"
        if key not in event:
            return event
        # Before 1.21.5 both keys were read.
        return {"action": action, "value" if modern else key: in_era(event[key], modern=modern, depth=depth + 1)}
    if action not in ("show_item", "show_entity"):
        return event
    inner = event.get("contents")
    if modern and inner is not None:
        inner = dict(inner) if isinstance(inner, dict) else {"id": inner}
        if action == "show_entity":
            inner = {{"id": "uuid", "type": "id"}.get(key, key): value for key, value in inner.items()}
        return {"action": action, **inner}
    if not modern and inner is None and "id" in event:
        inner = {key: value for key, value in event.items() if key != "action"}
        if action == "show_entity":
            inner = {{"uuid": "id", "id": "type"}.get(key, key): value for key, value in inner.items()}
        return {"action": action, "contents": inner}
    return event
