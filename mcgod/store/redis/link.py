"""The connection to Redis: what is done once is done once, whatever becomes of the connection meanwhile.

Faults that pass (a lost connection, a fail-over, a server that loads) are
waited out; the rest are errors. A change is one transaction with a mark of
its own in it: after a fault the mark tells whether the change was made, so
that it is neither lost nor made twice.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, TypeVar

from mcgod.errors import BadConfig, Busy, McgodError
from mcgod.store.redis import faults

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mcgod.store.redis.address import Address

    # The library's own types do not tell that answers are bytes here.
    Client = Any
    Pipe = Any

T = TypeVar("T")

PREFIX = "mcgod:"
_MARK_SECONDS = 120  # for longer than that nobody waits to learn what became of a change
_PAUSES = (0.01, 0.05, 0.1, 0.25)  # seconds between tries; the last one again and again
_CONFLICTS = 200  # times that others may be quicker before somebody gives up
_ANSWER = 5.0  # seconds that one answer may take
_COPIED = 500  # milliseconds that one wait for replicas takes


class Link:
    """One Redis at ``address``. ``patience``: seconds that a passing fault is waited for.

    ``replicas``: how many copies must have a change before it counts as made.
    May be used from several threads.
    """

    def __init__(
        self,
        address: Address,
        *,
        patience: float = 15.0,
        replicas: int = 0,
        timer: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.address = address
        self._patience = patience
        self._replicas = replicas
        self._timer = timer
        self._sleep = sleep
        self._closing = False
        self._keeps = False
        self._redis = _client(address)

    def __repr__(self) -> str:
        return f"Link({self.address})"

    def ask(self, do: Callable[[Client], T]) -> T:
        """Do something that changes nothing, or that may be done twice. Raises StoreFailed, BadConfig."""
        return self._persist(lambda: do(self._redis))

    def change(self, watched: Sequence[str], do: Callable[[Pipe], T]) -> T:
        """Make a change once, and return what ``do`` returns.

        ``do`` gets a pipeline that reads at once; after ``multi()`` it queues.
        It runs again when somebody else changed one of the keys ``watched``
        meanwhile, so it has no effects of its own. What it raises goes through
        and nothing is changed. Raises StoreFailed, Busy when others were always
        quicker, and BadConfig for a server that may forget what it was told.
        """
        self._check_memory()
        mark = f"{PREFIX}did:{secrets.token_hex(8)}"
        sent: list[T] = []
        return self._persist(lambda: self._make(mark, watched, do, sent))

    def facts(self) -> dict[str, Any]:
        """Return what the server says of itself: version, role, memory, and how it keeps what it was told."""
        told: dict[str, Any] = self.ask(lambda redis: redis.info())
        return told

    def _check_memory(self) -> None:
        """See once that the server evicts nothing: what was acknowledged would go, and with it leases and marks."""
        if self._keeps:
            return
        facts = self.ask(lambda redis: redis.info("memory"))
        if forgets(facts):
            hint = f"in its redis.conf: maxmemory-policy noeviction, not {facts['maxmemory_policy']}"
            raise BadConfig(f"the Redis at {self.address} may forget what it was told when it is full", hint=hint)
        self._keeps = True

    def pause(self, seconds: float) -> None:
        """Wait a while, before something is looked at again."""
        self._sleep(seconds)

    def close(self) -> None:
        """Wait for nothing any more, and hang up."""
        self._closing = True
        self._redis.close()

    def _make(self, mark: str, watched: Sequence[str], do: Callable[[Pipe], T], sent: list[T]) -> T:
        """Try until nobody interferes. ``sent`` holds what ``do`` returned for what the server may have got already."""
        from redis.exceptions import WatchError  # noqa: PLC0415 - the extra may not be installed

        for _ in range(_CONFLICTS):
            # A connection that breaks under a watch comes as a WatchError too, even when the change was made.
            with suppress(WatchError):
                made = self._attempt(mark, watched, do, sent)
                self._copied(mark)
                return sent[made]
        raise Busy("others change the same data all the time", hint="try again in a moment")

    def _attempt(self, mark: str, watched: Sequence[str], do: Callable[[Pipe], T], sent: list[T]) -> int:
        """Make the change, unless an earlier try did; return the number of the one that did."""
        with self._redis.pipeline(transaction=True) as pipe:
            # The mark is watched as well: a try whose connection broke could reach the server late.
            pipe.watch(mark, *watched)
            if sent and (made := pipe.get(mark)) is not None:
                return int(made)
            result = do(pipe)
            if not pipe.explicit_transaction:
                pipe.multi()
            pipe.set(mark, len(sent), ex=_MARK_SECONDS)
            sent.append(result)
            pipe.execute()
            return len(sent) - 1

    def _copied(self, mark: str) -> None:
        """Wait until enough replicas have what was changed."""
        if self._replicas:
            with self._redis.client() as one:
                # It waits for what its own connection wrote, and whoever has that has all before it.
                one.expire(mark, _MARK_SECONDS)
                have = int(one.wait(self._replicas, _COPIED))
            if have < self._replicas:
                raise faults.TooFewReplicas(f"{have} of {self._replicas} replicas have the change")

    def _persist(self, attempt: Callable[[], T]) -> T:
        """Try until it is done, fails for good, or patience ends."""
        deadline = self._timer() + self._patience
        for pause in chain(_PAUSES, repeat(_PAUSES[-1])):
            try:
                return attempt()
            except McgodError:
                raise
            except Exception as error:
                fault = faults.read(error, self.address)
                if fault is None:
                    raise
                if self._closing or self._timer() >= deadline or not fault.passes:
                    raise fault.error from error
            self._sleep(pause)
        raise AssertionError


def forgets(facts: Mapping[str, Any]) -> bool:
    """Whether a server with these ``facts`` throws away what it holds when its memory is full."""
    return bool(facts.get("maxmemory")) and facts.get("maxmemory_policy") != "noeviction"


def _client(address: Address) -> Client:
    try:
        import redis  # noqa: PLC0415 - most homes keep files
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError:
        raise BadConfig(
            "store.url needs the extra redis, which is not installed", hint="pip install 'mcgod[redis]'"
        ) from None
    where: dict[str, Any] = {"unix_socket_path": address.path} if address.path else {
        "host": address.host, "port": address.port, "ssl": address.tls
    }  # fmt: skip
    return redis.Redis(
        **where,
        db=address.number,
        username=address.user or None,
        password=address.password or None,
        socket_timeout=_ANSWER,
        socket_connect_timeout=_ANSWER,
        socket_keepalive=True,
        health_check_interval=30,
        # A retry of the library's own could make a change twice.
        retry=Retry(NoBackoff(), 0),
        protocol=2,  # whose answers have one shape in all versions of the library
        client_name="mcgod",
    )
