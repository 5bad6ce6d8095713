"""Rules on what is shown to players. Each returns what is wrong, or None."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.rules.catalogue import rule
from mcgod.rules.seen import plain_id, strings, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.rules.seen import Seen

_SPAM = 256  # characters of a `say` that the game takes
_ESCAPE = re.compile(r"\\+u([0-9a-fA-F]{4})")
_CLICK = re.compile(r"click_?event", re.IGNORECASE)
_LINK = re.compile(r"https?://", re.IGNORECASE)
# What a button of a dialog does; the others say more than a text.
_BUTTONS = frozenset({
    "change_page", "copy_to_clipboard", "custom", "dynamic/custom", "dynamic/run_command", "open_file", "open_url",
    "run_command", "show_dialog", "suggest_command",
})  # fmt: skip
_NEVER_CLICKED = frozenset({"run_command", "open_file", "dynamic/run_command", "dynamic/custom", "custom"})


@rule("click-action", "text", "leave click actions out of texts")
def click(seen: Seen) -> str | None:
    """No text, wherever it stands, has a click action but the open ones; none runs a command or opens a file."""
    read = 0
    for value in seen.compounds:
        if str(value.get("insertion", "")).lstrip().startswith("/"):
            return "a command that waits to be sent"
        for key in value:
            if _CLICK.fullmatch(key):
                read += 1
                event = value[key] if isinstance(value[key], dict) else {}
                if wrong := _click_fault(seen, event.get("action"), event):
                    return wrong
    for action, event in _buttons(seen):
        if wrong := _click_fault(seen, action, event):
            return wrong
    # The game reads texts inside data more loosely than they were read here, and of two equal fields only one.
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), seen.text) if "\\" in seen.text else seen.text
    unread = "click" in text.lower() and len(_CLICK.findall(text)) > read
    return "one that cannot be read" if unread else None


@rule("text-too-long", "text", "say it in fewer words")
def length(seen: Seen) -> str | None:
    """No text is longer than the mode allows, also when it is filled in, and none longer than the game takes."""
    for span in seen.match.spans:
        if span.kind == "message":
            shown = span.value["text"] if isinstance(span.value, dict) else str(span.value)
            if len(shown) > min(_SPAM, seen.policy.text):
                return f"{len(shown)} characters"
        elif span.kind == "text" and (size := _size(span.value)) > seen.policy.text:
            return f"{size} characters, at most {seen.policy.text}"
    filled = (value for value in seen.compounds if "translate" in value and "with" in value)
    return next((f"{size} characters" for value in filled if (size := _size(value)) > seen.policy.text), None)


@rule("text-not-plain", "text", "write the words themselves")
def plain(seen: Seen) -> str | None:
    """A god's text holds words, not what the game would fill in; and no text reads data as a text."""
    for value in seen.compounds:
        if isinstance(value.get("nbt"), str) and value.get("interpret"):
            return "interpret"
        filled_in = _filled_in(value)
        if filled_in and seen.context.is_god:
            return filled_in
        chosen = value.get("selector")
        if isinstance(chosen, str) and chosen.lstrip().startswith(("@e", "@n")) and "limit" not in chosen:
            return "a selector without a limit"
    return "a text that cannot be read" if seen.context.is_god and _has_loose_text(seen) else None


def _click_fault(seen: Seen, action: Any, event: dict[str, Any]) -> str | None:
    """Say what is wrong with a click; links lead to the web, and what only waits to be sent is no command."""
    if action not in seen.policy.clicks or action in _NEVER_CLICKED:
        return str(action)
    content = next((str(event[key]) for key in ("url", "command", "value") if key in event), "")
    if action == "open_url" and not _LINK.match(content):
        return "a link that is none of the web"
    if action == "suggest_command" and content.lstrip().startswith("/"):
        return "a command that waits to be sent"
    return None


def _buttons(seen: Seen) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what the buttons of dialogs do, where ``type`` says it."""
    for span in seen.spans("dialog"):
        for value in walk(span.value):
            if isinstance(value, dict) and isinstance(value.get("type"), str):
                action = plain_id(value["type"])
                if action in _BUTTONS:
                    yield action, value


def _filled_in(value: dict[str, Any]) -> str | None:
    """Return the field of a text that the game would fill in; an item's or a particle's field holds something else."""
    kinds = (("selector", str), ("nbt", str), ("score", dict))
    return next((key for key, kind in kinds if isinstance(value.get(key), kind)), None)


def _has_loose_text(seen: Seen) -> bool:
    """Tell whether data holds a text, as a string, that the game reads although it is not quite JSON.

    Since 1.21.5 texts inside data are data too, and a string is only words.
    """
    if "{" not in seen.text or seen.since(1, 21, 5):
        return False
    return any(
        "{" in text and not any(isinstance(one, dict | list) for one in walk(text))
        for span in seen.spans("item", "block", "snbt")
        for text in strings(span.value)
    )


def _size(value: Any, depth: int = 0) -> int:
    """Count the characters that a text component may show when its translations are filled in."""
    if depth > 100:
        return 1_000_000
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return sum(_size(part, depth + 1) for part in value)
    if isinstance(value, dict):
        words = ("text", "translate", "fallback", "extra", "keybind", "")
        # Each of the places that a translation leaves open may show any of the texts that fill it in.
        places = max((str(value.get(key, "")).count("%") for key in ("translate", "fallback")), default=0)
        filled = _size(value.get("with"), depth + 1) * max(1, places)
        return filled + sum(_size(value.get(key), depth + 1) for key in words)
    return 0
