"""The loop of `god run`: hears the bridge, keeps what is to be answered, and never loses or repeats any of it."""

from __future__ import annotations

import json
import random
import threading
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.bridge.address import BridgeDown
from mcgod.bridge.client import follow
from mcgod.errors import GameUnreachable
from mcgod.god.chat import ledger
from mcgod.god.chat.calls import Call, call_of, moment
from mcgod.god.chat.guards import Guards, Limits
from mcgod.god.chat.ledger import Ledger

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from mcgod.bridge.port import Events
    from mcgod.god.chat.worker import Worker

_DAY = 86400.0  # seconds
_PAUSE = 0.2  # seconds before a bridge that went away is looked for again
_OUTAGE = 1.0  # the same for a game that is out of the bridge's reach


class Habits(NamedTuple):
    """How the god listens: trigger words, occasions, limits, how many may wait, interventions a day."""

    triggers: Sequence[str] = ("pray", "bible", "sudo")
    occasions: Sequence[str] = ("first_login", "death", "advancement")
    limits: Limits = Limits()
    queue: int = 50
    random_per_day: int = 0


class Loop:
    """Follows the events of a home and has ``worker`` answer what is meant for the god.

    One thread hears, and lets a player know at once that it did; another
    answers. ``is_new`` tells whether a joining player was never here;
    ``heard`` shows a player that the prayer was heard; ``ended`` is called
    once nobody listens any more.
    """

    def __init__(
        self,
        run_root: Path,
        events: Events,
        worker: Worker,
        habits: Habits,
        *,
        heard: Callable[[str], None] = lambda _: None,
        is_new: Callable[[str], bool] = lambda _: False,
        ended: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.time,
        dice: random.Random | None = None,
    ) -> None:
        self._run_root = run_root
        self._events = events
        self._worker = worker
        self._habits = habits
        self._heard = heard
        self._is_new = is_new
        self._ended = ended
        self._clock = clock
        self._dice = dice or random.Random()
        self._guards = Guards(habits.limits)
        self._ledger = Ledger()
        self._waiting: deque[tuple[Call, str | None]] = deque()  # with why it is turned away, if it is
        self._news = threading.Condition()
        self._online: set[str] = set()
        self._next_wonder = self._wonder_after(clock())
        self._stopping = False
        worker.crowded = lambda: len(self._waiting) > 1
        self.failure: BaseException | None = None

    def run(self) -> None:
        """Answer what was missed, then what comes, until ``stop``; a bridge that goes away is waited for."""
        since = self._catch_up()
        answering = threading.Thread(target=self._answer_all, name="answers", daemon=True)
        answering.start()
        try:
            for event in follow(self._run_root, self._events, since=since, idle=self._idle, patience=0.2):
                self._hear(event)
                self._idle()
        except _Stopped:
            pass
        finally:
            self.stop()
            answering.join()
            self._ended()
        if self.failure:
            raise self.failure

    def stop(self) -> None:
        """Ask for an end; the answer under way is finished first."""
        self._stopping = True
        with self._news:
            self._news.notify_all()

    def _catch_up(self) -> int:
        """Read what the journal holds of late, answers included, before anything is answered."""
        stream = self._events.current()
        oldest = self._clock() - (self._habits.limits.age or _DAY)
        last, calls = 0, []
        for line in self._events.read(stream) if stream else ():
            event = json.loads(line)
            last = event["seq"]
            if not self._ledger.hear(event) and moment(event["time"]) >= oldest:
                calls += self._calls_in(event)
        for call in calls:
            self._weigh(call)
        return last

    def _hear(self, event: dict[str, Any]) -> None:
        if self._ledger.hear(event):
            return
        calls = self._calls_in(event)
        if not calls and event["type"] == "chat" and event.get("source") == "log":
            self._worker.hear(str(event.get("player") or ""), str(event.get("text") or ""))
        for call in calls:
            if self._weigh(call) is None and call.is_said:
                with suppress(GameUnreachable, BridgeDown):  # the answer is what counts
                    self._heard(call.player)

    def _weigh(self, call: Call) -> str | None:
        """Line ``call`` up, and return why it will be turned away, if it will."""
        fate = self._ledger.fate(call.seq)
        if fate == ledger.ANSWERED:
            return fate
        crowded = len(self._waiting) >= self._habits.queue
        reason = None if fate != ledger.NEW else "rate" if crowded else self._guards.refuse(call, self._clock())
        with self._news:
            self._waiting.append((call, reason))
            self._news.notify_all()
        return reason

    def _calls_in(self, event: dict[str, Any]) -> list[Call]:
        player = str(event.get("player") or "")
        if event["type"] == "join":
            self._online.add(player)
            if "first_login" in self._habits.occasions and self._is_new(player):
                return [Call(event["seq"], "first_login", player, "", moment(event["time"]))]
        elif event["type"] in ("leave", "server_stopping"):
            self._online = self._online - {player} if player else set()
        call = call_of(event, self._habits.triggers, self._habits.occasions)
        return [call] if call else []

    def _answer_all(self) -> None:
        """Answer what waits, oldest first; a call stays first in line until it is answered."""
        try:
            while not self._stopping:
                with self._news:
                    while not self._waiting and not self._stopping:
                        self._news.wait()
                if not self._stopping:
                    self._answer(*self._waiting[0])
        except BaseException as error:  # noqa: BLE001 - `run` raises it
            self.failure = error
            self._stopping = True

    def _answer(self, call: Call, reason: str | None) -> None:
        fate = self._ledger.fate(call.seq)
        try:
            if fate == ledger.NEW and reason:
                self._worker.turn_away(call, reason)
            elif fate != ledger.ANSWERED:
                self._worker.answer(call, fate)
        except BridgeDown:
            # It stays first in line; how far it had got is in the journal.
            self._wait(_PAUSE)
            self._relearn(call)
            return
        except GameUnreachable as error:
            limit = self._habits.limits.age or _DAY
            if self._clock() - call.at <= limit:
                self._wait(_OUTAGE)
                self._relearn(call)
                return
            with suppress(BridgeDown):
                self._worker.give_up(call, error)
        self._waiting.popleft()

    def _wait(self, seconds: float) -> None:
        """Wait, but not for long once an end is asked for."""
        with self._news:
            self._news.wait_for(lambda: self._stopping, timeout=seconds)

    def _relearn(self, call: Call) -> None:
        """Learn from the journal how far ``call`` had got: all that was done about it stands behind it."""
        stream = self._events.current()
        for line in self._events.read(stream, call.seq) if stream else ():
            if b'"type":"god.' in line:
                self._ledger.hear(json.loads(line))

    def _idle(self) -> None:
        if self._stopping:
            raise _Stopped
        if self._habits.random_per_day and self._clock() >= self._next_wonder:
            self._next_wonder = self._wonder_after(self._clock())
            if self._online:
                with suppress(BridgeDown, GameUnreachable):  # it answers nobody, so it is not made up for
                    self._worker.wonder(self._dice.choice(sorted(self._online)))

    def _wonder_after(self, now: float) -> float:
        rate = self._habits.random_per_day
        return now + self._dice.expovariate(rate / _DAY) if rate else float("inf")


class _Stopped(Exception):
    """Somebody asked for an end."""
