"""Rewrites of where: commas between coordinates, and relative places get somebody to stand there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.names import in_command
from mcgod.rules.repairs.pieces import innermost, is_somebody

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_NUMBER = r"[~^]?-?\d*(?:\.\d+)?"
_COMMAS = re.compile(rf"(?<= )\(?({_NUMBER}),\s*({_NUMBER}),\s*({_NUMBER})\)?(?= |\Z)")
_STANDS = ("at", "positioned")
# What happens where the command stands, if no place is named: RCON stands at the world's spawn.
_PLACELESS = frozenset({("summon", "<entity>"), ("particle", "<name>")})


def commas(command: str, _seen: Match, _context: Context) -> str:
    """``tp Steve 100, 64, -20`` and ``(100,64,-20)`` -> ``tp Steve 100 64 -20``."""
    return _COMMAS.sub(lambda found: " ".join(found.groups()) if all(found.groups()) else found[0], command)


def at_somebody(command: str, seen: Match, context: Context) -> str:
    """``summon cow Steve`` -> ``execute at Steve run summon cow``."""
    head, body = innermost(command, seen)
    name, *who = command[seen.offset :].split(" ")
    if seen.inner_path not in _PLACELESS or who or not is_somebody(name, context):
        return command
    return f"{head}execute at {name} run {body[: -len(name) - 1]}"


def anchored(command: str, seen: Match, context: Context) -> str:
    """``tp Steve ~ ~10 ~`` -> ``execute at Steve run tp Steve ~ ~10 ~``: RCON itself stands at the world's spawn."""
    if not seen.path or not (_is_relative(seen) or seen.inner_path in _PLACELESS):
        return command
    me = in_command(context.player) if context.player is not None else None
    if seen.path[0] != "execute":
        return f"execute at {me} run {command}" if me else command
    outer = seen.path[: len(seen.path) - len(seen.inner_path)]
    if any(word in _STANDS for word in outer):
        return command
    # Whoever acts stands where it happens.
    for span in seen.spans:
        if command[: span.start].endswith(" as "):
            return f"{command[: span.end]} at @s{command[span.end :]}"
    return f"execute at {me}{command[len('execute') :]}" if me else command


def _is_relative(seen: Match) -> bool:
    for span in seen.spans:
        parts = span.value.values() if span.kind == "coordinates" and isinstance(span.value, dict) else ()
        if any(isinstance(part, dict) and part["mode"] != "absolute" for part in parts):
            return True
    return False
