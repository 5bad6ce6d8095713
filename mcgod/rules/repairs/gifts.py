"""Rewrites of ``give``: its arguments in the wrong order, and how many were meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.rules.repairs.pieces import innermost, is_somebody

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_COUNT = re.compile(r"[xX*]?(\d{1,4})(?:\.0)?[xX]?")
_FILLERS = frozenset({"to", "of", "x", "the", "some"})


def give_order(command: str, seen: Match, context: Context) -> str:
    """``give bread 3 Alex``, ``give Alex 3 bread`` and ``give Alex bread x3`` -> ``give Alex bread 3``."""
    head, body = innermost(command, seen)
    words = body.split(" ")
    if words[0] != "give" or len(words) < 3 or re.search(r"""["'{\[]""", body):
        return command
    words = [word.rstrip(",;.!") for word in words[1:] if word.lower() not in _FILLERS]
    who = [word for word in words if is_somebody(word, context)]
    things = [word for word in words if word not in who and not _COUNT.fullmatch(word)]
    numbers = [found[1] for word in words if (found := _COUNT.fullmatch(word))]
    if len(who) != 1 or not things or len(numbers) > 1:
        return command
    # Words that do not stand together are not one thing's name.
    if " ".join(things) not in " ".join(words):
        return command
    return " ".join([f"{head}give", *who, *things, *numbers])


def old_data_value(command: str, seen: Match, _context: Context) -> str:
    """``give Steve bread 3 0`` (before 1.13) -> ``give Steve bread 3``."""
    head, body = innermost(command, seen)
    return re.sub(r"\A(give \S+ \S+ \d+) 0\Z", r"\1", body).join((head, ""))
