"""The door: who may come in, with how large a body; counts what went out. Plain ASGI, before anything is parsed."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING, Any

from mcgod import jsonl
from mcgod.gateway import faults

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from mcgod.errors import McgodError
    from mcgod.gateway.metrics import Metrics

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
    App = Callable[[Scope, Receive, Send], Awaitable[None]]

OPEN = "/healthz"


class Guard:
    """Lets requests with the bearer ``token`` through to ``app``; a body has at most ``most`` bytes."""

    def __init__(self, app: App, *, token: str, most: int, metrics: Metrics) -> None:
        self._app = app
        self._token = token.encode()
        self._most = most
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status = 500

        async def counted(message: MutableMapping[str, Any]) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"cache-control", b"no-store")]
            await send(message)

        try:
            if scope["path"] != OPEN and not self._knows(scope):
                hint = "Authorization: Bearer TOKEN, which is gateway.token or stands in run/gateway.json"
                await _refuse(counted, faults.Unauthorised("the token is missing or wrong", hint=hint))
                return
            body = await self._body(scope, receive)
            if body is None:
                await _refuse(counted, faults.TooLarge(f"a body has at most {self._most} bytes"))
                return
            await self._app(scope, _again(body, receive), counted)
        finally:
            route = getattr(scope.get("route"), "path", "other")
            self._metrics.answered(scope["method"], route, status)

    def _knows(self, scope: Scope) -> bool:
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        scheme, _, token = given.partition(b" ")
        return hmac.compare_digest(token.strip(), self._token) and scheme.lower() == b"bearer"

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Return the whole body, None when it is too large; what a header says of it is believed only then."""
        told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if told.isdigit() and int(told) > self._most:
            return None
        pieces, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                break
            pieces.append(message.get("body", b""))
            size += len(pieces[-1])
            if size > self._most:
                return None
            more = message.get("more_body", False)
        return b"".join(pieces)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a receive that gives the body that was read, then what else there is."""
    given = False

    async def read() -> MutableMapping[str, Any]:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return read


async def _refuse(send: Send, error: McgodError) -> None:
    status = faults.status_of(error)
    headers = [(name.lower().encode(), value.encode()) for name, value in faults.headers_of(status).items()]
    body = jsonl.line(faults.body_of(error))
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *headers]
    await send({"type": "http.response.start", "status": status, "headers": head})
    await send({"type": "http.response.body", "body": body})
