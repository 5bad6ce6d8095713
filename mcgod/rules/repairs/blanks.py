"""Rewrites of what stands around and between the words: quotes, blanks, slashes, marks at the end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.rules.repairs.pieces import replaced

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_WHOLE = re.compile(r"""(["'])\s*/?(.*?)\s*\1\Z""")
_DOUBLED = re.compile(r""""(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?P<blanks> {2,})""")
_SLASH = re.compile(r"(?<= run )/(?=[a-z])")
_COMMENT = re.compile(r"\s+(?:#|//|--)\s.*\Z")
_MARKS = re.compile(r"[\s.,;!]+\Z")


def whole_quotes(command: str, _seen: Match, _context: Context) -> str:
    """``"give Steve bread"`` -> ``give Steve bread``."""
    found = _WHOLE.match(command)
    return found[2] if found else command


def doubled_blank(command: str, _seen: Match, _context: Context) -> str:
    """``give  Steve bread`` -> ``give Steve bread``, the first of them; none inside quotes."""
    for found in _DOUBLED.finditer(command):
        if found["blanks"]:
            return command[: found.start() + 1] + command[found.end() :]
    return command


def blank_coordinate(command: str, seen: Match, _context: Context) -> str:
    """``tp Steve 10  64 3`` -> ``tp Steve 10 64 3``; the game reads a 0 between the blanks."""
    if "  " not in command:
        return command
    places = [span for span in seen.spans if span.kind in ("coordinates", "rotation")]
    if not places:
        return command
    start, end = places[0].start - 1, places[-1].end
    return replaced(command, start, end, re.sub(" {2,}", " ", command[start:end]))


def slash_after_run(command: str, _seen: Match, _context: Context) -> str:
    """``execute as @a run /say hi`` -> ``execute as @a run say hi``."""
    return _SLASH.sub("", command)


def trailing_comment(command: str, _seen: Match, _context: Context) -> str:
    """``time set day # morning`` -> ``time set day``."""
    return _COMMENT.sub("", command)


def stray_comma(command: str, seen: Match, _context: Context) -> str:
    """``give Steve, bread, 3`` -> ``give Steve bread 3``, one after the other."""
    if not command.startswith(", ", seen.offset):
        return command
    return command[: seen.offset] + command[seen.offset + 1 :]


def trailing_marks(command: str, seen: Match, _context: Context) -> str:
    """``time set day.`` -> ``time set day``."""
    found = _MARKS.search(command)
    # A fault further to the left is no matter of the end.
    return command[: found.start()] if found and seen.offset >= command.rfind(" ") else command
