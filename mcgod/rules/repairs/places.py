"""Rewrites of where: relative coordinates get somebody to stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.names import in_command

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context


def anchored(command: str, seen: Match, context: Context) -> str:
    """``tp Steve ~ ~10 ~`` -> ``execute at Steve run tp Steve ~ ~10 ~``: RCON itself stands at the world's spawn."""
    if context.player is None or seen.path[:1] in ((), ("execute",)):
        return command
    for span in seen.spans:
        parts = span.value.values() if span.kind == "coordinates" and isinstance(span.value, dict) else ()
        if any(isinstance(part, dict) and part["mode"] != "absolute" for part in parts):
            return f"execute at {in_command(context.player)} run {command}"
    return command
