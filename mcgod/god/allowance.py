"""Whether a player may have a turn now, and whether it is a newcomer who gets gifts only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import Busy
from mcgod.rules.judge import hint_of
from mcgod.rules.plan import allowance
from mcgod.rules.policy import shipped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcgod.god.turn import Turn
    from mcgod.store.port import Deed


def allow(turn: Turn) -> None:
    """Hold the player's earlier deeds against the mode's limits. Raises Busy; notes on the turn who is new here."""
    request, services = turn.request, turn.services
    turn.newcomer = request.event == "first_login"
    if request.player is None or request.mode == "sudo":
        return
    now = services.clock()
    deeds = services.store.deeds(request.owner)
    turn.newcomer |= is_newcomer(deeds, now, services.newcomer_minutes)
    policy = (services.policies or shipped())[request.mode]
    if refusal := allowance(policy, [(deed.at, deed.commands) for deed in deeds], now):
        raise Busy(f"{request.player} has to wait: {hint_of(refusal)}", hint=f"mcgod rules show {refusal.reason}")


def is_newcomer(deeds: Iterable[Deed], now: float, minutes: int) -> bool:
    """Whether somebody with these ``deeds`` was welcomed less than ``minutes`` before ``now``, in epoch seconds."""
    first = min((deed.at for deed in deeds if deed.event == "first_login"), default=None)
    return first is not None and now - first < minutes * 60
