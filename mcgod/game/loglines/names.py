"""Player names as they stand in a log line: plain, decorated, and known. Pure.

A plain name is 1 to 16 word characters behind at most one of the signs that
Floodgate puts before Bedrock names. Anything wider (spaces, other scripts)
counts only when the roster knows it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcgod.game.loglines.roster import Roster

NAME = r"[.*]?[A-Za-z0-9_]{1,16}"
# Tags and symbols around a name. Not the dot, which is part of Bedrock names, and not
# the tilde, by which nickname plugins mark that the name is not the player's own.
TAG = r"\[[^\[\]]{1,40}\]|\([^()]{1,40}\)"
MARK = r"[^\w\s~.<>()\[\]:»|]"

_NAME = re.compile(NAME)
_DECORATED = re.compile(
    rf"(?:(?:{TAG}|{MARK})\s?){{0,12}}(?:[A-Za-z]{{1,16}} )?(?P<name>{NAME})(?:\s?(?:{TAG}|{MARK})){{0,12}}"
)


def is_name(text: str, roster: Roster) -> bool:
    """Tell whether ``text`` is a plain name or one that the roster knows."""
    return _NAME.fullmatch(text) is not None or text in roster


def split_name(text: str, roster: Roster) -> tuple[str, str]:
    """Split ``Name rest`` into name and rest; two empty strings when no name leads."""
    for name in roster.wide:  # longest first: `.Big Al` before `.Big`
        if text.startswith(name) and text[len(name) : len(name) + 1] == " ":
            return name, text[len(name) + 1 :]
    name, space, rest = text.partition(" ")
    return (name, rest) if space and _NAME.fullmatch(name) else ("", "")


def speaker(shown: str, roster: Roster) -> str:
    """Return the player behind a displayed name, or empty when it cannot be told.

    ``[Red]Steve``, ``[VIP]Steve*`` and ``[AFK] Steve`` are Steve; a rank word
    before the name needs the roster; ``~Steve`` is a nickname, so nobody.
    """
    if shown in roster or _NAME.fullmatch(shown):
        return shown
    for name in roster.wide:
        if shown.endswith(name) and re.fullmatch(rf"(?:(?:{TAG}|{MARK})\s?){{0,12}}", shown[: -len(name)]):
            return name
    found = _DECORATED.fullmatch(shown)
    if not found:
        return ""
    name = found["name"]
    before = shown[: found.start("name")].rstrip()
    if before and before[-1].isalpha() and (name not in roster or before.rpartition(" ")[2] in roster):
        return ""
    return name
