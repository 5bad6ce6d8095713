"""A loopback MemorySmith, in both readings of its contract: the name of a page's text, and how slugs are routed."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from scripted_http import Handler, Scripted

KEY = "sk-secret-of-the-world"


class _Handler(Handler):
    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(self.body())

    def do_PUT(self) -> None:
        self._answer(self.body())

    def _answer(self, sent: Any) -> None:
        if sent is None:
            self.fake.paths.append(self.path)
            self.fake.headers.append(dict(self.headers))
        if self.fake.answers and (played := self.fake.take(sent or {})) is not None:
            if isinstance(played, tuple):
                self.document(*played)
            else:
                self.play(played)
            return
        if self.fake.key and self.headers.get("X-Api-Key") != self.fake.key:
            self.document(401, {"title": f"no such key {self.headers.get('X-Api-Key')}"})
            return
        self.document(*self.fake.serve(self.command, self.path, sent))


class FakeMemorySmith(Scripted):
    """The server: ``field`` holds a page's text, ``nested`` says whether ``a/b`` or ``a%2Fb`` reaches a page.

    A ``strict`` one rejects fields that it does not know. ``answers`` are
    played before it serves: ``(status, value)``, or what Scripted plays; None serves.
    """

    handler = _Handler

    def __init__(
        self, *answers: Any, field: str = "markdown", nested: bool = True, strict: bool = False, key: str = ""
    ) -> None:
        super().__init__([*answers, None], None)
        self.field, self.nested, self.strict, self.key = field, nested, strict, key
        self.pages: dict[str, dict[str, Any]] = {}
        self.memories: dict[str, dict[str, Any]] = {}

    def serve(self, method: str, path: str, sent: Any) -> tuple[int, Any]:
        """Answer one request."""
        parts = urlsplit(path)
        route = parts.path
        if route == "/api/search":
            return 200, self._found(parse_qs(parts.query)["query"][0])
        if route == "/api/pages":
            return (201, self._save(sent)) if method == "POST" and self._fits(sent) else self._listed(method)
        if route.startswith("/api/memories/"):
            found = self.memories.get(unquote(route.removeprefix("/api/memories/")))
            return (200, found) if found else (404, {"title": "Not Found"})
        name = self._slug(route.removeprefix("/api/pages/"))
        if method == "PUT":
            if not self._fits(sent):
                return self._listed("POST")
            return 200, self._save({**sent, "slug": name})
        return (200, self.pages[name]) if name in self.pages else (404, {"title": "Not Found"})

    def _slug(self, route: str) -> str:
        if self.nested:
            return route.lower().replace("%2f", "-2f")
        return unquote(route).lower() if "/" not in route else ""

    def _fits(self, sent: Any) -> bool:
        unknown = set(sent or {}) - {"slug", "title", "minimumRole", self.field}
        return bool(sent and sent.get(self.field)) and not (self.strict and unknown)

    def _listed(self, method: str) -> tuple[int, Any]:
        if method == "POST":
            return 400, {"title": "One or more errors", "errors": {self.field: ["The field is required."]}}
        return 200, [{"slug": slug, "title": page["title"]} for slug, page in self.pages.items()][:1]

    def _save(self, sent: dict[str, Any]) -> dict[str, Any]:
        text = sent[self.field].strip()
        if not any(line.startswith("# ") for line in text.split("\n")):
            text = f"# {sent['title']}\n\n{text}"
        role = sent.get("minimumRole", "Anonymous")
        self.pages[sent["slug"]] = {
            "slug": sent["slug"],
            "title": next(line[2:] for line in text.split("\n") if line.startswith("# ")),
            self.field: text,
            "lastUpdatedUtc": "2026-01-02T03:04:05.1234567Z",
            "minimumRole": role,
        }
        return self.pages[sent["slug"]]

    def _found(self, query: str) -> list[dict[str, Any]]:
        hits = [
            {"kind": "page", "id": slug, "title": page["title"], "snippet": page[self.field][:220], "score": None}
            for slug, page in self.pages.items()
            if query.lower() in json.dumps(page).lower()
        ]
        return hits + [
            {"kind": "memory", "id": name, "title": one["title"], "snippet": one["content"], "score": 0.5}
            for name, one in self.memories.items()
            if query.lower() in one["content"].lower()
        ]
