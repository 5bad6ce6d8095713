"""Webhooks: events pushed to other programs, signed, in order, retried, and never lost over a restart.

The journal is the queue: a webhook is a cursor in it, saved after each
delivery. What cannot be delivered goes to ``<name>.dead.jsonl`` with the
reason, and the queue goes on. Headers and body are those of the interface
mod's own bridge, so that its receivers work.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import random
import time
from contextlib import suppress
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.bridge import cursors
from mcgod.bridge.client import Wish
from mcgod.paths import safe_name

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import httpx

    from mcgod.bridge.hub import Hub

_AGAIN = frozenset({408, 425, 429})  # answers that may be better next time, as any of 500 and above
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0  # seconds
_PAGE = 200  # events looked at in one go


class Hook(NamedTuple):
    """One receiver. ``secret`` signs; ``timeout`` is in seconds for one attempt."""

    name: str
    url: str
    secret: str
    types: tuple[str, ...] = ("chat",)
    player: str = ""
    attempts: int = 5
    timeout: float = 10.0

    def __repr__(self) -> str:
        return f"Hook({self.name})"


class Webhook:
    """Delivers the events of ``hub`` to one hook, oldest first, each until it is taken or given up."""

    def __init__(
        self,
        hook: Hook,
        hub: Hub,
        *,
        transport: httpx.AsyncBaseTransport | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = lambda: random.uniform(0.8, 1.25),
    ) -> None:
        self.hook = hook
        self._hub = hub
        self._transport = transport
        self._sleep = sleep
        self._jitter = jitter
        self._wish = Wish(hook.types, hook.player)
        self._folder = hub.journal.events.folder
        self._cursor = cursors.load(self._folder, self._key, hub.journal.stream)
        if self._cursor is None:
            self._cursor = hub.journal.last  # a new hook hears what happens from now on
            cursors.save(self._folder, self._key, hub.journal.stream, self._cursor)
        self._task: asyncio.Task[None] | None = None
        self.delivered = self.failed = self.retries = 0
        self.last_error = ""

    @property
    def _key(self) -> str:
        return f"webhook {self.hook.name}"

    def start(self) -> None:
        """Begin to deliver."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop; what is left is delivered after the next start."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def status(self) -> dict[str, Any]:
        """Return ``{"name","delivered","failed","retries","waiting","error"}``; never the address or the secret."""
        return {
            "name": self.hook.name,
            "delivered": self.delivered,
            "failed": self.failed,
            "retries": self.retries,
            "waiting": self._hub.journal.last - (self._cursor or 0),
            "error": self.last_error,
        }

    async def _run(self) -> None:
        import httpx  # noqa: PLC0415 - a bridge without webhooks needs none

        async with httpx.AsyncClient(
            timeout=self.hook.timeout, follow_redirects=False, trust_env=False, transport=self._transport
        ) as client:
            while True:
                cursor = self._cursor or 0
                await self._hub.ring.wait(cursor)
                for line in await asyncio.to_thread(self._page, cursor):
                    event = json.loads(line)
                    if self._wish.takes(event):
                        await self._deliver(client, event)
                    self._cursor = event["seq"]
                await asyncio.to_thread(
                    cursors.save, self._folder, self._key, self._hub.journal.stream, self._cursor or 0
                )

    def _page(self, cursor: int) -> list[bytes]:
        lines = self._hub.journal.events.read(self._hub.journal.stream, cursor)
        return [line for line, _ in zip(lines, range(_PAGE), strict=False)]

    async def _deliver(self, client: httpx.AsyncClient, event: dict[str, Any]) -> None:
        body = jsonl.line(body_of(event))
        for attempt in range(1, self.hook.attempts + 1):
            fault, pause, again = await self._attempt(client, event, body, attempt)
            if not fault:
                self.delivered += 1
                self.last_error = ""
                await asyncio.to_thread(cursors.save, self._folder, self._key, self._hub.journal.stream, event["seq"])
                return
            self.last_error = fault
            if not again:
                break
            if attempt < self.hook.attempts:
                self.retries += 1
                await self._sleep(pause)
        self.failed += 1
        await asyncio.to_thread(self._bury, event)

    async def _attempt(
        self, client: httpx.AsyncClient, event: dict[str, Any], body: bytes, attempt: int
    ) -> tuple[str, float, bool]:
        """Try once; return what went wrong, or nothing, the pause before the next try, and whether one makes sense."""
        import httpx  # noqa: PLC0415 - as above

        pause = min(_FIRST_PAUSE * 2 ** (attempt - 1), _LONGEST_PAUSE) * self._jitter()
        try:
            headers = headers_of(event, body, self.hook.secret, attempt, int(time.time()))
            reply = await client.post(self.hook.url, content=body, headers=headers)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return type(error).__name__, pause, not isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol)
        if reply.is_success:
            return "", 0.0, False
        with suppress(ValueError):
            pause = min(float(reply.headers.get("retry-after", pause)), 300.0)
        what = "a redirect, which would lose the signature" if reply.is_redirect else f"HTTP {reply.status_code}"
        return what, pause, reply.status_code in _AGAIN or reply.status_code >= 500

    def _bury(self, event: dict[str, Any]) -> None:
        path = self._folder / "webhooks" / f"{safe_name(self.hook.name)}.dead.jsonl"
        fsio.make_folder(path.parent)
        with fsio.locked(path.with_suffix(".lock")):
            fsio.append_line(path, jsonl.line({"v": 1, "reason": self.last_error, "event": event}))


def body_of(event: dict[str, Any]) -> dict[str, Any]:
    """Return what a receiver gets for ``event``: its facts, and the whole event as ``data``."""
    mod = event.get("mod") if isinstance(event.get("mod"), dict) else {}
    return {
        "eventId": f"{event['stream']}:{event['seq']}",
        "sequence": event["seq"],
        "streamId": event["stream"],
        "event": event["type"],
        "type": event["type"],
        "category": _category(event["type"]),
        "timestamp": int(datetime.fromisoformat(event["time"]).timestamp() * 1000),
        "tick": mod.get("tick") if mod else None,
        "sender": event.get("player") or None,
        "context_id": mod.get("context_id") if mod else None,
        "data": event,
    }


def headers_of(event: dict[str, Any], body: bytes, secret: str, attempt: int, now: int) -> dict[str, str]:
    """Return the headers of one attempt; ``now`` is in epoch seconds and is signed together with the body."""
    signature = hmac.new(secret.encode(), f"{now}.".encode() + body, hashlib.sha256).hexdigest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "mcgod",
        "X-MC-Agent-Signature": f"sha256={signature}",
        "X-MC-Agent-Timestamp": str(now),
        "X-MC-Agent-Event-Id": f"{event['stream']}:{event['seq']}",
        "X-MC-Agent-Event-Type": event["type"],
        "X-MC-Agent-Attempt": str(attempt),
    }


def _category(kind: str) -> str:
    if kind in ("chat", "mark"):
        return kind
    if kind.endswith(("_error", "_down")):
        return "error"
    return "game" if kind in ("feedback", "game") else "other"
