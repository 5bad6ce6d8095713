"""The Line port through Redis: a call to the bridge of any server, for workers on any machine.

A lost connection loses neither the call nor its answer: the call is left once,
and the answer stays until it is fetched.
"""

from __future__ import annotations

import json
import secrets
import time
from typing import TYPE_CHECKING, Any, Self

from mcgod import jsonl
from mcgod.bridge import wire
from mcgod.bridge.address import BridgeDown
from mcgod.bridge.redis import keys
from mcgod.bridge.redis.events import entries_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.store.redis.link import Link, Pipe

_BLOCK = 1000  # milliseconds that one look for the answer takes


class RedisLine:
    """A line to the bridge of ``server``. ``timeout``: seconds that an answer may take."""

    def __init__(
        self, link: Link, server: str, *, timeout: float = 10.0, timer: Callable[[], float] = time.monotonic
    ) -> None:
        self._link = link
        self._server = server
        self._timeout = timeout
        self._timer = timer

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""

    def close(self) -> None:
        """Nothing is held."""

    def call(self, method: str, **params: Any) -> Any:
        """Call ``method`` and return its result. Raises the bridge's own error, or BridgeDown."""
        call = secrets.token_hex(12)
        fields = {"call": call, "method": method, "params": jsonl.line(params), "ttl": int(self._timeout * 1000)}

        def leave(pipe: Pipe) -> None:
            if not pipe.exists(keys.bridge(self._server)):
                raise BridgeDown(f"no bridge of {self._server} runs", hint="mcgod bridge serve")
            pipe.multi()
            pipe.xadd(keys.calls(self._server), fields)

        self._link.change([], leave)
        told = self._answer(keys.reply(call))
        if told["ok"]:
            return told["result"]
        raise _raised(told["error"])

    def _answer(self, key: str) -> dict[str, Any]:
        deadline = self._timer() + self._timeout
        while self._timer() < deadline:
            found = entries_in(self._link.ask(lambda redis: redis.xread({key: "0-0"}, block=_BLOCK)))
            if found:
                told: dict[str, Any] = json.loads(found[0][1][b"a"])
                return told
        raise BridgeDown(f"the bridge of {self._server} does not answer", hint="mcgod bridge status")


def _raised(told: dict[str, Any]) -> Exception:
    if told.get("code") == BridgeDown.slug:
        return BridgeDown(str(told["message"]), hint=str(told.get("hint") or ""))
    return wire.raised(told)
