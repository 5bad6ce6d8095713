"""Numbers events, makes them durable, and lets everybody hear of them, in this order. Belongs to one event loop."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from mcgod.bridge.ring import Entry, Ring

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mcgod.bridge.port import Journal


class Hub:
    """The way of every event: ``publish`` is the only one that appends to the journal."""

    def __init__(self, journal: Journal, *, ring: int, clock: Callable[[], str]) -> None:
        self.journal = journal
        self.ring = Ring(ring, journal.last)
        self.counts: Counter[str] = Counter()
        self._clock = clock
        self._turn = asyncio.Lock()

    async def publish(self, events: Sequence[Mapping[str, Any]], log: Any = None) -> list[int]:
        """Journal ``events`` as one batch, then show them; return their numbers.

        Each has at least ``source`` and ``type``; ``time`` is filled in when
        it has none. Raises StoreFailed, and then nobody heard of them.
        """
        if not events:
            return []
        now = self._clock()
        stamped = [{**event, "time": event.get("time") or now} for event in events]
        async with self._turn:
            first = self.journal.last + 1
            # The disk may take its time; the loop goes on serving meanwhile.
            lines = await asyncio.to_thread(self.journal.append, stamped, log)
            entries = [
                Entry(number, str(event["type"]), str(event.get("player") or ""), line)
                for number, (event, line) in enumerate(zip(stamped, lines, strict=True), start=first)
            ]
            self.ring.extend(entries)
        self.counts.update(entry.type for entry in entries)
        return [entry.seq for entry in entries]
