"""The loop of `god run` where a network shares its prayers: one worker among many, for any number of servers.

It takes one prayer at a time and holds it by a lease until its fate stands in
the journal of its server. What a dead worker left comes to another, which goes
by how far the first had got, as after a restart.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from mcgod.bridge.address import BridgeDown
from mcgod.errors import GameUnreachable, StoreFailed, TakenOver
from mcgod.god.chat import ledger
from mcgod.god.chat.calls import Call, call_of, moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.bridge.redis.prayers import Prayer, Prayers
    from mcgod.god.chat.loop import Habits
    from mcgod.god.chat.sharedguards import SharedGuards

_DAY = 86400.0  # seconds
_WAIT = 1.0  # seconds that one look for a prayer takes
_OUTAGE = 0.5  # seconds before the line is looked at again when something is out of reach
_FATES = {None: ledger.NEW, "claim": ledger.CLAIMED, "act": ledger.INTERRUPTED, "answer": ledger.ANSWERED}


class Attendant(Protocol):
    """Answers the calls of one server: see ``worker.Worker``."""

    def answer(self, call: Call, fate: str) -> None:
        """See to it that ``call`` is answered. Raises BridgeDown, GameUnreachable, TakenOver or StoreFailed."""
        ...

    def turn_away(self, call: Call, reason: str) -> None:
        """Answer a call that a guard refused."""
        ...

    def give_up(self, call: Call, error: GameUnreachable) -> None:
        """Leave ``call`` unanswered, since the game has been out of reach for too long."""
        ...

    def heard(self, player: str) -> None:
        """Let a player know at once that the prayer was heard."""
        ...

    def is_new(self, player: str) -> bool:
        """Tell whether a joining player was never here."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...


class Shift:
    """One worker's time. ``attendant_of`` returns who answers for a server; None while its bridge does not run."""

    def __init__(
        self,
        prayers: Prayers,
        guards: SharedGuards,
        attendant_of: Callable[[str], Attendant | None],
        habits: Habits,
        *,
        note: Callable[[str], None] = lambda _: None,
        ended: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._prayers = prayers
        self._guards = guards
        self._attendant_of = attendant_of
        self._habits = habits
        self._note = note
        self._ended = ended
        self._clock = clock
        self._stopping = threading.Event()

    def run(self) -> None:
        """Answer what others left, then what comes, until ``stop``; a Redis that goes away is waited for."""
        try:
            while not self._stopping.is_set():
                try:
                    prayer = self._prayers.take(_WAIT)
                    if prayer:
                        with self._prayers.held(prayer):
                            self._attend(prayer)
                except StoreFailed as error:
                    self._note(error.message)
                    self._stopping.wait(_OUTAGE)
        finally:
            self._ended()

    def stop(self) -> None:
        """Ask for an end; the answer under way is finished first."""
        self._stopping.set()

    def _attend(self, prayer: Prayer) -> None:
        """Deal with one prayer; what cannot be dealt with now stays in the line, and comes again by its lease."""
        try:
            attendant = self._attendant_of(prayer.server)
            call = self._call_in(prayer, attendant)
            if call is not None:
                if attendant is None:
                    self._stopping.wait(_OUTAGE)
                    return
                self._settle(call, prayer, attendant)
        except (BridgeDown, TakenOver):
            self._stopping.wait(_OUTAGE)
            return
        self._prayers.done(prayer)

    def _settle(self, call: Call, prayer: Prayer, attendant: Attendant) -> None:
        fate = _FATES[self._prayers.fate(prayer)]
        reason = self._guards.refuse(call, prayer.server, self._clock()) if fate == ledger.NEW else None
        while fate != ledger.ANSWERED:
            try:
                if reason:
                    attendant.turn_away(call, reason)
                    return
                if call.is_said:
                    with suppress(GameUnreachable, BridgeDown):  # the answer is what counts
                        attendant.heard(call.player)
                attendant.answer(call, fate)
            except GameUnreachable as error:
                if self._clock() - call.at > (self._habits.limits.age or _DAY):
                    attendant.give_up(call, error)
                    return
                if self._stopping.wait(_OUTAGE):
                    raise BridgeDown("this worker ends") from error
                fate = _FATES[self._prayers.fate(prayer)]
            else:
                return

    def _call_in(self, prayer: Prayer, attendant: Attendant | None) -> Call | None:
        """Return what the event asks of the god. Where no bridge tells who is new, a joining player may be."""
        event = prayer.event
        player = str(event.get("player") or "")
        if event["type"] == "join":
            new = "first_login" in self._habits.occasions and (attendant is None or attendant.is_new(player))
            return Call(event["seq"], "first_login", player, "", moment(event["time"])) if new else None
        return call_of(event, self._habits.triggers, self._habits.occasions)
