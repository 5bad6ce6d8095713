"""A command cut into its arguments, each with where it stands. Pure.

An argument ends at a blank that is not inside quotes, brackets or braces,
which is how the game's own readers see items with data and text components.
"""

from __future__ import annotations

from dataclasses import dataclass

from mcgod.rules.verdict import Rejection

_OPEN, _CLOSE = "[{", "]}"


@dataclass(frozen=True, slots=True)
class Word:
    """One argument: its text exactly as written, and its bounds in the command, in characters."""

    text: str
    start: int
    end: int


def cut(command: str) -> list[Word]:
    """Cut ``command`` into words. Raises Rejection for open quotes or brackets and for double blanks."""
    found: list[Word] = []
    start = depth = 0
    quote = ""
    skip = False
    for place, char in enumerate(command):
        if skip:
            skip = False
        elif quote:
            skip = char == "\\"
            quote = "" if char == quote else quote
        elif char in "\"'" and (depth or place == start):
            quote = char
        elif char in _OPEN:
            depth += 1
        elif char in _CLOSE:
            depth -= 1
        elif char == " " and depth == 0:
            found.append(Word(command[start:place], start, place))
            start = place + 1
    found.append(Word(command[start:], start, len(command)))
    if quote or depth:
        raise Rejection("wrong-form", "a quote or bracket is open")
    if not all(word.text for word in found):
        raise Rejection("wrong-form", "one blank between arguments")
    return found


def replaced(command: str, word: Word, text: str) -> str:
    """Return ``command`` with ``word`` rewritten and every other byte as it was."""
    return command[: word.start] + text + command[word.end :]
