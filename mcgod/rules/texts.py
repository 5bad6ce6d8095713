"""Rules on what is shown to players. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.rules.catalogue import rule

if TYPE_CHECKING:
    from mcgod.rules.seen import Seen

_SPAM = 256  # characters of a `say` that the game takes


@rule("click-action", "text", "leave click actions out of texts")
def click(seen: Seen) -> str | None:
    """No text, wherever it stands, has a click action but the open ones; none runs a command or opens a file."""
    for value in seen.data():
        if not isinstance(value, dict):
            continue
        for key in ("clickEvent", "click_event"):
            if key in value:
                action = value[key].get("action") if isinstance(value[key], dict) else None
                if action not in seen.policy.clicks or action in ("run_command", "open_file"):
                    return str(action)
    return None


@rule("text-too-long", "text", "say it in fewer words")
def length(seen: Seen) -> str | None:
    """No text is longer than the mode allows, and none longer than the game takes."""
    for span in seen.match.spans:
        if span.kind == "message":
            shown = span.value["text"] if isinstance(span.value, dict) else str(span.value)
            if len(shown) > min(_SPAM, seen.policy.text):
                return f"{len(shown)} characters"
        elif span.kind == "text" and (size := _size(span.value)) > seen.policy.text:
            return f"{size} characters, at most {seen.policy.text}"
    return None


@rule("text-not-plain", "text", "write the words themselves")
def plain(seen: Seen) -> str | None:
    """A god's text holds words, not selectors, scores or data that the game would fill in."""
    # An item or a particle may have fields of these names; only a text would be filled in by the game.
    if not seen.context.is_god or not any(True for _ in seen.spans("text", "style")):
        return None
    found = (value for value in seen.data() if isinstance(value, dict))
    return next((key for value in found for key in ("selector", "nbt", "score") if key in value), None)


def _size(value: Any, depth: int = 0) -> int:
    """Count the characters that a text component may show."""
    if depth > 100:
        return 1_000_000
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list):
        return sum(_size(part, depth + 1) for part in value)
    if isinstance(value, dict):
        return sum(
            _size(value.get(key), depth + 1)
            for key in ("text", "translate", "fallback", "extra", "with", "keybind", "")
        )
    return 0
