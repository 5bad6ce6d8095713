"""A loopback web server that plays pages, and the guard under which fetch_url reaches it by a public name.

with FakeWeb(Page("<p>hello")) as web:
    fetch.tool(web.guard({"wiki.test": ["93.184.216.34"]}))
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from scripted_http import Handler, Hang, Raw, Scripted

from mcgod.tools.web.guard import Guard

PUBLIC = "93.184.216.34"


@dataclass
class Page:
    """An answer: ``body`` as HTML, or what ``kind`` says; anything but text and bytes is sent as JSON."""

    body: Any = b""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)


def moved(to: str, status: int = 302) -> Page:
    """A redirect."""
    return Page(b"", status, headers={"Location": to})


@dataclass
class Trickle:
    """A body that comes byte by byte until the client leaves; ``left`` is set then."""

    left: threading.Event = field(default_factory=threading.Event)


class _Handler(Handler):
    kind = "text/plain"

    def do_GET(self) -> None:
        self.fake.paths.append(self.path)
        self.fake.headers.append({name.lower(): value for name, value in self.headers.items()})
        self.send_answer(self.fake.take({}))

    def do_POST(self) -> None:
        self.send_answer(self.fake.take(self.body()))

    def send_answer(self, answer: Any) -> None:
        """Play ``answer``; a function is asked with the path and the parameters."""
        if callable(answer):
            parts = urlsplit(self.path)
            answer = answer(parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()})
        if isinstance(answer, Page):
            body = answer.body.encode() if isinstance(answer.body, str) else answer.body
            kind = {"Content-Type": answer.kind} if answer.kind else {}
            self.document(answer.status, body, kind | answer.headers)
        elif isinstance(answer, Trickle):
            self.trickle(answer)
        else:
            self.play(answer)

    def trickle(self, answer: Trickle) -> None:
        """Send a byte at a time, each at once, as long as somebody listens."""
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.close_connection = True
        try:
            while True:
                self.wfile.write(b"x")
                answer.left.wait(0.01)
        except OSError:
            answer.left.set()


class FakeWeb(Scripted):
    """The server; ``paths`` and ``headers`` (names in lower case) hold what each request asked."""

    handler = _Handler

    def __init__(self, *answers: Any) -> None:
        super().__init__(list(answers) or [Page("hello")], None)
        self.dialled: list[tuple[str, int]] = []

    def guard(self, names: dict[str, list[str]] | None = None) -> Guard:
        """A guard that resolves ``names``, each also a list that is used up call by call, and dials this server."""
        known = names if names is not None else {"wiki.test": [PUBLIC], "other.test": [PUBLIC]}

        def resolve(host: str, port: int) -> list[str]:
            if host not in known:
                raise OSError(-2, "Name or service not known")
            return known[host]

        return Guard(resolve, self.reach)

    def reach(self, address: str, port: int) -> tuple[str, int]:
        """Note where the client wants to go, and lead it here."""
        self.dialled.append((address, port))
        return "127.0.0.1", self._http.server_address[1]


__all__ = ["PUBLIC", "FakeWeb", "Hang", "Page", "Raw", "Trickle", "moved"]
