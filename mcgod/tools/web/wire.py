"""The HTTP under every tool of this room: one request, a capped answer, an end in time.

Imports httpx; import this module only when a tool runs. Proxies of the
environment are not used: one would resolve names by itself, past the guard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import httpx

from mcgod import __version__
from mcgod.tools.web.faults import explain, overdue
from mcgod.tools.web.inflate import ACCEPTED, Inflater

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.llm.watch import Watch
    from mcgod.tools.web.guard import Reach, Target
    from mcgod.tools.web.limits import Limits

# Events of httpcore's trace extension that carry a new connection. Source: https://www.encode.io/httpcore/extensions/
_CONNECTED = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})
_MOST_ADDRESSES = 4  # of one name that are tried


class Answer(NamedTuple):
    """What a server said. ``kind`` is its Content-Type; ``body`` is unpacked, and ``cut`` when it was longer."""

    status: int
    kind: str
    location: str
    body: bytes
    cut: bool = False


class Wire(httpx.HTTPTransport):
    """A transport that ``watch`` can end, and that connects to the addresses of ``target`` when there is one.

    The name in the URL goes into the Host header and the TLS handshake, whose
    certificate is checked for it; it is never resolved again. ``location`` is
    the last answer's, kept from httpx, which would make a request out of it.
    """

    def __init__(self, watch: Watch, limits: Limits, target: Target | None = None, reach: Reach | None = None) -> None:
        super().__init__(trust_env=False)
        self.location = ""
        self._watch = watch
        self._limits = limits
        self._target = target
        self._reach = reach

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send ``request``, to one address after the other until one takes the connection."""
        request.extensions["trace"] = self._trace
        response = super().handle_request(request) if self._target is None else self._first(request, self._target)
        self.location = response.headers.pop("Location", "")
        return response

    def _first(self, request: httpx.Request, target: Target) -> httpx.Response:
        failure: httpx.TransportError | None = None
        for address in target.addresses[:_MOST_ADDRESSES]:
            try:
                return super().handle_request(self._pinned(request, target, address))
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                failure = error
                if self._watch.expired or self._watch.cancelled:
                    break
        raise failure or httpx.ConnectError("it has no address")

    def _pinned(self, request: httpx.Request, target: Target, address: str) -> httpx.Request:
        host, port = self._reach(address, target.port) if self._reach else (address, target.port)
        left = max(self._limits.total - self._watch.elapsed, 0.01)
        patience = {**request.extensions["timeout"], "connect": min(self._limits.connect, left)}
        return httpx.Request(
            request.method,
            request.url.copy_with(host=host, port=port),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": target.host, "timeout": patience},
        )

    def _trace(self, event: str, info: dict[str, Any]) -> None:
        if event in _CONNECTED:
            self._watch.adopt(info["return_value"].get_extra_info("socket"))


def send(
    method: str,
    url: str,
    *,
    wire: Wire,
    watch: Watch,
    limits: Limits,
    headers: Mapping[str, str] | None = None,
    params: Mapping[str, str] | None = None,
    json: Any = None,
    hint: str = "",
) -> Answer:
    """Send one request and read its answer. Redirects are not followed. Raises WebUnreachable or Cancelled.

    Errors name the host alone: the rest of a URL may hold what somebody asked.
    """
    where = httpx.URL(url).host
    told = {"User-Agent": f"mcgod/{__version__}", "Accept-Encoding": ACCEPTED, **(headers or {})}
    patience = httpx.Timeout(limits.total, connect=limits.connect)
    try:
        with (
            httpx.Client(transport=wire, timeout=patience, headers=told, trust_env=False) as client,
            client.stream(method, url, params=params, json=json) as response,
        ):
            body, cut = _read(response, limits.size)
            kind = response.headers.get("Content-Type", "")
            answer = Answer(response.status_code, kind, wire.location, body, cut)
    except Exception as error:
        raise explain(error, where=where, watch=watch, hint=hint) from error
    watch.check()
    if watch.expired:  # a connection that the watch shut may look like the end of a body
        raise overdue(where, watch)
    return answer


def _read(response: httpx.Response, most: int) -> tuple[bytes, bool]:
    """Read at most ``most`` bytes of the unpacked body, and say whether there was more."""
    inflater, body, taken = Inflater(response.headers.get("Content-Encoding", "")), bytearray(), 0
    for piece in response.iter_raw():
        taken += len(piece)
        body += inflater.feed(piece, most + 1 - len(body))
        if len(body) > most or taken > most:
            return bytes(body[:most]), True
    return bytes(body), False
