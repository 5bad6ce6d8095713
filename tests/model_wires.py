"""What the tests of all model adapters have in common: each one's fake server, and how it says the same thing."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import fake_ollama
import fake_openai
import fake_vertex

from mcgod.llm.ollama import Ollama
from mcgod.llm.openai import OpenAI
from mcgod.llm.vertex import Vertex

if TYPE_CHECKING:
    from collections.abc import Callable

KEY = "key-secret/123"


@dataclass(frozen=True)
class WireOf:
    """An adapter: ``model(url, **how)``, its ``server(*answers)``, and answers as the server gives them.

    ``body`` is a whole streamed answer in bytes, ``piece`` the first part of one.
    """

    name: str
    model: Callable[..., Any]
    server: Callable[..., Any]
    say: Callable[[str], Any]
    body: Callable[[str], bytes]
    piece: Callable[[str], bytes]
    fail: Callable[..., Any]

    def __str__(self) -> str:
        return self.name


def _ollama_lines(text: str) -> bytes:
    return b"".join(
        json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in fake_ollama.Say(text).lines(stream=True)
    )


WIRES = [
    WireOf(
        "ollama",
        lambda url, **how: Ollama("tiny", endpoint=url, **how),
        fake_ollama.FakeOllama,
        fake_ollama.Say,
        _ollama_lines,
        lambda text: json.dumps({"message": {"role": "assistant", "content": text}, "done": False}).encode() + b"\n",
        fake_ollama.Fail,
    ),
    WireOf(
        "openai",
        lambda url, **how: OpenAI("tiny", endpoint=url, key=KEY, **how),
        fake_openai.FakeOpenAI,
        fake_openai.Say,
        lambda text: fake_openai.Say(text).body(),
        lambda text: fake_openai.event({"choices": [{"delta": {"content": text}}]}),
        fake_openai.Fail,
    ),
    WireOf(
        "vertex",
        lambda url, **how: Vertex("tiny", endpoint=url, key=KEY, **how),
        fake_vertex.FakeVertex,
        fake_vertex.Say,
        lambda text: fake_vertex.Say(text).body(),
        lambda text: fake_vertex.event({"candidates": [{"content": {"parts": [{"text": text}]}}]}),
        fake_vertex.Fail,
    ),
]
