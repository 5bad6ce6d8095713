"""A loopback server of Vertex's generateContent that plays scripted answers and keeps the requests it got.

    with FakeVertex(Say("Eat."), Fail(500, "boom")) as server:
        Vertex("tiny", endpoint=server.url)

Answers are played in order, one for each POST to :streamGenerateContent; the
last one is repeated. :countTokens and the list of models answer by themselves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from scripted_http import Drop, Handler, Hang, Raw, Scripted

STATUS = {400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 429: "RESOURCE_EXHAUSTED"}


@dataclass
class Say:
    """An answer with 200, ``parts`` first, then ``text`` word by word; ``whole``: not streamed, "object" or "array"."""

    text: str = ""
    parts: list[dict[str, Any]] = field(default_factory=list)
    finish: str = "STOP"
    usage: tuple[int, int, int] = (12, 5, 2)
    whole: str = ""
    extra: dict[str, Any] = field(default_factory=dict)

    def objects(self) -> list[dict[str, Any]]:
        """Return the response objects, the last of them with the reason of the end."""
        words = [{"text": piece} for piece in self.text.replace(" ", " \0").split("\0") if piece]
        parts = [*self.parts, *words]
        groups = [parts] if self.whole == "object" else [[part] for part in parts]
        told: list[dict[str, Any]] = [
            {"candidates": [{"content": {"role": "model", "parts": group}, "index": 0}]} for group in groups
        ]
        told = told or [{"candidates": [{}]}]
        names = ("promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
        if self.finish:
            told[-1]["candidates"][0] |= {"finishReason": self.finish, **self.extra}
        told[-1]["usageMetadata"] = dict(zip(names, self.usage, strict=True))
        return told

    def body(self) -> bytes:
        """Return what is sent: events, or one document when it is ``whole``."""
        if self.whole:
            told = self.objects()
            return json.dumps(told[0] if self.whole == "object" else told, ensure_ascii=False).encode()
        return b"".join(event(one) for one in self.objects())


@dataclass
class Fail:
    """An HTTP error in Google's form, or with ``error`` as its whole body when that is bytes."""

    status: int
    error: str | bytes
    headers: dict[str, str] = field(default_factory=dict)
    details: list[dict[str, Any]] = field(default_factory=list)
    listed: bool = False


def event(value: Any) -> bytes:
    """Return one server-sent event, with line ends as Google sends them."""
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\r\n\r\n"


class _Handler(Handler):
    kind = "text/event-stream"

    def do_GET(self) -> None:
        self.fake.paths.append(self.path)
        if self.fake.models and self._opened() and urlsplit(self.path).path == "/v1/publishers/google/models":
            self.document(200, {"models": [{"name": f"models/{name}"} for name in self.fake.models]})
        else:
            self.document(404, b"<html>no such page</html>")

    def do_POST(self) -> None:
        body = self.body()
        model, _, method = urlsplit(self.path).path.rpartition("/")[2].partition(":")
        if not self._opened():
            self._fail(Fail(401, "API keys are not supported by this API"))
        elif method == "countTokens":
            known = model in (self.fake.known or [model])
            self.document(200, {"totalTokens": 1}) if known else self._fail(Fail(404, f"model {model} was not found"))
        else:
            self._answer(self.fake.take(body))

    def _answer(self, answer: Any) -> None:
        if isinstance(answer, Fail):
            self._fail(answer)
        elif isinstance(answer, Say) and answer.whole:
            self.document(200, answer.body(), {"Content-Type": "application/json"})
        elif isinstance(answer, Say):
            self.stream([answer.body()])
        else:
            self.play(answer)

    def _opened(self) -> bool:
        """Whether the key came in the way that this server knows."""
        return not self.fake.query or parse_qs(urlsplit(self.path).query).get("key") == [self.fake.query]

    def _fail(self, fail: Fail) -> None:
        if isinstance(fail.error, bytes):
            self.document(fail.status, fail.error, fail.headers)
            return
        error = {"code": fail.status, "message": fail.error, "status": STATUS.get(fail.status, "INTERNAL")}
        body: Any = {"error": {**error, **({"details": fail.details} if fail.details else {})}}
        self.document(fail.status, [body] if fail.listed else body, fail.headers)


class FakeVertex(Scripted):
    """The server; ``query`` is the key that it takes in the address alone, ``known`` the models that it has."""

    handler = _Handler

    def __init__(
        self,
        *answers: Say | Fail | Raw | Hang | Drop,
        models: list[str] | None = None,
        known: list[str] | None = None,
        query: str = "",
    ) -> None:
        super().__init__(list(answers) or [Say("{}")], models, "/v1")
        self.known = known
        self.query = query
