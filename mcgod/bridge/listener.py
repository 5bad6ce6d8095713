"""Feeds the server's log into the hub: a thread reads it, the loop publishes what it said."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, Protocol

from mcgod.game.follow import Follower, Position, read_bursts
from mcgod.game.loglines import Dater, LogReader

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mcgod.bridge.hub import Hub

_ALERT = 300  # looks at a silent log before they become rarer
_DROWSY = 6  # times as long is then waited between two of them
_SILENT = frozenset({"other", "continuation"})  # types that say nothing; they are counted, not journaled


class Source(Protocol):
    """Where the log's lines come from."""

    @property
    def name(self) -> str:
        """What stands for it in a status."""
        ...

    def batches(self, stop: threading.Event, resume: Any, /) -> Iterator[tuple[list[str], Any]]:
        """Yield lines with the position they reach to, until ``stop``; begin at the position ``resume``, if any."""
        ...


class LogFile(NamedTuple):
    """A log file, which need not exist yet.

    ``interval`` is in seconds: how often a log is looked at that is written
    to. One that has been silent for a while is looked at less often, so that
    idling costs next to nothing.
    """

    path: Path
    start: Literal["end", "beginning"] = "end"
    encoding: str = "utf-8"
    interval: float = 0.01

    @property
    def name(self) -> str:
        """The file's path."""
        return str(self.path)

    def batches(self, stop: threading.Event, resume: Any) -> Iterator[tuple[list[str], Any]]:
        """Yield the new lines of each poll."""
        start = Position.from_json(resume) if resume else self.start
        follower = Follower(self.path, start=start, encoding=self.encoding)
        try:
            silent = 0
            while not stop.is_set():
                if lines := follower.poll():
                    silent = 0
                    yield [line.text for line in lines], lines[-1].position.to_json()
                else:
                    silent += 1
                    stop.wait(self.interval if silent < _ALERT else _DROWSY * self.interval)
        finally:
            follower.close()


class LogPipe(NamedTuple):
    """A stream of log lines, such as `docker logs -f` writes; it cannot be resumed."""

    stream: BinaryIO
    encoding: str = "utf-8"

    @property
    def name(self) -> str:
        """What stands for a pipe on the command line."""
        return "-"

    def batches(self, stop: threading.Event, _resume: Any) -> Iterator[tuple[list[str], Any]]:
        """Yield lines as they arrive, until the stream ends."""
        for lines in read_bursts(self.stream, encoding=self.encoding):
            if stop.is_set():
                return
            yield lines, None


class Listener:
    """Publishes what ``source`` says, from where the journal says it had got to.

    ``kind`` fixes the server kind, ``roster`` names players that the server
    knows already.
    """

    def __init__(self, source: Source, hub: Hub, *, kind: str | None = None, roster: tuple[str, ...] = ()) -> None:
        self._source = source
        self._hub = hub
        dater = Dater()
        dater.live = True
        self._reader = LogReader(kind or None, roster, dater=dater)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.failure: Exception | None = None

    def start(self) -> None:
        """Begin to listen, in a thread of its own; events reach the hub in the calling loop."""
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._listen, args=(loop,), name="log", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Stop listening; what was read is published. A pipe that says nothing is not waited for."""
        self._stop.set()
        if self._thread:
            await asyncio.to_thread(self._thread.join, 2.0)

    def status(self) -> dict[str, Any]:
        """Return ``{"path","kind","lines","understood","by_type",…}``, so that a change of format is never silent."""
        return {"path": self._source.name, "kind": self._reader.kind, **self._reader.stats()._asdict()}

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for lines, position in self._source.batches(self._stop, self._hub.journal.log):
                events = [
                    event.to_json() for line in lines for event in self._reader.feed(line) if event.type not in _SILENT
                ]
                if events:
                    asyncio.run_coroutine_threadsafe(self._hub.publish(events, position), loop).result()
        except Exception as error:  # noqa: BLE001 - the daemon ends with it, rather than going deaf in silence
            self.failure = error
