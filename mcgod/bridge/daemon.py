"""The bridge as a process: journal, hub, log, game and server tied together, from start to a clean end."""

from __future__ import annotations

import asyncio
import os
import secrets
import time
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio
from mcgod.bridge import address, notify
from mcgod.bridge.claims import Claims
from mcgod.bridge.factkeeper import FactKeeper
from mcgod.bridge.hub import Hub
from mcgod.bridge.journal import Journal
from mcgod.bridge.keeper import Keeper
from mcgod.bridge.listener import Listener
from mcgod.bridge.methods import Methods
from mcgod.bridge.methods.means import Means
from mcgod.bridge.modkeeper import ModKeeper
from mcgod.bridge.server import HOST, Server
from mcgod.bridge.stopping import on_signals
from mcgod.bridge.webhooks import Webhook
from mcgod.errors import Busy, McgodError
from mcgod.kb.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mcgod.bridge.listener import Source
    from mcgod.bridge.port import Journal as JournalPort
    from mcgod.bridge.redis.calls import Calls
    from mcgod.bridge.webhooks import Hook
    from mcgod.game.modlink.link import Target
    from mcgod.game.port import Game
    from mcgod.store.redis.link import Link


class Options(NamedTuple):
    """How a bridge is to run. ``log`` says where the server's log comes from, ``mod`` which mod to look for.

    None is nowhere and none. ``level`` names the world's folder, where it is known;
    ``facts`` the folder of the base that keeps what the events tell. ``identify``
    tells who a player is. ``redis`` takes the place of the journal in ``events``,
    and lets workers on other machines call this bridge.
    """

    events: Path
    run: Path
    game: Game | None = None
    log: Source | None = None
    mod: Target | None = None
    level: str = ""
    log_kind: str | None = None
    roster: tuple[str, ...] = ()
    port: int = 0
    ring: int = 10_000
    keep_bytes: int = 1 << 30
    keep_days: int = 90
    server: str = "default"
    version: str = ""
    identify: Callable[[str], dict[str, Any]] = lambda _: {}
    redis: Link | None = None
    hooks: tuple[Hook, ...] = ()
    facts: Path | None = None


class Daemon:
    """One bridge. ``serve`` runs it to its end; ``request_stop`` ends it from a signal handler or a call."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._started = time.time()
        self._stop = asyncio.Event()

    def request_stop(self) -> None:
        """Ask for a clean end."""
        self._stop.set()

    async def serve(self, ready: Callable[[address.Address], None] = lambda _: None) -> None:
        """Serve until asked to stop. Raises Busy when a bridge runs on this home already, or the port is taken."""
        with ExitStack() as held:
            fsio.make_folder(self._options.run)
            try:
                held.enter_context(fsio.locked(self._options.run / "bridge.lock", timeout=0))
            except Busy:
                raise Busy("a bridge already runs on this home", hint="mcgod bridge status") from None
            self._journal = self._make_journal()
            held.callback(self._journal.close)
            await self._run(ready)

    async def _run(self, ready: Callable[[address.Address], None]) -> None:
        options = self._options
        self._hub = Hub(self._journal, ring=options.ring, clock=now)
        self._keeper = Keeper(options.game, lambda event: self._hub.publish([event]))
        self._mod = ModKeeper(options.mod, self._hub.publish, log=options.log is not None)
        methods = Methods(self._means())
        token, read_token = secrets.token_hex(32), secrets.token_hex(32)
        self._server = Server(self._hub, methods, token=token, read_token=read_token)
        self._calls = self._make_calls(methods)
        self._listener = self._make_listener()
        self._webhooks = [Webhook(hook, self._hub) for hook in options.hooks]
        self._facts = FactKeeper(self._hub, Facts(options.facts), self._keeper) if options.facts else None
        port = await self._server.start(options.port)
        here = address.Address(HOST, port, token, read_token, os.getpid(), self._journal.stream)
        try:
            await self._hub.publish([{"source": "bridge", "type": "bridge_started", "text": str(os.getpid())}])
            address.write(options.run, here)
            self._keeper.start()
            if self._calls:
                self._calls.start()
            self._mod.start()
            if self._listener:
                self._listener.start()
            for webhook in self._webhooks:
                webhook.start()
            if self._facts:
                self._facts.start()
            self._on_signals()
            ready(here)
            notify.tell("READY=1")
            await self._until_stopped()
        finally:
            notify.tell("STOPPING=1")
            await self._drain()

    async def _until_stopped(self) -> None:
        """Wait for a stop; a listener or a mod's keeper that broke is a fault, not a silence."""
        while not self._stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop.wait(), timeout=1.0)
            for failure in (
                self._listener.failure if self._listener else None,
                self._calls.failure if self._calls else None,
                self._mod.failure,
            ):
                if failure:
                    raise failure

    async def _drain(self) -> None:
        """End in order: no new calls, the rest of the log, the game, the last word."""
        address.remove(self._options.run)
        await self._server.stop()
        if self._calls:
            await self._calls.stop()
        for webhook in self._webhooks:
            await webhook.stop()
        if self._listener:
            await self._listener.stop()
        await self._mod.stop()
        if self._facts:
            await self._facts.stop()
        await self._keeper.stop()
        with suppress(McgodError):  # a full disk must not keep the process from ending
            await self._hub.publish([{"source": "bridge", "type": "bridge_stopped", "text": str(os.getpid())}])

    def _means(self) -> Means:
        options = self._options
        return Means(
            self._hub,
            self._keeper,
            self._mod,
            Claims(self._hub),
            status=self.status,
            stop=self.request_stop,
            identify=options.identify,
            level=options.level,
            log=options.log is not None,
        )

    def _make_journal(self) -> JournalPort:
        options = self._options
        how: dict[str, Any] = {
            "server": options.server, "keep_bytes": options.keep_bytes, "keep_days": options.keep_days
        }  # fmt: skip
        if options.redis is None:
            return Journal(options.events, **how)
        from mcgod.bridge.redis.journal import RedisJournal  # noqa: PLC0415 - most homes keep files

        return RedisJournal(options.redis, options.events, **how)

    def _make_calls(self, methods: Methods) -> Calls | None:
        options = self._options
        if options.redis is None:
            return None
        from mcgod.bridge.redis.calls import Calls  # noqa: PLC0415 - most homes keep files

        facts = {"pid": os.getpid(), "stream": self._journal.stream, "version": options.version}
        return Calls(options.redis, options.server, methods, facts)

    def _make_listener(self) -> Listener | None:
        if self._options.log is None:
            return None
        return Listener(self._options.log, self._hub, kind=self._options.log_kind, roster=self._options.roster)

    def _on_signals(self) -> None:
        on_signals(self.request_stop)

    def status(self) -> dict[str, Any]:
        """Return what ``bridge status`` shows."""
        journal = self._journal
        return {
            "pid": os.getpid(),
            "uptime": round(time.time() - self._started, 1),
            "stream": journal.stream,
            "events": {"first": journal.first, "last": journal.last, "by_type": dict(self._hub.counts)},
            "rcon": {"configured": self._keeper.has_game, "up": self._keeper.up, "error": self._keeper.last_error},
            "mod": self._mod.status(),
            "log": self._listener.status() if self._listener else None,
            "webhooks": [webhook.status() for webhook in self._webhooks],
            "facts": self._facts.status() if self._facts else None,
            "clients": self._server.clients,
            "subscribers": len(self._server.subscribers),
            "missed": sum(one.missed for one in self._server.subscribers),
        }


def now() -> str:
    """Return the time as events carry it: ``2026-11-30T12:00:00.123Z``."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
