"""One subscriber of the event stream: a cursor, a filter, and a pace of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.bridge import wire

if TYPE_CHECKING:
    import asyncio

    from mcgod.bridge.ring import Entry, Ring

_BATCH = 500  # events in one write


class Subscriber:
    """Pushes events after ``cursor`` to one connection, for as long as it lasts.

    It takes from the ring at the pace of its reader. A reader that falls
    behind the ring is told the gap, and goes on from the oldest event there
    is: nobody waits for it, and it can fill no memory.
    """

    def __init__(
        self, ring: Ring, writer: asyncio.StreamWriter, *, cursor: int, types: frozenset[str], player: str
    ) -> None:
        self._ring = ring
        self._writer = writer
        self._cursor = cursor
        self._types = types
        self._player = player.lower()
        self.missed = 0

    async def run(self) -> None:
        """Push until cancelled, or until the connection breaks."""
        while True:
            await self._ring.wait(self._cursor)
            if self._cursor + 1 < self._ring.first:
                self.missed += self._ring.first - self._cursor - 1
                self._writer.write(wire.gap(self._cursor, self._ring.first))
                self._cursor = self._ring.first - 1
            batch = self._ring.after(self._cursor, _BATCH)
            wanted = [wire.pushed(entry.line) for entry in batch if self._wants(entry)]
            self._cursor = batch[-1].seq
            if wanted:
                self._writer.write(b"".join(wanted))
                await self._writer.drain()

    def _wants(self, entry: Entry) -> bool:
        if self._types and entry.type not in self._types and entry.type.partition(".")[0] + ".*" not in self._types:
            return False
        return not self._player or entry.player.lower() == self._player
