"""One subscriber of the event stream: a cursor, a filter, and a pace of its own."""

from __future__ import annotations

import asyncio
import json
import time
from typing import TYPE_CHECKING

from mcgod.bridge import wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.bridge.hub import Hub

_BATCH = 500  # events in one write
_STALLED = 2.0  # seconds that a write may take before its reader counts as stalled


class Subscriber:
    """Pushes events after ``cursor`` to one connection, for as long as it lasts.

    It takes from the ring at the pace of its reader, and from the journal
    when the reader is slower than the ring is long: nobody waits for it, and
    it can fill no memory. A reader that has stalled, and has fallen behind
    the ring, is told the gap instead, and goes on from the oldest event there
    is in memory.
    """

    def __init__(
        self,
        hub: Hub,
        writer: asyncio.StreamWriter,
        *,
        cursor: int,
        types: frozenset[str],
        player: str,
        timer: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hub = hub
        self._ring = hub.ring
        self._writer = writer
        self._cursor = cursor
        self._types = types
        self._player = player.lower()
        self._timer = timer
        self._stalled = False
        self.missed = 0

    async def run(self) -> None:
        """Push until cancelled, or until the connection breaks."""
        while True:
            await self._ring.wait(self._cursor)
            if self._cursor + 1 >= self._ring.first:
                batch = self._ring.after(self._cursor, _BATCH)
                self._cursor = batch[-1].seq
                await self._send([entry.line for entry in batch if self._wants(entry.type, entry.player)])
            elif self._stalled:
                await self._skip()
            else:
                await self._catch_up()

    async def _skip(self) -> None:
        """Tell the gap, and go on behind it."""
        self.missed += self._ring.first - self._cursor - 1
        self._writer.write(wire.gap(self._cursor, self._ring.first))
        self._cursor = self._ring.first - 1
        self._stalled = False
        await self._writer.drain()

    async def _catch_up(self) -> None:
        """Push from the journal until the ring has what is next, or the reader stalls."""
        blocks = self._hub.journal.events.read_blocks(self._hub.journal.stream, self._cursor)
        while self._cursor + 1 < self._ring.first and not self._stalled:
            block = await asyncio.to_thread(next, blocks, None)
            if block is None:
                return
            lines = block.split(b"\n")[:-1]
            self._cursor = json.loads(lines[-1])["seq"]
            for start in range(0, len(lines), _BATCH):
                await self._send([line for line in lines[start : start + _BATCH] if self._wants_line(line)])

    async def _send(self, lines: list[bytes]) -> None:
        if lines:
            before = self._timer()
            self._writer.write(b"".join(map(wire.pushed, lines)))
            await self._writer.drain()
            self._stalled = self._timer() - before > _STALLED

    def _wants_line(self, line: bytes) -> bool:
        if not self._types and not self._player:
            return True
        event = json.loads(line)
        return self._wants(event["type"], str(event.get("player") or ""))

    def _wants(self, kind: str, player: str) -> bool:
        if self._types and kind not in self._types and kind.partition(".")[0] + ".*" not in self._types:
            return False
        return not self._player or player.lower() == self._player
