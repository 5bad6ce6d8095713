"""The standard streams as the protocol uses them: a line in, a line out, each by a thread that nothing waits for.

Whatever else writes to standard output goes to standard error, or the client
would take it for the protocol; whatever else reads standard input finds it
empty.
"""

from __future__ import annotations

import asyncio
import os
import queue
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

LONGEST = 4 << 20  # bytes of a message
_CHUNK = 1 << 16
_TOO_LONG = "a message that is too long"


@contextmanager
def claimed() -> Iterator[tuple[int, int]]:
    """Take both streams for the block, and yield descriptors that lead where they led.

    These stay open: a thread may wait in one still, and must not find itself in a file of another's.
    """
    reading, writing = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    try:
        yield reading, writing
    finally:
        os.dup2(reading, 0)
        os.dup2(writing, 1)


class LinesIn:
    """The lines of the descriptor ``reading``, to its end. One that is too long is given as one that does not parse."""

    def __init__(self, reading: int) -> None:
        self._reading = reading
        self._loop = asyncio.get_running_loop()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._room = threading.Semaphore(64)  # a client that asks faster than it is served waits in its pipe
        threading.Thread(target=self._read, name="mcgod-serve-in", daemon=True).start()

    def __aiter__(self) -> AsyncIterator[str]:
        return self._following()

    async def _following(self) -> AsyncIterator[str]:
        while (line := await self._lines.get()) is not None:
            self._room.release()
            yield line

    def _read(self) -> None:
        rest, cutting = b"", False
        with suppress(OSError):
            while data := os.read(self._reading, _CHUNK):
                *whole, rest = (rest + data).split(b"\n")
                for line in whole:
                    self._put(_TOO_LONG if cutting else line.decode("utf-8", "replace"))
                    cutting = False
                if len(rest) > LONGEST:
                    rest, cutting = b"", True
        self._put(None)

    def _put(self, line: str | None) -> None:
        if line is None or line.strip():
            self._room.acquire()
            with suppress(RuntimeError):  # nobody listens any more
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)


class LinesOut:
    """Writes texts to the descriptor ``writing``. ``gone`` is set once nobody reads there any more."""

    def __init__(self, writing: int) -> None:
        self._writing = writing
        self._loop = asyncio.get_running_loop()
        self._texts: queue.SimpleQueue[tuple[bytes, asyncio.Future[None]] | None] = queue.SimpleQueue()
        self.gone = asyncio.Event()
        threading.Thread(target=self._write, name="mcgod-serve-out", daemon=True).start()

    async def write(self, text: str) -> None:
        """Write ``text`` and wait until it is written; what comes when nobody reads is dropped."""
        done = self._loop.create_future()
        self._texts.put((text.encode("utf-8", "replace"), done))
        await done

    async def flush(self) -> None:
        """Do nothing: it is written already."""

    def close(self) -> None:
        """Write what is there, and nothing more."""
        self._texts.put(None)

    def _write(self) -> None:
        whole = True
        while text := self._texts.get():
            data, done = text
            try:
                while data and whole:
                    data = data[os.write(self._writing, data) :]
            except OSError:
                whole = False
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._written, done, whole)

    def _written(self, done: asyncio.Future[None], whole: bool) -> None:
        if not done.done():
            done.set_result(None)
        if not whole:
            self.gone.set()
