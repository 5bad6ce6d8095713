"""A loopback HTTP server that plays answers in order and keeps the requests it got: what the fake models stand on."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self


@dataclass
class Raw:
    """Bytes of a 200 answer, each sent as one chunk; then the end, or a ``cut`` connection."""

    chunks: list[bytes]
    cut: bool = False


@dataclass
class Hang:
    """Send ``first``, then nothing: ``reached`` is set when that point is, ``left`` when the client has hung up."""

    first: list[bytes] = field(default_factory=list)
    headers: bool = True
    reached: threading.Event = field(default_factory=threading.Event)
    left: threading.Event = field(default_factory=threading.Event)


@dataclass
class Drop:
    """Hang up without a byte."""


class Scripted:
    """The server; ``url`` is its address with the path ``root``.

    ``requests`` holds each POST's body as JSON; the last of ``answers`` is repeated.
    """

    handler: ClassVar[type[Handler]]

    def __init__(self, answers: list[Any], models: list[str] | None, root: str = "") -> None:
        self.answers = answers
        self.models = models or []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self._http = _Server(self)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}{root}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def take(self, request: dict[str, Any]) -> Any:
        """Keep ``request`` and return the answer to play."""
        self.requests.append(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, fake: Scripted) -> None:
        self.fake = fake
        super().__init__(("127.0.0.1", 0), fake.handler)


class Handler(BaseHTTPRequestHandler):
    """Sends what a fake's own handler chooses. ``kind`` is the Content-Type of what is streamed."""

    protocol_version = "HTTP/1.1"
    kind = "application/x-ndjson"

    @property
    def fake(self) -> Any:
        assert isinstance(self.server, _Server)
        return self.server.fake

    def body(self) -> Any:
        """Read the request's body."""
        self.fake.paths.append(self.path)
        self.fake.headers.append(dict(self.headers))
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def play(self, answer: Raw | Hang | Drop) -> None:
        """Send what is not of any one protocol."""
        if isinstance(answer, Drop):
            self.close_connection = True
            return
        if isinstance(answer, Raw):
            self.stream(answer.chunks, end=not answer.cut)
            return
        if answer.headers:
            self.stream(answer.first, end=False)
        answer.reached.set()
        if not self.connection.recv(1):
            answer.left.set()
        self.close_connection = True

    def stream(self, chunks: list[bytes], *, end: bool = True) -> None:
        """Send a 200 in ``chunks``; without an ``end`` the connection is closed."""
        self.send_response(200)
        self.send_header("Content-Type", self.kind)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        if end:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True

    def document(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        """Send ``value`` whole: JSON, or bytes as they are."""
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Keep standard error clean."""
