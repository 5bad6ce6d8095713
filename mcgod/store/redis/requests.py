"""The requests that run, in Redis: one an owner in the whole network, seen and stopped from anywhere.

    mcgod:running:<owner>    {"v":1,"id":"…","owner":"…","player":"…","text":"…","pid":41}, with a lease on it
    mcgod:stop:<id>          somebody asked for its end
    mcgod:failed:<token>     a request that failed, for half an hour

A lease is renewed for as long as the request runs; one whose process died ends by itself.
"""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

from mcgod import jsonl
from mcgod.errors import BadInput, Occupied, StoreFailed
from mcgod.paths import safe_name
from mcgod.store import failures
from mcgod.store.redis.link import PREFIX
from mcgod.store.requests import VERSION, Running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.store.failures import Failure
    from mcgod.store.redis.link import Link, Pipe

LEASE = 15.0  # seconds
_LOOK = 0.1  # seconds between two looks for a wish to stop
_STOP_SECONDS = 600


class RedisRequests:
    """The Requests port behind ``link``. ``lease``: seconds for which a request outlives its process."""

    def __init__(self, link: Link, *, lease: float = LEASE, timer: Callable[[], float] = time.monotonic) -> None:
        self._link = link
        self._lease = lease
        self._timer = timer

    @contextmanager
    def running(
        self, name: str, owner: str, player: str | None, text: str, *, stop: threading.Event | None = None
    ) -> Iterator[threading.Event]:
        """Let a request be seen, and stopped, for the block. Raises Occupied while another of the owner runs."""
        stop = stop or threading.Event()
        key = _running(owner)
        facts = jsonl.line({"v": VERSION, **Running(name, owner, player, text, os.getpid()).to_json()})
        if not self._take(key, facts):
            raise self._busy(owner)
        ended = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(name, key, facts, stop, ended), daemon=True)
        watcher.start()
        try:
            yield stop
        finally:
            ended.set()
            watcher.join()
            with suppress(StoreFailed):  # it ends by itself
                self._let_go(name, key, facts)

    def current(self) -> list[Running]:
        """Return the requests that run now, anywhere."""

        def read(redis: Any) -> list[bytes]:
            keys = sorted(redis.scan_iter(f"{PREFIX}running:*", count=500))
            return [raw for raw in redis.mget(keys) if raw] if keys else []

        found = [json.loads(raw) for raw in self._link.ask(read)]
        return [Running(raw["id"], raw["owner"], raw["player"], raw["text"], raw["pid"]) for raw in found]

    def stop(self, one: Running) -> None:
        """Ask for the end of a request."""
        self._link.ask(lambda redis: redis.set(_stop(one.id), b"1", ex=_STOP_SECONDS))

    def keep(self, failure: Failure) -> None:
        """Keep a request that failed; it goes by itself when it is too old."""
        data = jsonl.line({"v": failures.VERSION, **failure.to_json()})
        self._link.ask(lambda redis: redis.set(_failed(failure.token), data, ex=failures.MINUTES * 60))

    def failed(self, now: float) -> list[Failure]:
        """Return what may be tried again, the newest first."""

        def read(redis: Any) -> list[bytes]:
            keys = list(redis.scan_iter(_failed("*"), count=500))
            return [raw for raw in redis.mget(keys) if raw] if keys else []

        found = []
        for raw in self._link.ask(read):
            with suppress(BadInput):  # of a newer version
                found.append(failures.read(raw, "a failed request"))
        return sorted((one for one in found if failures.fresh(one, now)), key=lambda one: one.at, reverse=True)

    def find(self, token: str, now: float) -> Failure:
        """Return the failure of ``token``. Raises NotFound."""
        if folded := failures.folded(token):
            raw = self._link.ask(lambda redis: redis.get(_failed(folded)))
            if raw is not None and failures.fresh(one := failures.read(raw, _failed(folded)), now):
                return one
        raise failures.missing(token)

    def forget(self, token: str) -> None:
        """Remove a failure."""
        self._link.ask(lambda redis: redis.delete(_failed(token)))

    def _take(self, key: str, facts: bytes) -> bool:
        """Hold the owner's key, unless somebody else does; asked again after a fault, we may hold it already."""
        lease = int(self._lease * 1000)
        return bool(self._link.ask(lambda redis: redis.set(key, facts, nx=True, px=lease) or redis.get(key) == facts))

    def _busy(self, owner: str) -> Occupied:
        names = [one.id for one in self.current() if one.owner == owner]
        hint = f"mcgod stop {names[0]}, or wait for it" if names else "try again in a moment"
        return Occupied(f"a request of {owner} is running", hint=hint)

    def _watch(self, name: str, key: str, facts: bytes, stop: threading.Event, ended: threading.Event) -> None:
        """Renew the lease, and set ``stop`` on somebody's wish, or when somebody else holds the key by now."""
        renewed = self._timer()
        while not ended.wait(_LOOK):
            with suppress(StoreFailed):
                if self._link.ask(lambda redis: redis.exists(_stop(name))):
                    stop.set()
                if self._timer() - renewed > self._lease / 3:
                    renewed = self._timer()
                    if not self._renew(key, facts):
                        stop.set()

    def _renew(self, key: str, facts: bytes) -> bool:
        if self._link.ask(lambda redis: redis.get(key)) == facts:
            self._link.ask(lambda redis: redis.pexpire(key, int(self._lease * 1000)))
            return True
        return self._take(key, facts)

    def _let_go(self, name: str, key: str, facts: bytes) -> None:
        def drop(pipe: Pipe) -> None:
            own = pipe.get(key) == facts
            pipe.multi()
            if own:
                pipe.delete(key)
            pipe.delete(_stop(name))

        self._link.change([key], drop)


def _running(owner: str) -> str:
    return f"{PREFIX}running:{safe_name(owner)}"


def _stop(name: str) -> str:
    return f"{PREFIX}stop:{name}"


def _failed(token: str) -> str:
    return f"{PREFIX}failed:{token}"
