"""Free text, and names that the world gives: objectives, teams, score holders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar.arguments import selectors
from mcgod.grammar.errors import Misread

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

_LONGEST_MESSAGE = 256  # characters


def string(reader: Reader, limits: dict[str, Any]) -> tuple[str, str]:
    """Take one word, a text that may be in quotes, or all that is left, as ``type`` says."""
    match limits.get("type"):
        case "greedy":
            return "greedy", reader.rest()
        case "phrase":
            return "string", reader.string()
        case _:
            return "word", reader.word()


def objective(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take the name of an objective."""
    return "objective", reader.word()


def team(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take the name of a team."""
    return "team", reader.word()


def message(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a message to its end; selectors in it are found, as the game will resolve them.

    The value is ``{"text": ..., "selectors": [...]}``, each selector with its offsets in the command.
    """
    text = reader.text[reader.cursor :]
    if len(text) > _LONGEST_MESSAGE and reader.dialect.strict_text:
        raise reader.fail(f"Chat message was too long ({len(text)} > maximum {_LONGEST_MESSAGE} characters)")
    found = []
    while (start := reader.text.find("@", reader.cursor)) >= 0:
        reader.cursor = start
        try:
            found.append({"start": start, **selectors.read(reader), "end": reader.cursor})
        except Misread as fault:
            if not fault.message.startswith((selectors.UNKNOWN, selectors.MISSING)):
                raise
            reader.cursor = start + 1
    reader.rest()
    return "message", {"text": text, "selectors": found}
