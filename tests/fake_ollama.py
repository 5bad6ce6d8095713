"""A loopback Ollama server that plays scripted answers and keeps the requests it got.

    with FakeOllama(Say("Eat."), Fail(500, "boom"), models=["tiny:1b"]) as server:
        Ollama("tiny:1b", endpoint=server.url)

Answers are played in order, one for each POST to /api/chat; the last one is
repeated. /api/tags, /api/version and /api/show answer by themselves.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass
class Say:
    """An answer with 200; ``text`` is streamed in ``pieces`` when given, else word by word."""

    text: str = ""
    thinking: str = ""
    pieces: list[str] | None = None
    tool_calls: list[dict[str, Any]] = field(default_factory=list)
    done_reason: str = "stop"
    extra: dict[str, Any] = field(default_factory=dict)

    def lines(self, *, stream: bool) -> list[dict[str, Any]]:
        """Return the objects of the answer, the last of them with ``done``."""
        pieces = self.pieces if self.pieces is not None else self.text.replace(" ", " \0").split("\0")
        end = {"done": True, "done_reason": self.done_reason, "prompt_eval_count": 12, "eval_count": 7, **self.extra}
        if not stream:
            return [{"message": self._message("".join(pieces)), **end}]
        told = [{"message": {"role": "assistant", "content": piece}, "done": False} for piece in pieces if piece]
        if self.thinking or self.tool_calls:
            told.insert(0, {"message": self._message(""), "done": False})
        return [*told, {"message": {"role": "assistant", "content": ""}, **end}]

    def _message(self, text: str) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": text}
        if self.thinking:
            message["thinking"] = self.thinking
        if self.tool_calls:
            message["tool_calls"] = self.tool_calls
        return message


@dataclass
class Fail:
    """An HTTP error in Ollama's form."""

    status: int
    error: str
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Raw:
    """Bytes of a 200 answer, each sent as one chunk; then the end, or a ``cut`` connection."""

    chunks: list[bytes]
    cut: bool = False


@dataclass
class Hang:
    """Send ``first``, then nothing until the server closes; ``reached`` is set when that point is reached."""

    first: list[bytes] = field(default_factory=list)
    headers: bool = True
    reached: threading.Event = field(default_factory=threading.Event)


class FakeOllama:
    """The server; ``requests`` holds each chat request's body, ``paths`` every path asked for."""

    def __init__(self, *answers: Say | Fail | Raw | Hang, models: list[str] | None = None) -> None:
        self.answers = list(answers) or [Say("{}")]
        self.models = models or []
        self.requests: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.closing = threading.Event()
        self._http = _Server(self)
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def take(self, request: dict[str, Any]) -> Say | Fail | Raw | Hang:
        """Keep ``request`` and return the answer to play."""
        self.requests.append(request)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


class _Server(ThreadingHTTPServer):
    daemon_threads = False

    def __init__(self, fake: FakeOllama) -> None:
        self.fake = fake
        super().__init__(("127.0.0.1", 0), _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    @property
    def fake(self) -> FakeOllama:
        assert isinstance(self.server, _Server)
        return self.server.fake

    def do_GET(self) -> None:
        self.fake.paths.append(self.path)
        if self.path == "/api/tags":
            self._json(200, {"models": [{"name": name, "model": name} for name in self.fake.models]})
        elif self.path == "/api/version":
            self._json(200, {"version": "0.99.0", "unknown": True})
        else:
            self._json(404, {"error": "not found"})

    def do_POST(self) -> None:
        self.fake.paths.append(self.path)
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/api/show":
            self._json(200, {"details": {}, "model_info": {}, "capabilities": ["completion"]})
        elif self.path == "/api/chat":
            self._play(self.fake.take(body), stream=body.get("stream", True))
        else:
            self._json(404, {"error": "not found"})

    def _play(self, answer: Say | Fail | Raw | Hang, *, stream: bool) -> None:
        if isinstance(answer, Fail):
            self._json(answer.status, {"error": answer.error}, answer.headers)
        elif isinstance(answer, Say):
            self._chunks([json.dumps(line).encode() + b"\n" for line in answer.lines(stream=stream)])
        elif isinstance(answer, Raw):
            self._chunks(answer.chunks, end=not answer.cut)
        else:
            if answer.headers:
                self._chunks(answer.first, end=False)
            answer.reached.set()
            self.fake.closing.wait(30)
            self.close_connection = True

    def _chunks(self, chunks: list[bytes], *, end: bool = True) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        if end:
            self.wfile.write(b"0\r\n\r\n")
        else:
            self.close_connection = True

    def _json(self, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
        data = json.dumps(value).encode()
        self.send_response(status)
        for name, text in {"Content-Length": str(len(data)), **(headers or {})}.items():
            self.send_header(name, text)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Keep standard error clean."""
