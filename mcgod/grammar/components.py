"""Which data is a text component, and which is a style. Pure.

Texts nest, so the parts still to be looked at are kept in a list instead of
on the stack. Source: ComponentSerialization and Style of the game: lenient
until 1.20.2, checked field by field since 1.20.3, with new names for click and
hover events since 1.21.5.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar.arguments.words import COLORS

if TYPE_CHECKING:
    from mcgod.grammar.dialect import Dialect

# What makes a compound a text component: the field, and what it holds.
_CONTENTS: dict[str, tuple[type, ...]] = {
    "text": (str,), "translate": (str,), "keybind": (str,), "selector": (str,), "nbt": (str,), "score": (dict,),
}  # fmt: skip
_OBJECTS: dict[str, tuple[type, ...]] = {"sprite": (str,), "player": (dict, str)}
_FLAGS = ("bold", "italic", "underlined", "strikethrough", "obfuscated")
_HEX = re.compile(r"#[0-9A-Fa-f]{1,6}")
# What a click does, and the field that says with what (since 1.21.5).
_CLICKS = {
    "open_url": "url", "run_command": "command", "suggest_command": "command", "change_page": "page",
    "copy_to_clipboard": "value", "show_dialog": "dialog", "custom": "id",
}  # fmt: skip
_HOVERS = {"show_text": "value", "show_item": "id", "show_entity": "id"}


def text_fault(value: Any, dialect: Dialect) -> str:
    """Say what keeps ``value`` from being a text component; empty when it is one."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, list):
            if not part:
                return "List must have contents"
            waiting.extend(part)
        elif isinstance(part, dict):
            if fault := _compound_fault(part, dialect, waiting):
                return fault
        elif not isinstance(part, str) and (dialect.strict_text or part is None):
            return f"Not a string: {shown(part)}"
    return ""


def style_fault(value: Any, dialect: Dialect) -> str:
    """Say what keeps ``value`` from being the style of a text; empty when it is one."""
    if not isinstance(value, dict):
        return f"Not a map: {shown(value)}"
    waiting: list[Any] = []
    fault = _style_fault(value, dialect, waiting)
    return fault or (text_fault(waiting, dialect) if waiting else "")


def shown(value: Any) -> str:
    """Return ``value`` for a message: short, and without following what it holds, which may be nested deep."""
    match value:
        case dict():
            return "{" + ", ".join(sorted(value)[:5]) + "}"
        case list():
            return f"[{len(value)} elements]"
        case _:
            return repr(value)[:80]


def _compound_fault(part: dict[str, Any], dialect: Dialect, waiting: list[Any]) -> str:
    contents = {**_CONTENTS, **_OBJECTS} if dialect.since(1, 21, 9) else _CONTENTS
    kinds = [name for name in contents if name in part]
    if not kinds:
        return f"No matching codec found: {shown(part)}"
    if dialect.strict_text and not any(isinstance(part[name], contents[name]) for name in kinds):
        return f"Not a string: {shown(part[kinds[0]])}"
    extra = part.get("extra")
    if extra is not None:
        if not isinstance(extra, list) or (not extra and not dialect.modern):
            return f"Not a list of texts: {shown(extra)}"
        waiting.extend(extra)
    # Arguments of a translation may be numbers and truth values too.
    arguments = part.get("with")
    if isinstance(arguments, list):
        waiting.extend(one for one in arguments if isinstance(one, dict | list))
    return _style_fault(part, dialect, waiting) if dialect.strict_text else ""


def _style_fault(part: dict[str, Any], dialect: Dialect, waiting: list[Any]) -> str:
    color = part.get("color")
    if color is not None and (not isinstance(color, str) or (color not in COLORS and not _HEX.fullmatch(color))):
        return f"Invalid color name: {color if isinstance(color, str) else shown(color)}"
    for flag in _FLAGS:
        if flag in part and not isinstance(part[flag], bool) and not (dialect.modern and isinstance(part[flag], int)):
            return f"Not a boolean: {shown(part[flag])}"
    if dialect.modern:
        return _event_fault(part.get("click_event"), _CLICKS) or _hover_fault(part.get("hover_event"), waiting)
    return _old_event_fault(part, waiting)


def _action(event: Any) -> str:
    action = event.get("action") if isinstance(event, dict) else None
    return action if isinstance(action, str) else ""


def _event_fault(event: Any, fields: dict[str, str]) -> str:
    if event is None:
        return ""
    if _action(event) not in fields:
        return f"Unknown or missing action in {shown(event)}"
    field = fields[event["action"]]
    return "" if field in event else f"No key {field} in {shown(event)}"


def _hover_fault(event: Any, waiting: list[Any]) -> str:
    fault = _event_fault(event, _HOVERS)
    if event and not fault and event["action"] == "show_text":
        waiting.append(event["value"])
    return fault


def _old_event_fault(part: dict[str, Any], waiting: list[Any]) -> str:
    for name, actions in (("clickEvent", {*_CLICKS} - {"show_dialog", "custom"}), ("hoverEvent", _HOVERS)):
        event = part.get(name)
        if event is None:
            continue
        if _action(event) not in actions:
            return f"Unknown or missing action in {shown(event)}"
        if name == "hoverEvent" and event["action"] == "show_text" and "contents" in event:
            waiting.append(event["contents"])
    return ""
