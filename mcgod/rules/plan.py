"""A turn's whole list of commands: order, caps on all of them together, repetition, and a player's allowance. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules import hygiene
from mcgod.rules.judge import hint_of, weigh
from mcgod.rules.verdict import REJECTED, Rejection, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.rules.context import Context
    from mcgod.rules.policy import Policy
    from mcgod.rules.seen import Seen

_HOUR = 3600  # seconds
_MOST_LINES = 200  # a model that writes more than this is looping


def plan(proposed: Sequence[str], context: Context) -> tuple[Verdict, ...]:
    """Judge the commands of one turn, in order, and then against the caps on all of them together.

    A proposed string with several lines is judged line by line.
    """
    lines = [line for text in proposed for line in hygiene.split_lines(text)]
    verdicts: list[Verdict] = []
    totals = _Totals(context)
    for line in lines[:_MOST_LINES]:
        verdict, seen = weigh(line, context)
        if verdict.command is not None and (rejection := totals.refuse(verdict.command, seen)):
            verdict = Verdict(line, REJECTED, reason=rejection.reason, hint=hint_of(rejection))
        verdicts.append(verdict)
    return tuple(verdicts)


def allowance(policy: Policy, deeds: Sequence[tuple[float, int]], now: float) -> Rejection | None:
    """Say why a player may not pray just now, or None.

    ``deeds`` are the player's earlier turns, each with its time in epoch
    seconds and the number of commands it ran.
    """
    last = max((at for at, _ in deeds), default=None)
    if policy.cooldown and last is not None and now - last < policy.cooldown:
        return Rejection("cooldown", f"{policy.cooldown - (now - last):.0f} seconds to go")
    spent = sum(count for at, count in deeds if now - at < _HOUR)
    if policy.hourly and spent >= policy.hourly:
        return Rejection("hourly-budget", f"{spent} commands within the hour, at most {policy.hourly}")
    return None


class _Totals:
    """What the accepted commands of a turn add up to."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._commands: list[str] = []
        self._items = self._summons = self._levels = self._points = 0

    def refuse(self, command: str, seen: Seen | None) -> Rejection | None:
        """Say why ``command`` does not fit any more, or count it and return None."""
        policy = self._context.policy
        if len(self._commands) >= self._context.cap:
            return Rejection("too-many-commands", f"at most {self._context.cap} a turn")
        if command in self._commands:
            return Rejection("repeated")
        items, summons = _items(seen), seen.times if seen and seen.family == "summon" else 0
        levels, points = _experience(seen)
        if self._items + items > policy.items:
            return Rejection("total-cap", f"{self._items + items} items, at most {policy.items}")
        if self._summons + summons > policy.summons:
            return Rejection("total-cap", f"at most {policy.summons} creatures")
        if self._levels + levels > policy.levels or self._points + points > policy.points:
            return Rejection("total-cap", f"at most {policy.levels} levels, and {policy.points} points of experience")
        self._commands.append(command)
        self._items += items
        self._summons += summons
        self._levels += levels
        self._points += points
        return None


def _items(seen: Seen | None) -> int:
    """Count the items that a command gives."""
    if not seen or seen.family != "give":
        return 0
    count = seen.inner("count")
    return (int(count.value) if count else 1) * seen.times


def _experience(seen: Seen | None) -> tuple[int, int]:
    """Count the levels, and the points, of experience that a command gives."""
    amount = seen.inner("amount") if seen and seen.family == "experience" else None
    if not seen or not amount:
        return 0, 0
    given = max(0, int(amount.value)) * seen.times
    return (given, 0) if "levels" in seen.match.inner_path else (0, given)
