"""What may want an answer, of all servers, shared by the workers of one group: each has its own, and no two the same.

A worker holds what it took by a lease. One that dies, or that nobody hears of,
loses it to another; ``times`` tells how often it was taken.
"""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.bridge.redis import keys
from mcgod.bridge.redis.events import entries_in, make_group
from mcgod.errors import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.store.redis.link import Link, Pipe

_GROUP = "god"
LEASE = 15.0  # seconds


class Prayer(NamedTuple):
    """An event of ``server`` that may want an answer; ``id`` is its place in the line."""

    id: bytes
    server: str
    event: dict[str, Any]


class Prayers:
    """The line of prayers, for the worker called ``name``. ``lease``: seconds that it may be silent."""

    def __init__(
        self, link: Link, name: str, *, lease: float = LEASE, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._link = link
        self._name = name
        self._lease = int(lease * 1000)
        self._timer = timer
        self._looked = -lease
        link.ask(lambda redis: make_group(redis, keys.PRAYERS, _GROUP))

    def take(self, wait: float) -> Prayer | None:
        """Take the next, one that a dead worker left before a new one; None when none came within ``wait`` seconds."""
        if self._timer() - self._looked >= self._lease / 3000:
            if left := self._abandoned():
                return left
            self._looked = self._timer()
        block = max(1, int(wait * 1000))
        found = self._link.ask(
            lambda redis: redis.xreadgroup(_GROUP, self._name, {keys.PRAYERS: ">"}, count=1, block=block)
        )
        return _read(entries_in(found))

    @contextmanager
    def held(self, prayer: Prayer) -> Iterator[None]:
        """Keep the lease for the block."""
        ended = threading.Event()
        keeper = threading.Thread(target=self._renew, args=(prayer, ended), name="lease", daemon=True)
        keeper.start()
        try:
            yield
        finally:
            ended.set()
            keeper.join()

    def done(self, prayer: Prayer) -> None:
        """Take a prayer out of the line: what became of it stands in its server's journal."""

        def drop(pipe: Pipe) -> None:
            pipe.multi()
            pipe.xack(keys.PRAYERS, _GROUP, prayer.id)
            pipe.xdel(keys.PRAYERS, prayer.id)

        self._link.change([], drop)

    def fate(self, prayer: Prayer) -> str | None:
        """Return what the journal tells of a prayer: ``claim``, ``act``, ``answer``, or None."""
        key = keys.fates(prayer.server, prayer.event["stream"])
        told = self._link.ask(lambda redis: redis.hget(key, str(prayer.event["seq"])))
        return told.decode() if told else None

    def waiting(self) -> int:
        """Return how many are in the line, those that are being answered included."""
        return int(self._link.ask(lambda redis: redis.xlen(keys.PRAYERS)))

    def facts(self, server: str) -> dict[str, Any] | None:
        """Return what the bridge of ``server`` says of itself, None when none runs."""
        raw = self._link.ask(lambda redis: redis.get(keys.bridge(server)))
        return json.loads(raw) if raw else None

    def _abandoned(self) -> Prayer | None:
        found = self._link.ask(
            lambda redis: redis.xautoclaim(keys.PRAYERS, _GROUP, self._name, min_idle_time=self._lease, count=1)
        )
        return _read(found[1])

    def _renew(self, prayer: Prayer, ended: threading.Event) -> None:
        while not ended.wait(self._lease / 3000):
            with suppress(StoreFailed):
                self._link.ask(
                    lambda redis: redis.xclaim(
                        keys.PRAYERS, _GROUP, self._name, 0, [prayer.id], idle=0, justid=True
                    ) if self._mine(redis, prayer) else None
                )  # fmt: skip

    def _mine(self, redis: Any, prayer: Prayer) -> bool:
        held = redis.xpending_range(keys.PRAYERS, _GROUP, prayer.id, prayer.id, 1)
        return bool(held) and held[0]["consumer"] == self._name.encode()


def _read(entries: list[tuple[bytes, dict[bytes, bytes]]]) -> Prayer | None:
    if not entries:
        return None
    entry, fields = entries[0]
    return Prayer(entry, fields[b"server"].decode(), json.loads(fields[b"e"]))
