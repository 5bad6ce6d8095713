"""The HTTP transport under a model call: lets a Watch end it, and hands on whole, clean lines.

Imports httpx; import this module only when a call is made. Proxies of the
environment are not used: a model server is mostly this very machine.
"""

from __future__ import annotations

import ssl
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mcgod.llm.watch import Watch

_LONGEST = 16 * 1024 * 1024  # bytes of one line
# httpx ends a line at these as well, JSON does not: NEL, LINE SEPARATOR, PARAGRAPH SEPARATOR.
_FALSE_ENDS = ((b"\xc2\x85", b"\\u0085"), (b"\xe2\x80\xa8", b"\\u2028"), (b"\xe2\x80\xa9", b"\\u2029"))
# Events of httpcore's trace extension that carry a new connection. Source: https://www.encode.io/httpcore/extensions/
_CONNECTED = frozenset({"connection.connect_tcp.complete", "connection.start_tls.complete"})


class Wire(httpx.HTTPTransport):
    """A transport whose blocked reads ``watch`` can end. ``retry_after`` is the last answer's header, or None.

    ``query`` is added to each address here, below httpx's log and errors, so
    that a key in it is seen by the server alone. ``url`` tells whether there
    is to be TLS.
    """

    def __init__(self, watch: Watch, url: str, query: Mapping[str, str] | None = None) -> None:
        super().__init__(verify=_tls(secure=url.startswith("https")))
        self.retry_after: str | None = None
        self._watch = watch
        self._query = query

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send ``request`` and return the answer with its lines made whole."""
        request.extensions["trace"] = self._trace
        request.headers["Accept-Encoding"] = "identity"
        shown = request.url
        try:
            request.url = shown.copy_merge_params(self._query) if self._query else shown
            response = super().handle_request(request)
        finally:
            request.url = shown
        self.retry_after = response.headers.get("Retry-After")
        if isinstance(response.stream, httpx.SyncByteStream) and "Content-Encoding" not in response.headers:
            response.stream = _WholeLines(response.stream)
        return response

    def _trace(self, event: str, info: dict[str, Any]) -> None:
        if event in _CONNECTED:
            self._watch.adopt(info["return_value"].get_extra_info("socket"))


@cache
def _tls(*, secure: bool) -> ssl.SSLContext:
    """Return a context for all calls of this process: reading the certificates takes 60 ms of CPU.

    A plain address speaks no TLS; a context that trusts nobody costs nothing.
    """
    return httpx.create_ssl_context() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


class _WholeLines(httpx.SyncByteStream):
    """Bytes regrouped into lines, however the network split them; blank lines fall out."""

    def __init__(self, inner: httpx.SyncByteStream) -> None:
        self._inner = inner

    def __iter__(self) -> Iterator[bytes]:
        held, size = list[bytes](), 0  # a list: a long line may come byte by byte
        for piece in self._inner:
            first, *rest = piece.split(b"\n")
            held.append(first)
            size += len(first)
            if rest:
                lines = [b"".join(held), *rest[:-1]]
                held, size = [rest[-1]], len(rest[-1])
                yield from (_clean(line) for line in lines if line.strip())
            if size > _LONGEST:
                raise httpx.RemoteProtocolError("the answer has a line without an end")
        if (last := b"".join(held)).strip():
            yield _clean(last)

    def close(self) -> None:
        self._inner.close()


def _clean(line: bytes) -> bytes:
    for raw, escaped in _FALSE_ENDS:
        line = line.replace(raw, escaped)
    return line + b"\n"
