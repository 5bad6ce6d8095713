"""The bridge's loopback server: connections, tokens, many calls in flight, subscriptions."""

from __future__ import annotations

import asyncio
import hmac
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mcgod.bridge import wire
from mcgod.bridge.subscriber import Subscriber
from mcgod.errors import BadInput, Busy, McgodError, Refused

if TYPE_CHECKING:
    from mcgod.bridge.hub import Hub
    from mcgod.bridge.methods import Methods

HOST = "127.0.0.1"
_IN_FLIGHT = 64  # calls of one connection at a time


class Server:
    """Serves ``methods`` and the events of ``hub``. ``token`` may do everything, ``read_token`` may only look."""

    def __init__(self, hub: Hub, methods: Methods, *, token: str, read_token: str) -> None:
        self._hub = hub
        self._methods = methods
        self._tokens = {"full": token, "read": read_token}
        self._connections: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.subscribers: set[Subscriber] = set()

    @property
    def clients(self) -> int:
        """How many connections there are."""
        return len(self._connections)

    async def start(self, port: int) -> int:
        """Listen on loopback and return the port; 0 takes any free one. Raises Busy when it is taken."""
        try:
            self._server = await asyncio.start_server(self._accept, HOST, port, limit=wire.LONGEST)
        except OSError as error:
            raise Busy(f"port {port} is taken: {error.strerror}", hint="mcgod config set bridge.port 0") from error
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Accept nobody any more, and hang up on everybody."""
        if self._server:
            self._server.close()
        for task in [*self._connections]:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._connections.add(task)
        connection = _Connection(self, writer)
        try:
            while line := await reader.readline():
                await connection.hear(line)
        except (ConnectionError, asyncio.CancelledError):
            pass
        except ValueError:  # a line above the limit
            writer.write(wire.failure(None, BadInput(f"a request is at most {wire.LONGEST} bytes")))
        finally:
            self._connections.discard(task)
            await connection.close()

    def scope_of(self, token: str) -> str | None:
        """Return ``full`` or ``read`` for a right token, else None."""
        given = token.encode()
        return next(
            (scope for scope, known in self._tokens.items() if hmac.compare_digest(given, known.encode())), None
        )

    async def call(self, request: wire.Request, scope: str) -> Any:
        """Answer a call. Raises McgodError."""
        return await self._methods.call(request.method, request.params, scope)

    def subscribe(self, params: dict[str, Any], writer: asyncio.StreamWriter) -> Subscriber:
        """Make a subscriber of the connection; ``since`` defaults to now."""
        types = params.get("types") or []
        if not isinstance(types, list) or not all(isinstance(name, str) for name in types):
            raise BadInput("types is a list of event types")
        since = params.get("since")
        cursor = self._hub.ring.last if since is None else since
        if not isinstance(cursor, int) or cursor < 0:
            raise BadInput("since is the number of an event")
        made = Subscriber(
            self._hub, writer, cursor=cursor, types=frozenset(types), player=str(params.get("player") or "")
        )
        self.subscribers.add(made)
        return made

    @property
    def cursor(self) -> int:
        """The number of the newest event."""
        return self._hub.ring.last


class _Connection:
    """One client: its scope, its calls in flight, and its subscription, if it has one."""

    def __init__(self, server: Server, writer: asyncio.StreamWriter) -> None:
        self._server = server
        self._writer = writer
        self._scope: str | None = None
        self._calls: set[asyncio.Task[None]] = set()
        self._pushing: asyncio.Task[None] | None = None
        self._subscriber: Subscriber | None = None

    async def hear(self, line: bytes) -> None:
        """Take one request line; answers come when they are there, in any order."""
        try:
            request = wire.read_request(line)
        except BadInput as error:
            self._writer.write(wire.failure(None, error))
            return
        if request.auth or self._scope is None:
            self._scope = self._server.scope_of(request.auth)
        if self._scope is None:
            self._writer.write(wire.failure(request.id, Refused("the token is wrong", hint="it is in run/bridge.json")))
            await self._writer.drain()
            raise ConnectionError
        while len(self._calls) >= _IN_FLIGHT:
            await asyncio.wait(self._calls, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(self._answer(request, self._scope))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _answer(self, request: wire.Request, scope: str) -> None:
        try:
            if request.method == "subscribe":
                result: Any = self._subscribe(request.params)
            elif request.method == "unsubscribe":
                result = await self._unsubscribe()
            else:
                result = await self._server.call(request, scope)
            self._writer.write(wire.answer(request.id, result))
        except McgodError as error:
            self._writer.write(wire.failure(request.id, error))
        except Exception as error:  # noqa: BLE001 - a defect of one method must not end the connection
            self._writer.write(wire.failure(request.id, McgodError(f"internal error: {type(error).__name__}: {error}")))
        with suppress(ConnectionError):
            await self._writer.drain()

    def _subscribe(self, params: dict[str, Any]) -> dict[str, Any]:
        if self._pushing:
            raise BadInput("this connection is subscribed already")
        self._subscriber = self._server.subscribe(params, self._writer)
        # The answer is written before the task first runs.
        self._pushing = asyncio.create_task(self._push(self._subscriber))
        return {"subscribed": params.get("types") or [], "cursor": self._server.cursor}

    async def _push(self, subscriber: Subscriber) -> None:
        with suppress(ConnectionError):
            await subscriber.run()

    async def _unsubscribe(self) -> dict[str, Any]:
        if self._pushing:
            self._pushing.cancel()
            await asyncio.gather(self._pushing, return_exceptions=True)
        if self._subscriber:
            self._server.subscribers.discard(self._subscriber)
        self._pushing = self._subscriber = None
        return {"subscribed": []}

    async def close(self) -> None:
        """End the calls and the subscription, and close the socket."""
        await self._unsubscribe()
        for task in [*self._calls]:
            task.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)
        self._writer.close()
        with suppress(ConnectionError, OSError):
            await self._writer.wait_closed()
