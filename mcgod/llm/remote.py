"""What the adapters over HTTP have in common: one call to a model, in as many attempts as it takes.

A field that is refused is left out, a fault that may pass is waited out, and
what was said once is never said again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import closing
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from mcgod.errors import ModelUnreachable
from mcgod.llm import faults
from mcgod.llm.reply import Reply
from mcgod.llm.retries import Retries
from mcgod.llm.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from threading import Event

    from mcgod.llm.endpoint import Endpoint
    from mcgod.llm.port import Completion, Message, OnDelta, Schema


class _Form(Protocol):
    """The optional fields of a request. ``answer`` is how JSON is asked for, empty when it is not."""

    @property
    def answer(self) -> str: ...

    def weaker(self, fault: faults.ModelFailed) -> Self | None: ...

    def unbound(self) -> Self: ...


class _Gatherer(Protocol):
    """Feeds a reply with the pieces of one answer; ``told`` when the server has marked the end."""

    def take(self, piece: Any, /) -> None: ...

    def end(self, *, told: bool) -> None: ...


F = TypeVar("F", bound=_Form)


class Remote(ABC, Generic[F]):
    """A model at ``server``, asked first with ``form``, then with what some call has shown that it must be.

    ``total`` is the seconds for a call, retries included; ``sleep`` replaces
    the waiting between them.
    """

    def __init__(
        self, name: str, server: Endpoint, form: F, *, total: float, sleep: Callable[[float], object] | None
    ) -> None:
        self.name = name
        self.endpoint = server.url
        self._server = server
        self._form = form
        self._total = total
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
                    self._ask(self._request(form, messages, tools, schema), reply, watch)
                except ModelUnreachable as fault:
                    if isinstance(fault, faults.ModelFailed) and reply.silent and (weaker := form.weaker(fault)):
                        notes.append(f"a field was refused: {fault.detail}")
                        form = weaker
                    else:
                        retries.wait(fault, silent=reply.silent)
                    continue
                if not reply.silent:
                    break
                notes.append("an answer had no content")
                if not (schema and form.answer):
                    break
                form = form.unbound()  # some that reason leave all of it there when held to a schema
            self._form = form
        return reply.completion(self.name, asked=asked, notes=notes)

    @abstractmethod
    def _request(
        self, form: F, messages: Sequence[Message], tools: Sequence[Schema], schema: Schema | None
    ) -> dict[str, Any]:
        """Return the body of a request."""

    @abstractmethod
    def _pieces(self, body: dict[str, Any], watch: Watch) -> Iterator[Any]:
        """Yield the pieces of the answer to ``body``, and None for the server's own mark of the end."""

    @abstractmethod
    def _gatherer(self, reply: Reply) -> _Gatherer:
        """Return what reads the pieces into ``reply``."""

    def _ask(self, body: dict[str, Any], reply: Reply, watch: Watch) -> None:
        """Ask once. Raises ModelUnreachable for an answer that is not whole."""
        gatherer, told = self._gatherer(reply), False
        with closing(self._pieces(body, watch)) as pieces:  # type: ignore[type-var]
            for piece in pieces:
                watch.check()
                if piece is None:
                    told = True
                    break
                gatherer.take(piece)
        gatherer.end(told=told)
        if not reply.done:
            raise faults.ModelBroken(f"the answer of {self.endpoint} ended too early")
