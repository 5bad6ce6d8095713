"""Pieces of a command: where its words are, which of it is the innermost command, and which era it is for. Pure."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from mcgod.grammar.dialect import Dialect
from mcgod.names import in_command

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

# Somebody as an argument: a quoted name, a selector with its options, or a word.
WHO = r'(?:"[^"]*"|@[a-z]\[[^\]]*\]|[^\s"]+)'

_BREAK = re.compile(r"[ \[{]")


def innermost(command: str, seen: Match) -> tuple[str, str]:
    """Split off what stands before the innermost command, which is empty without a ``run``."""
    return command[: seen.inner_at], command[seen.inner_at :]


def faulty_word(command: str, seen: Match) -> tuple[int, int]:
    """Return where the word starts and ends in which the grammar stopped, without brackets that follow it."""
    start = command.rfind(" ", 0, seen.offset) + 1
    stop = _BREAK.search(command, start)
    return start, stop.start() if stop else len(command)


def replaced(command: str, start: int, end: int, text: str) -> str:
    """Return ``command`` with ``text`` for what stood from ``start`` to ``end``, and every other byte as it was."""
    return command[:start] + text + command[end:]


def is_somebody(word: str, context: Context) -> bool:
    """Tell whether ``word`` is a selector, or a player who is known."""
    if word.startswith("@"):
        return True
    names = (*(context.online or ()), *((context.player,) if context.player else ()))
    return any(word.lower() == in_command(name).lower() for name in names)


def dialect(context: Context) -> Dialect:
    """Return how arguments are spelled on the context's server."""
    return _dialect(context.tree.asked, context.registry)


@lru_cache(maxsize=8)
def _dialect(version: str, registry: Registry) -> Dialect:
    return Dialect(version, registry)
