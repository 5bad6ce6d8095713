"""Rewrites of who is meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.names import in_command

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context


def names_with_blanks(command: str, _seen: Match, context: Context) -> str:
    """``give .Cave Alex bread`` -> ``give ".Cave Alex" bread``, for names that the roster knows."""
    for name in sorted(context.online or (), key=len, reverse=True):
        quoted = in_command(name)
        if quoted != name:
            # A match that is quoted already is written back as it was.
            pattern = rf'(?<=\s)"?{re.escape(name)}"?(?!\S)'
            command = re.sub(pattern, lambda _, quoted=quoted: quoted, command)  # type: ignore[misc]
    return command


def self_selector(command: str, seen: Match, context: Context) -> str:
    """``@s`` and ``@p``, behind which RCON has nobody, -> the praying player, where nobody else acts."""
    if context.player is None or any(_acts(command, span.start) for span in seen.spans):
        return command
    return re.sub(r"(?<=\s)@[sp](?=\s|\Z)", lambda _: in_command(context.player or ""), command)


def _acts(command: str, start: int) -> bool:
    return command[:start].endswith(" as ") and not command[:start].endswith(("positioned as ", "rotated as "))
