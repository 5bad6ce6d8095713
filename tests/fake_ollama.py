"""A loopback Ollama server that plays scripted answers and keeps the requests it got.

    with FakeOllama(Say("Eat."), Fail(500, "boom"), models=["tiny:1b"]) as server:
        Ollama("tiny:1b", endpoint=server.url)

Answers are played in order, one for each POST to /api/chat; the last one is
repeated. /api/tags, /api/version and /api/show answer by themselves.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from scripted_http import Drop, Handler, Hang, Raw, Scripted


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


class _Handler(Handler):
    def do_GET(self) -> None:
        self.fake.paths.append(self.path)
        if self.path == "/api/tags":
            self.document(200, {"models": [{"name": name, "model": name} for name in self.fake.models]})
        elif self.path == "/api/version":
            self.document(200, {"version": "0.99.0", "unknown": True})
        else:
            self.document(404, {"error": "not found"})

    def do_POST(self) -> None:
        body = self.body()
        if self.path == "/api/show":
            self.document(200, {"details": {}, "model_info": {}, "capabilities": ["completion"]})
        elif self.path == "/api/chat":
            answer = self.fake.take(body)
            if isinstance(answer, Fail):
                self.document(answer.status, {"error": answer.error}, answer.headers)
            elif isinstance(answer, Say):
                lines = answer.lines(stream=body.get("stream", True))
                self.stream([json.dumps(line).encode() + b"\n" for line in lines])
            else:
                self.play(answer)
        else:
            self.document(404, {"error": "not found"})


class FakeOllama(Scripted):
    """The server; ``requests`` holds each chat request's body, ``paths`` every path asked for."""

    handler = _Handler

    def __init__(self, *answers: Say | Fail | Raw | Hang | Drop, models: list[str] | None = None) -> None:
        super().__init__(list(answers) or [Say("{}")], models)
