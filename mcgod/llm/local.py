"""The ``Model`` port over a model file in this process: no server, no network.

A small model tests an answer's form more than its sense, so it is offered no
tools, and a schema holds it by a grammar.
"""

from __future__ import annotations

import queue
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mcgod.errors import Cancelled, McgodError, ModelUnreachable
from mcgod.llm import faults
from mcgod.llm.chunks import Gatherer, read
from mcgod.llm.engine import engine
from mcgod.llm.forms import Form, request
from mcgod.llm.reply import Reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from mcgod.llm.port import Completion, Message, OnDelta, Schema

_LOOK = 0.05  # seconds between two looks at somebody else's event
_MOST = 512  # tokens of an answer where nobody sets a limit: some never find an end


class Local:
    """The model in the file ``path``.

    ``threads`` compute, ``window`` is the context and ``max_tokens`` the
    longest answer, both in tokens. ``timeout`` is how long it may say
    nothing, reading of a prompt aside, and ``total`` how long an answer may
    take, in seconds.
    """

    def __init__(
        self, path: Path, *, threads: int, window: int, max_tokens: int | None, timeout: float, total: float
    ) -> None:
        self.name = f"local/{path.stem}"
        self.path = path
        self._engine = engine(path, threads, window)
        self._window = window
        self._form = Form(limit=max_tokens or _MOST, tools=False)
        self._timeout = timeout
        self._total = total

    def load(self) -> None:
        """Read the model's file now. Raises ModelUnreachable when it cannot be used."""
        self._engine.load()

    def chat(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Schema] = (),
        schema: Schema | None = None,
        on_delta: OnDelta | None = None,
        cancel: threading.Event | None = None,
    ) -> Completion:
        """Answer ``messages``; see the port. ``tools`` are not offered."""
        asked = sum(len(message.content) for message in messages)
        body = request(self.name, self._form, messages, tools, schema) | {"return_progress": True}
        reply = Reply(on_delta)
        gatherer = Gatherer(reply)
        for piece in self._pieces(body, cancel):
            gatherer.take(read(piece))
        gatherer.end(told=False)
        if not reply.done:
            raise faults.ModelBroken(f"the answer of {self.name} ended too early")
        return reply.completion(self.name, asked=asked, window=self._window)

    def _pieces(self, body: dict[str, Any], cancel: threading.Event | None) -> Iterator[dict[str, Any]]:
        """Yield the chunks as they are made, on a thread of their own.

        Whoever waits can leave at any time; the thread ends with the next
        chunk. Python waits for it at its own end: the library must not be
        torn down while it computes.
        """
        made: queue.SimpleQueue[dict[str, Any] | Exception | None] = queue.SimpleQueue()
        left = threading.Event()
        end = time.monotonic() + self._total

        def take(chunk: dict[str, Any]) -> bool:
            made.put(chunk)
            return left.is_set()

        def work() -> None:
            try:
                self._engine.answer(body, take)
                made.put(None)
            except (McgodError, ValueError, RuntimeError, MemoryError) as error:
                made.put(error)

        threading.Thread(target=work, name="mcgod-local-model", daemon=False).start()
        try:
            while (piece := self._next(made, cancel, end)) is not None:
                yield piece
        finally:
            left.set()

    def _next(
        self, made: queue.SimpleQueue[dict[str, Any] | Exception | None], cancel: threading.Event | None, end: float
    ) -> dict[str, Any] | None:
        """Return the next chunk, None after the last; ``end`` is when all must be over.

        Raises ModelUnreachable, and Cancelled after a stop.
        """
        silence = time.monotonic() + self._timeout
        while True:
            if cancel and cancel.is_set():
                raise Cancelled("the request was stopped")
            if time.monotonic() >= min(silence, end):
                what = "did not finish in time" if silence >= end else f"said nothing for {self._timeout:g} s"
                raise faults.ModelTimedOut(f"{self.name} {what}", hint="raise model.timeout, or take a smaller model")
            with suppress(queue.Empty):
                return self._checked(made.get(timeout=_LOOK))

    def _checked(self, piece: dict[str, Any] | Exception | None) -> dict[str, Any] | None:
        """Return a chunk. Raises the error that came in its place."""
        if isinstance(piece, McgodError):
            raise piece
        if isinstance(piece, Exception):
            raise ModelUnreachable(f"{self.name} cannot answer: {piece}") from piece
        if piece and piece.get("error"):
            raise self._failed(piece["error"])
        return piece

    def _failed(self, error: Any) -> ModelUnreachable:
        told = error if isinstance(error, dict) else {"message": error}
        detail = str(told.get("message"))
        fault = faults.ModelFailed(
            f"{self.name} cannot answer: {detail}", status=int(told.get("code") or 0), detail=detail
        )
        if told.get("type") == "exceed_context_size_error":
            fault.hint = "raise model.num_ctx, or lower god.history_tokens"
        return fault
