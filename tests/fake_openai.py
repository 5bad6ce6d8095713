"""A loopback server of OpenAI's chat completions that plays scripted answers and keeps the requests it got.

    with FakeOpenAI(Say("Eat."), Fail(500, "boom")) as server:
        OpenAI("tiny", endpoint=server.url)

Answers are played in order, one for each POST; the last one is repeated.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from scripted_http import Drop, Handler, Hang, Raw, Scripted


@dataclass
class Say:
    """An answer with 200, streamed in ``pieces`` when given, else word by word; ``deltas`` come before them."""

    text: str = ""
    pieces: list[str] | None = None
    deltas: list[dict[str, Any]] = field(default_factory=list)
    finish: str = "stop"
    usage: tuple[int, int] | None = (12, 7)
    whole: bool = False

    def body(self) -> bytes:
        """Return what is sent: events, or one document when it is ``whole``."""
        pieces = self.pieces if self.pieces is not None else self.text.replace(" ", " \0").split("\0")
        names = ("prompt_tokens", "completion_tokens")
        usage = {"usage": dict(zip(names, self.usage, strict=True))} if self.usage else {}
        if self.whole:
            message = {"role": "assistant", "content": "".join(pieces)}
            return json.dumps({"choices": [{"message": message, "finish_reason": self.finish}], **usage}).encode()
        deltas = [*self.deltas, *({"content": piece} for piece in pieces if piece)]
        chunks: list[dict[str, Any]] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": self.finish}]})
        if usage:
            chunks.append({"choices": [], **usage})
        return b": waiting\n\n" + b"".join(event(chunk) for chunk in chunks) + b"data: [DONE]\n\n"


@dataclass
class Fail:
    """An HTTP error in OpenAI's form, or with ``error`` as its whole body when that is bytes."""

    status: int
    error: str | bytes
    headers: dict[str, str] = field(default_factory=dict)


def event(value: Any) -> bytes:
    """Return one server-sent event."""
    return b"data: " + json.dumps(value, ensure_ascii=False).encode() + b"\n\n"


class _Handler(Handler):
    kind = "text/event-stream; charset=utf-8"

    def do_GET(self) -> None:
        if self.path == "/v1/models":
            self.document(200, {"data": [{"id": name} for name in self.fake.models]})
        else:
            self.document(404, b"not found")

    def do_POST(self) -> None:
        answer = self.fake.take(self.body())
        if isinstance(answer, Fail):
            error = answer.error
            body = error if isinstance(error, bytes) else {"error": {"message": error}}
            self.document(answer.status, body, answer.headers)
        elif isinstance(answer, Say) and answer.whole:
            self.document(200, answer.body(), {"Content-Type": "application/json"})
        elif isinstance(answer, Say):
            self.stream([answer.body()])
        else:
            self.play(answer)


class FakeOpenAI(Scripted):
    """The server; ``requests`` holds each body, ``headers`` each request's headers."""

    handler = _Handler

    def __init__(self, *answers: Say | Fail | Raw | Hang | Drop, models: list[str] | None = None) -> None:
        super().__init__(list(answers) or [Say("{}")], models, "/v1")
