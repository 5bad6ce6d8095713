"""Calls that come to a bridge through Redis: each is run at most once, and whoever waits is told what became of it.

A call that the bridge took and did not answer before it died is answered by
the next one: nobody knows whether it ran. One that nobody waits for any more
is not run.
"""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, Any

from mcgod import jsonl
from mcgod.bridge import wire
from mcgod.bridge.address import BridgeDown
from mcgod.bridge.redis import keys
from mcgod.bridge.redis.events import entries_in, make_group
from mcgod.errors import BadInput, McgodError

if TYPE_CHECKING:
    from mcgod.bridge.methods import Methods
    from mcgod.store.redis.link import Link, Pipe

_GROUP = "bridge"
_BLOCK = 500  # milliseconds that one look for calls takes
_MOST = 64  # calls that are taken at once
_REPLY_SECONDS = 120
_HERE_SECONDS = 10  # for as long after its last sign of life a bridge counts as running
_LOST = BridgeDown("the bridge went away during the call, which may have run", hint="mcgod bridge status")
_LATE = BridgeDown("the bridge was too late to run the call", hint="mcgod bridge status")


class Calls:
    """Serves ``methods`` to whoever reaches the same Redis; ``facts`` are what this bridge says of itself."""

    def __init__(self, link: Link, server: str, methods: Methods, facts: dict[str, Any]) -> None:
        self._link = link
        self._server = server
        self._methods = methods
        self._facts = jsonl.line(facts)
        self._key = keys.calls(server)
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._serving: set[bytes] = set()
        self.failure: Exception | None = None

    def start(self) -> None:
        """Begin to serve, in the calling loop; a thread of its own reads."""
        self._link.ask(lambda redis: make_group(redis, self._key, _GROUP))
        self._disown()
        self._say_here()
        loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._read, args=(loop,), name="calls", daemon=True)
        self._thread.start()

    async def stop(self) -> None:
        """Take no more calls, and answer those that run."""
        self._stop.set()
        nudge = {"call": "nudge", "method": "ping", "params": "{}", "ttl": _BLOCK}  # so that the reader need not wait
        with suppress(McgodError):
            await asyncio.to_thread(self._link.ask, lambda redis: redis.xadd(self._key, nudge))
        if self._thread:
            await asyncio.to_thread(self._thread.join)
        with suppress(McgodError):
            await asyncio.to_thread(self._link.ask, lambda redis: redis.delete(keys.bridge(self._server)))
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _disown(self) -> None:
        """Answer what an earlier bridge of this server took and left."""
        words = {self._key: "0"}
        while left := entries_in(self._link.ask(lambda redis: redis.xreadgroup(_GROUP, "bridge", words, count=_MOST))):
            for entry, fields in left:
                self._reply(entry, fields, wire.failure(None, _LOST))

    def _say_here(self) -> None:
        self._link.ask(lambda redis: redis.set(keys.bridge(self._server), self._facts, ex=_HERE_SECONDS))

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        rounds = 0
        try:
            while not self._stop.is_set():
                taken = self._take()
                rounds += 1
                if rounds % 4 == 1 or not taken:
                    self._say_here()
                now = self._now() if taken else 0
                for entry, fields in taken:
                    self._serving.add(entry)
                    late = now - int(entry.partition(b"-")[0]) > int(fields[b"ttl"])
                    loop.call_soon_threadsafe(self._begin, entry, fields, late)
        except Exception as error:  # noqa: BLE001 - the daemon ends with it, rather than going deaf in silence
            self.failure = error

    def _take(self) -> list[tuple[bytes, dict[bytes, bytes]]]:
        """Return the calls that have come; those that came with an answer that was lost on its way as well."""
        tries = count()

        def read(redis: Any) -> list[tuple[bytes, dict[bytes, bytes]]]:
            if next(tries):
                given = entries_in(redis.xreadgroup(_GROUP, "bridge", {self._key: "0"}))
                if lost := [(entry, fields) for entry, fields in given if entry not in self._serving]:
                    return lost
            return entries_in(redis.xreadgroup(_GROUP, "bridge", {self._key: ">"}, count=_MOST, block=_BLOCK))

        return self._link.ask(read)

    def _now(self) -> int:
        """Return the time in milliseconds by the clock that numbers the calls."""
        seconds, micros = self._link.ask(lambda redis: redis.time())
        return int(seconds) * 1000 + int(micros) // 1000

    def _begin(self, entry: bytes, fields: dict[bytes, bytes], late: bool) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(entry, fields, late=late))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, entry: bytes, fields: dict[bytes, bytes], *, late: bool) -> None:
        try:
            method, params = fields[b"method"].decode(), json.loads(fields[b"params"])
            told = wire.failure(None, _LATE) if late else wire.answer(None, await self._run(method, params))
        except McgodError as error:
            told = wire.failure(None, error)
        except Exception as error:  # noqa: BLE001 - a defect of one method must not end the bridge
            told = wire.failure(None, McgodError(f"internal error: {type(error).__name__}: {error}"))
        with suppress(McgodError):  # whoever waits will give up; the next bridge tells them more
            await asyncio.to_thread(self._reply, entry, fields, told)

    async def _run(self, method: str, params: Any) -> Any:
        if not isinstance(params, dict):
            raise BadInput("params must be an object")
        return await self._methods.call(method, params, "full")

    def _reply(self, entry: bytes, fields: dict[bytes, bytes], told: bytes) -> None:
        key = keys.reply(fields[b"call"].decode())

        def answer(pipe: Pipe) -> None:
            pipe.multi()
            pipe.xadd(key, {"a": told})
            pipe.expire(key, _REPLY_SECONDS)
            pipe.xack(self._key, _GROUP, entry)
            pipe.xdel(self._key, entry)

        self._link.change([], answer)
        self._serving.discard(entry)
