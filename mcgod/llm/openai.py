"""The ``Model`` port over ``<endpoint>/chat/completions``: OpenAI, vLLM, llama.cpp, LM Studio, OpenRouter and others.

The key goes into one header and nowhere else; where a server repeats it in an
error it is blotted out.
"""

from __future__ import annotations

import json
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcgod.errors import ModelUnreachable
from mcgod.llm import faults
from mcgod.llm.chunks import Chunk, Gatherer, StreamError, read
from mcgod.llm.forms import Form, effort, request
from mcgod.llm.reply import Reply
from mcgod.llm.retries import Retries
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    import httpx

    from mcgod.llm.port import Completion, Message, OnDelta, Schema
    from mcgod.llm.wire import Wire


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
        self.endpoint = (endpoint if "://" in endpoint else f"http://{endpoint}").rstrip("/")
        self._key = key
        self._connect = connect
        self._timeout = timeout
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
        asked, notes = sum(len(message.content) for message in messages), list[str]()
        with Watch(cancel, self._total) as watch:
            form, retries = self._form, Retries(watch, self._sleep)
            while True:
                watch.check()
                reply = Reply(on_delta)
                try:
                    self._ask(request(self.model, form, messages, tools, schema), reply, watch)
                except faults.ModelFailed as fault:
                    weaker = form.weaker(fault) if reply.silent else None
                    if weaker is None:
                        retries.wait(self._cured(fault), silent=reply.silent)
                        continue
                    notes.append(f"a field was refused: {fault.detail}")
                    form = weaker
                    continue
                if not reply.silent:
                    break
                notes.append("an answer had no content")
                if not (schema and form.answer):
                    break
                form = replace(form, answer="")  # some that reason leave all of it there when held to a schema
            self._form = form
        return reply.completion(self.name, asked=asked, notes=notes)

    def models(self) -> list[str]:
        """Return the names of the models that the server tells of. Raises ModelUnreachable."""
        with Watch(None, self._total) as watch, self._client(watch) as (client, _):
            listed = client.get(f"{self.endpoint}/models").raise_for_status().json()["data"]
            return [str(entry["id"]) for entry in listed]

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
            raise ModelUnreachable(f"the answer of {self.endpoint} ended too early")

    def _pieces(self, body: dict[str, Any], watch: Watch) -> Iterator[Chunk | None]:
        """Yield the chunks of an answer; None is the server's own mark of the end."""
        with (
            self._client(watch) as (client, wire),
            client.stream("POST", f"{self.endpoint}/chat/completions", json=body) as answer,
        ):
            if not answer.is_success:
                answer.read()
                raise faults.failed(self.endpoint, answer.status_code, self._detail(answer), wire.retry_after)
            if "event-stream" not in answer.headers.get("Content-Type", ""):
                yield read(json.loads(answer.read()))  # it does not stream
                return
            for line in answer.iter_lines():
                field, _, value = line.partition(":")
                if field == "data":  # others are comments that keep the connection, and names of events
                    yield None if value.strip() == "[DONE]" else read(json.loads(value))

    def _detail(self, answer: httpx.Response) -> str:
        """Return what a failed answer says, without the key."""
        try:
            told = answer.json()
            error = told.get("error", told)
            text = error.get("message", error) if isinstance(error, dict) else error
        except (ValueError, AttributeError):
            text = answer.text
        return self._blotted(str(text) or answer.reason_phrase)

    def _blotted(self, text: str) -> str:
        return text.replace(self._key, "***") if self._key else text

    def _cured(self, fault: faults.ModelFailed) -> faults.ModelFailed:
        """Say what helps."""
        if fault.status in (401, 403):
            fault.hint = "set model.key, or model.key_file, or MCGOD_MODEL_KEY"
        elif fault.status == 404:
            fault.hint = f"is {self.model!r} the model's name there, and does model.endpoint end in /v1?"
        return fault

    @contextmanager
    def _client(self, watch: Watch) -> Iterator[tuple[httpx.Client, Wire]]:
        import httpx  # noqa: PLC0415 - heavy; in the first call

        from mcgod.llm.wire import Wire  # noqa: PLC0415

        wire = Wire(watch)
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        patience = httpx.Timeout(self._timeout, connect=min(self._connect, self._timeout))
        try:
            with httpx.Client(transport=wire, timeout=patience, headers=headers, trust_env=False) as client:
                yield client, wire
        except StreamError as error:
            raise faults.failed(self.endpoint, 0, self._blotted(str(error))) from error
        except httpx.HTTPStatusError as error:
            answer = error.response
            raise self._cured(faults.failed(self.endpoint, answer.status_code, self._detail(answer))) from error
        except Exception as error:
            cure = "is model.endpoint right, and does the server run?"
            raise faults.explain(error, endpoint=self.endpoint, watch=watch, protocol="OpenAI's", cure=cure) from error
        finally:
            wire.close()
