"""Rewrites of who is meant."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from mcgod.grammar.naming.edits import one_edit
from mcgod.names import in_command
from mcgod.rules.repairs.pieces import replaced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.grammar.spans import Match, Span
    from mcgod.rules.context import Context

_SAID = frozenset({"message", "greedy", "text", "snbt", "string"})
_TEXTS = (("<message>",), ("<title>",))
_SHORTEST = 4  # letters of a name that may be found by a wrong letter


def names_with_blanks(command: str, seen: Match, context: Context) -> str:
    """``give .Cave Alex bread`` -> ``give ".Cave Alex" bread``, for names that the roster knows."""
    # What is said about somebody stays as it is; so does what comes behind the fault, where nothing is known yet.
    said = [range(span.start, span.end) for span in seen.spans if span.kind in _SAID]
    last = seen.offset - (seen.expected[-1:] in _TEXTS)
    for pattern, quoted in _odd_names(context.online or frozenset()):
        for found in pattern.finditer(command):
            at = found.start()
            if at <= last and found[0] != quoted and not any(at in text for text in said):
                return replaced(command, at, found.end(), quoted)
    return command


def misspelt_player(command: str, seen: Match, context: Context) -> str:
    """``give Stev bread`` -> ``give Steve bread``, where one player who is online is one letter away."""
    if not context.online:
        return command
    for span in reversed(seen.spans):
        name = span.value.get("name", "") if span.kind == "player" and isinstance(span.value, dict) else ""
        if not name or name in context.online or any(name.lower() == other.lower() for other in context.online):
            continue
        near = [other for other in context.online if one_edit(name.lower(), other.lower())]
        if len(near) == 1 and min(len(name), len(near[0])) >= _SHORTEST:
            command = replaced(command, span.start, span.end, in_command(near[0]))
    return command


def self_selector(command: str, seen: Match, context: Context) -> str:
    """``@s`` and ``@p``, behind which RCON has nobody, -> the praying player, where nobody else acts."""
    if context.player is None or "@" not in command:
        return command
    me = in_command(context.player)
    for span in reversed(list(_selves(command, seen, me))):
        command = replaced(command, span.start, span.end, me)
    return command


def _selves(command: str, seen: Match, me: str) -> Iterator[Span]:
    """Yield each ``@s`` behind which nobody is, and each ``@p`` that is nearest to the praying player."""
    actor = place = ""  # RCON itself, which is nobody and nowhere
    for span in seen.spans:
        if not isinstance(span.value, dict) or "kind" not in span.value:
            continue
        word = command[span.start : span.end]
        whom = actor or me if word == "@s" else (place or me) if word == "@p" else word
        if (word == "@s" and not actor) or (word == "@p" and whom.lower() == me.lower()):
            yield span
        before = command[: span.start].split(" ")[-3:-1]
        if before[-1:] == ["as"] and before[0] not in ("positioned", "rotated"):
            actor = whom
        elif before[-1:] in (["as"], ["at"]):
            place = whom


@lru_cache(maxsize=8)
def _odd_names(online: frozenset[str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the names that need quotes, longest first, each with how it is found and how it is written."""
    odd = [name for name in sorted(online, key=len, reverse=True) if in_command(name) != name]
    return tuple((re.compile(rf'(?<=\s)"?{re.escape(name)}"?(?!\S)'), in_command(name)) for name in odd)
