"""The ``Model`` port over Ollama's native ``/api/chat``.

Owns what is peculiar to Ollama's models: fields that some refuse (remembered
for the next call), answers that land in the wrong field, models that are not
pulled. The way to the server is server.py's.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from mcgod.errors import ModelUnreachable
from mcgod.llm import faults, turns
from mcgod.llm.port import Usage
from mcgod.llm.reply import Reply
from mcgod.llm.retries import Retries
from mcgod.llm.server import Server
from mcgod.llm.shape import Shape, Trial
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from threading import Event

    import ollama

    from mcgod.llm.port import Completion, Message, OnDelta, Schema
    from mcgod.llm.shape import Think


class Ollama:
    """One model of an Ollama server.

    Times are in seconds: ``connect`` to be connected, ``timeout`` for the
    first and between any two pieces of the answer, ``total`` for everything,
    retries included. ``num_ctx`` is in tokens; ``keep_alive`` is Ollama's
    (``"10m"``, ``-1`` for ever). ``think``: None leaves it to the model.
    ``sleep`` replaces the waiting between retries.
    """

    def __init__(
        self,
        model: str,
        *,
        endpoint: str = "http://127.0.0.1:11434",
        connect: float = 20.0,
        timeout: float = 60.0,
        total: float = 60.0,
        num_ctx: int = 8192,
        num_predict: int | None = None,
        keep_alive: str | float = "10m",
        think: Think = None,
        sleep: Callable[[float], object] | None = None,
    ) -> None:
        self.model = model
        self.name = f"ollama/{model}"
        self._server = Server(endpoint, connect=connect, timeout=timeout)
        self._total = total
        self._num_ctx = num_ctx
        self._options = {"num_ctx": num_ctx} | ({} if num_predict is None else {"num_predict": num_predict})
        self._keep_alive = keep_alive
        self._shape = Shape.of(model, think)
        self._sleep = sleep
        self._loading = 0.0

    def chat(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Schema] = (),
        schema: Schema | None = None,
        on_delta: OnDelta | None = None,
        cancel: Event | None = None,
    ) -> Completion:
        """Answer ``messages``; see the port. An answer without content comes back as empty text, with a note."""
        asked = sum(len(message.content) for message in messages)
        trial, notes = Trial(self._shape, schema=bool(schema), tools=bool(tools)), list[str]()
        silent: Reply | None = None
        self._loading = 0.0
        with Watch(cancel, self._total) as watch:
            while True:
                try:
                    reply = self._ask(self._request(messages, tools, schema, trial.shape), on_delta, watch)
                except faults.ModelFailed as fault:
                    forms = trial.shape.after_refusal(fault)
                    if trial.move(forms):
                        notes.append(f"a field was refused: {fault.detail}")
                        continue
                    if not forms or silent is None:
                        raise
                    reply = silent
                    break
                if not reply.silent:
                    self._shape = trial.shape
                    break
                silent = reply
                notes.append("an answer had no content")
                if not trial.move(trial.shape.after_silence(self.model)):
                    break
        if self._loading >= 1:
            notes.append(f"the model was loaded first, which took {self._loading:.1f} s")
        return reply.completion(self.name, window=self._num_ctx, asked=asked, notes=notes)

    def models(self) -> list[str]:
        """Return the names of the models that the server has. Raises ModelUnreachable."""
        with Watch(None, self._total) as watch:
            return self._server.models(watch)

    def version(self) -> str:
        """Return the server's version, or an empty text when it does not say. Raises ModelUnreachable."""
        with Watch(None, self._total) as watch:
            return self._server.version(watch)

    def _request(
        self, messages: Sequence[Message], tools: Sequence[Schema], schema: Schema | None, shape: Shape
    ) -> dict[str, Any]:
        return {
            "model": self.model,
            "messages": turns.outgoing(messages),
            "tools": list(tools) if shape.tools else None,
            "think": shape.think,
            # A grammar made of the schema would leave no way to call a tool.
            "format": dict(schema) if schema and shape.format and not (tools and shape.tools) else None,
            "options": self._options,
            "keep_alive": self._keep_alive,
        }

    def _ask(self, request: dict[str, Any], on_delta: OnDelta | None, watch: Watch) -> Reply:
        """Ask once, and again when the fault may pass and nothing was said yet."""
        missed, retries = 0, Retries(watch, self._sleep)
        while True:
            watch.check()
            reply = Reply(on_delta)
            try:
                with closing(self._server.chat(watch, request)) as parts:  # type: ignore[type-var]
                    for part in parts:
                        watch.check()
                        self._gather(part, reply)
                if not reply.done:
                    raise faults.ModelBroken(f"the answer of {self._server.endpoint} ended too early")
            except faults.ModelFailed as fault:
                if fault.status == 404:
                    missed += 1
                    if missed > 1:
                        raise self._missing(fault, watch) from fault
                    continue  # a loaded model can be denied once
                retries.wait(fault, silent=reply.silent)
            except ModelUnreachable as fault:
                retries.wait(fault, silent=reply.silent)
            else:
                return reply

    def _gather(self, part: ollama.ChatResponse, reply: Reply) -> None:
        message = part.message
        if message.thinking:
            reply.think(message.thinking)
        if message.content:
            reply.say(message.content)
        if message.tool_calls:
            calls = [(call.function.name, call.function.arguments) for call in message.tool_calls]
            reply.calls += turns.incoming(calls, first=len(reply.calls))
        if part.done:
            reply.count(Usage(part.prompt_eval_count or 0, part.eval_count or 0))
            reply.end(cut=part.done_reason == "length")
            self._loading = (part.load_duration or 0) / 1e9

    def _missing(self, fault: faults.ModelFailed, watch: Watch) -> faults.ModelMissing:
        """Say what is there instead, and how to get what is not."""
        try:
            installed = self._server.models(watch)
        except ModelUnreachable:
            installed = []
        bare = self.model.partition("/")[2]
        if bare and (bare in installed or self.model.startswith("ollama/")):
            cure = f"give the name without its prefix: {bare}"
        else:
            cure = f"ollama pull {self.model}"
        return faults.ModelMissing(
            f"no model {self.model!r} at {self._server.endpoint}; installed: {', '.join(installed) or 'none'}"
            f" ({fault.detail})",
            hint=cure,
        )
