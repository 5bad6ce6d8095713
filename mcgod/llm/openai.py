"""The ``Model`` port over ``<endpoint>/chat/completions``: OpenAI, vLLM, llama.cpp, LM Studio, OpenRouter and more."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.llm.chunks import Chunk, Gatherer, read
from mcgod.llm.endpoint import Endpoint, events, streams
from mcgod.llm.forms import Form, effort, request
from mcgod.llm.remote import Remote
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from mcgod.llm.port import Message, Schema
    from mcgod.llm.reply import Reply


class OpenAI(Remote[Form]):
    """One model of an OpenAI-compatible server.

    Times are in seconds: ``connect`` to be connected, ``timeout`` for the
    first and between any two pieces of the answer, ``total`` for everything,
    retries included. ``think`` is a reasoning effort, or a switch; empty
    leaves it to the model. ``sleep`` replaces the waiting between retries.
    """

    def __init__(
        self,
        model: str,
        *,
        endpoint: str = "https://api.openai.com/v1",
        key: str = "",
        connect: float = 20.0,
        timeout: float = 60.0,
        total: float = 60.0,
        max_tokens: int | None = None,
        think: str = "",
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.model = model
        server = Endpoint(
            endpoint,
            protocol="OpenAI's",
            key=key,
            headers={"Authorization": f"Bearer {key}"} if key else None,
            connect=connect,
            timeout=timeout,
            missing=f"is {model!r} the model's name there, and does model.endpoint end in /v1?",
        )
        super().__init__(
            f"openai/{model}", server, Form(effort=effort(think), limit=max_tokens), total=total, sleep=sleep
        )

    def models(self) -> list[str]:
        """Return the names of the models that the server tells of. Raises ModelUnreachable."""
        with Watch(None, self._total) as watch:
            return self._server.get("models", lambda told: [str(entry["id"]) for entry in told["data"]], watch)

    def _request(
        self, form: Form, messages: Sequence[Message], tools: Sequence[Schema], schema: Schema | None
    ) -> dict[str, Any]:
        return request(self.model, form, messages, tools, schema)

    def _gatherer(self, reply: Reply) -> Gatherer:
        return Gatherer(reply)

    def _pieces(self, body: dict[str, Any], watch: Watch) -> Iterator[Chunk | None]:
        """Yield the chunks of an answer; None is the server's own mark of the end."""
        with self._server.post("chat/completions", body, watch) as answer:
            if not streams(answer):
                yield read(json.loads(answer.read()))
                return
            for data in events(answer):
                yield None if data == "[DONE]" else read(json.loads(data))
