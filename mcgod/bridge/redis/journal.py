"""The Journal port in Redis: a batch of events is one transaction, with what else must be true at the same time.

With its events a batch leaves the log's position, so that a log line makes its
events exactly once; a prayer, so that some worker answers it; and the fate of
a prayer, when the god tells it. Redis itself must keep what it was told: see
``appendonly`` in its manual.
"""

from __future__ import annotations

import json
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from mcgod import jsonl
from mcgod.bridge.journal import VERSION
from mcgod.bridge.redis import keys
from mcgod.bridge.redis.events import RedisEvents, number_of
from mcgod.errors import Busy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from mcgod.store.redis.link import Link, Pipe

_LOOK = 2000  # events after which it is looked whether some are to be forgotten
_FATES = {"god.claim": "claim", "god.act": "act", "god.answer": "answer"}
# What players say, and what the god acts on by itself; whether it wants an answer is the workers' to tell.
_CALLS = frozenset({"chat", "join", "death", "advancement"})
_MOST_PRAYERS = 100_000  # that wait where no worker runs


class RedisJournal:
    """The journal of ``server`` behind ``link``. One bridge writes; a second one is refused. Raises StoreFailed."""

    def __init__(
        self,
        link: Link,
        folder: Path,
        *,
        server: str = "default",
        keep_bytes: int = 1 << 30,
        keep_days: int = 90,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._link = link
        self._server = server
        self._keep_bytes = keep_bytes
        self._keep_days = keep_days
        self._clock = clock
        self.events = RedisEvents(link, server, folder)
        self.stream = self._opened()
        self._key = keys.events(server, self.stream)
        self.last = self.events.newest(self.stream)
        self.first = self._oldest()
        raw = link.ask(lambda redis: redis.hget(keys.bus(server), "log"))
        self.log = json.loads(raw) if raw else None

    def append(self, events: Sequence[Mapping[str, Any]], log: Any = None) -> list[bytes]:
        """Write ``events`` as one batch, numbered; return their lines as readers see them, in order.

        Raises StoreFailed, and nothing was kept; Busy when another bridge
        writes the events of this server.
        """
        log = self.log if log is None else log
        lines = []
        for number, event in enumerate(events, start=self.last + 1):
            head = {"v": VERSION, "stream": self.stream, "seq": number, "time": event["time"], "server": self._server}
            lines.append(jsonl.line({**head, **event}))

        def write(pipe: Pipe) -> None:
            newest = pipe.xrevrange(self._key, count=1)
            if newest and number_of(newest[0][0]) != self.last:
                hint = "server.name must differ from bridge to bridge"
                raise Busy(f"another bridge writes the events of {self._server}", hint=hint)
            pipe.multi()
            for number, (event, line) in enumerate(zip(events, lines, strict=True), start=self.last + 1):
                pipe.xadd(self._key, {"e": line}, id=f"{number}-0")
                self._tell(pipe, event, line)
            pipe.hset(keys.bus(self._server), "log", jsonl.line(log))

        self._link.change([self._key], write)
        before, self.last, self.log = self.last, self.last + len(lines), log
        if before // _LOOK != self.last // _LOOK:
            self._forget_old()
        return lines

    def close(self) -> None:
        """Nothing is held."""

    def _tell(self, pipe: Pipe, event: Mapping[str, Any], line: bytes) -> None:
        """Queue what follows from ``event``: a prayer that waits, or what has become of one."""
        if event["type"] in _CALLS and event.get("source") == "log":
            fields = {"server": self._server, "e": line}
            pipe.xadd(keys.PRAYERS, fields, maxlen=_MOST_PRAYERS, approximate=True)
        elif event["type"] in _FATES and isinstance(event.get("of"), int):
            pipe.hset(keys.fates(self._server, self.stream), str(event["of"]), _FATES[event["type"]])

    def _opened(self) -> str:
        """Return the name of the server's stream, a new one where it has none."""
        key = keys.bus(self._server)
        self._link.ask(lambda redis: redis.hsetnx(key, "stream", secrets.token_hex(6)))
        return str(self._link.ask(lambda redis: redis.hget(key, "stream")).decode())

    def _oldest(self) -> int:
        found = self._link.ask(lambda redis: redis.xrange(self._key, count=1))
        return number_of(found[0][0]) if found else self.last + 1

    def _forget_old(self) -> None:
        """Remove the oldest events that exceed the size or the age that is kept, with what became of them."""
        size = self._link.ask(lambda redis: redis.memory_usage(self._key)) or 0
        count = self.last - self.first + 1
        keep = count if size <= self._keep_bytes else count * self._keep_bytes // size
        limit = (self._clock() - timedelta(days=self._keep_days)).isoformat(timespec="milliseconds")
        aged = self.events.start_of(self.stream, limit.replace("+00:00", "Z"))
        first = max(self.last - keep + 1, aged + 1)
        if first > self.first:
            self._link.ask(lambda redis: redis.xtrim(self._key, minid=f"{first}-0", approximate=False))
            self._forget_fates(first)
            self.first = self._oldest()

    def _forget_fates(self, first: int) -> None:
        key = keys.fates(self._server, self.stream)
        old = [name for name in self._link.ask(lambda redis: redis.hkeys(key)) if int(name) < first]
        if old:
            self._link.ask(lambda redis: redis.hdel(key, *old))
