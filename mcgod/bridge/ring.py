"""The newest events in memory, and who waits for the next. Belongs to one event loop."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import NamedTuple


class Entry(NamedTuple):
    """An event as it is kept: its number, what subscribers filter by, and its line without a line end."""

    seq: int
    type: str
    player: str
    line: bytes


class Ring:
    """The last ``size`` events. Readers have a cursor each and no queue, so none of them can fill memory."""

    def __init__(self, size: int, last: int = 0) -> None:
        self._entries: deque[Entry] = deque(maxlen=size)
        self._news = asyncio.Event()
        self.last = last

    @property
    def first(self) -> int:
        """The number of the oldest event here; one above the last when there is none."""
        return self._entries[0].seq if self._entries else self.last + 1

    def extend(self, entries: list[Entry]) -> None:
        """Add events and wake everybody who waits."""
        self._entries.extend(entries)
        self.last = entries[-1].seq
        self._news.set()
        self._news = asyncio.Event()

    def after(self, cursor: int, most: int) -> list[Entry]:
        """Return up to ``most`` events after number ``cursor``; those that are gone are not among them."""
        skip = max(0, cursor + 1 - self.first)
        if skip >= len(self._entries):
            return []
        # A deque is slow in its middle; nearly every reader is at its end.
        count = len(self._entries) - skip
        return [self._entries[-number] for number in range(count, max(0, count - most), -1)]

    async def wait(self, cursor: int) -> None:
        """Return once there is an event after ``cursor``."""
        while self.last <= cursor:
            await self._news.wait()
