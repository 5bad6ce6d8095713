"""Rewrites of a command's form: its name, and words that are missing, too many or in another order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.rules.repairs.pieces import WHO, innermost, is_somebody

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_NAME = r"(?P<name>xp|experience) (?P<verb>(?:add|give) )?"
_AMOUNT, _UNIT = r"(?P<amount>-?\d+)(?P<L>[lL]?)", r"(?P<unit> (?:levels?|points?))?"
_AMOUNT_FIRST = re.compile(rf"{_NAME}{_AMOUNT} (?P<who>{WHO}){_UNIT}")
_WHO_FIRST = re.compile(rf"{_NAME}(?P<who>{WHO}) {_AMOUNT}{_UNIT}")


def root_case(command: str, seen: Match, context: Context) -> str:
    """``Give …`` and ``minecraft:give …`` -> ``give …``, at the start and behind ``run``."""
    head, body = innermost(command, seen)
    name, blank, rest = body.partition(" ")
    lower = name.lower().removeprefix("minecraft:")
    return head + lower + blank + rest if lower in context.tree.root.literals else command


def other_words(command: str, seen: Match, context: Context) -> str:
    """``time day`` -> ``time set day``, ``weather set clear`` -> ``weather clear``, ``tp Steve to Alex`` -> …."""
    head, body = innermost(command, seen)
    match body.split(" "):
        case ["time", word] if word.lower() in ("day", "noon", "night", "midnight") or word.isdecimal():
            meant = ["time", "set", word.lower()]
        case ["time", "set", "to", *rest]:
            meant = ["time", "set", *rest]
        case ["weather" | "difficulty" | "gamemode" as name, "set" | "to", *rest]:
            meant = [name, *rest]
        case ["gamemode", who, mode] if is_somebody(who, context):
            meant = ["gamemode", mode, who]
        case ["effect", "clear", who, "all" | "*"]:
            meant = ["effect", "clear", who]
        case ["tp" | "teleport" as name, who, "to", *rest]:
            meant = [name, who, *rest]
        case same:
            meant = same
    return head + " ".join(meant)


def experience_form(command: str, seen: Match, _context: Context) -> str:
    """``xp give Steve 5``, ``xp 5 Steve`` and ``xp Steve 5`` -> ``xp add Steve 5``; ``5L`` -> ``5 levels``."""
    head, body = innermost(command, seen)
    found = _AMOUNT_FIRST.fullmatch(body) or _WHO_FIRST.fullmatch(body)
    if not found or found["who"] in ("set", "query", "add", "give"):
        return command
    unit = " levels" if found["L"] else found["unit"] or ""
    if unit:
        unit = unit.removesuffix("s") + "s"
    elif not found["verb"] and found.re is _AMOUNT_FIRST:
        unit = " points"  # so it was before 1.13
    return f"{head}{found['name']} add {found['who']} {found['amount']}{unit}"
