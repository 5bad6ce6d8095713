"""The ``Model`` port over ``<endpoint>/chat/completions``: OpenAI, vLLM, llama.cpp, LM Studio, OpenRouter and more."""

from __future__ import annotations

import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

from mcgod.llm.attempts import attempt
from mcgod.llm.chunks import Chunk, Gatherer, read
from mcgod.llm.endpoint import Endpoint, events, streams
from mcgod.llm.faults import ModelBroken
from mcgod.llm.forms import Form, effort, request
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from mcgod.llm.port import Completion, Message, OnDelta, Schema
    from mcgod.llm.reply import Reply


class OpenAI:
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
        total: float = 600.0,
        max_tokens: int | None = None,
        think: str = "",
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.model = model
        self.name = f"openai/{model}"
        self._server = Endpoint(
            endpoint,
            protocol="OpenAI's",
            key=key,
            headers={"Authorization": f"Bearer {key}"} if key else None,
            connect=connect,
            timeout=timeout,
            missing=f"is {model!r} the model's name there, and does model.endpoint end in /v1?",
        )
        self.endpoint = self._server.url
        self._total = total
        self._form = Form(effort(think), limit=max_tokens)
        self._sleep = sleep

    def chat(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Schema] = (),
        schema: Schema | None = None,
        on_delta: OnDelta | None = None,
        cancel: Event | None = None,
    ) -> Completion:
        """Answer ``messages``; see the port. A field that the server refuses is left out, now and in later calls."""
        asked = sum(len(message.content) for message in messages)
        with Watch(cancel, self._total) as watch:

            def ask(form: Form, reply: Reply) -> None:
                self._ask(request(self.model, form, messages, tools, schema), reply, watch)

            told = attempt(ask, self._form, watch=watch, schema=bool(schema), on_delta=on_delta, sleep=self._sleep)
        self._form = told.form
        return told.reply.completion(self.name, asked=asked, notes=told.notes)

    def models(self) -> list[str]:
        """Return the names of the models that the server tells of. Raises ModelUnreachable."""
        with Watch(None, self._total) as watch:
            return self._server.get("models", lambda told: [str(entry["id"]) for entry in told["data"]], watch)

    def _ask(self, body: dict[str, Any], reply: Reply, watch: Watch) -> None:
        """Ask once. Raises ModelUnreachable for an answer that is not whole."""
        gatherer, told = Gatherer(reply), False
        with closing(self._pieces(body, watch)) as pieces:  # type: ignore[type-var]
            for piece in pieces:
                watch.check()
                if piece is None:
                    told = True
                    break
                gatherer.take(piece)
        gatherer.end(told=told)
        if not reply.done:
            raise ModelBroken(f"the answer of {self.endpoint} ended too early")

    def _pieces(self, body: dict[str, Any], watch: Watch) -> Iterator[Chunk | None]:
        """Yield the chunks of an answer; None is the server's own mark of the end."""
        with self._server.post("chat/completions", body, watch) as answer:
            if not streams(answer):
                yield read(json.loads(answer.read()))
                return
            for data in events(answer):
                yield None if data == "[DONE]" else read(json.loads(data))
