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
    """The optional fields of a request: whether ``tools`` are sent, and how an ``answer`` in JSON is asked for."""

    @property
    def answer(self) -> str: ...

    @property
    def tools(self) -> bool: ...

    def weaker(self, fault: faults.ModelFailed) -> Self | None: ...

    def plainer(self, *, tools: bool, schema: bool) -> Self | None: ...

    def unbound(self) -> Self: ...

    def armed(self) -> Self: ...


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
        self._refused_tools = False

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
                    form = self._after(fault, form, retries, reply, notes, tools=bool(tools), schema=bool(schema))
                    continue
                if not reply.silent:
                    break
                notes.append("an answer had no content")
                if tools and form.tools:
                    form = form.plainer(tools=True, schema=False) or form
                elif schema and form.answer:
                    form = form.unbound()  # some that reason leave all of it there when held to a schema
                else:
                    break
            # That tools were in the way was a guess, for this answer.
            self._form = form if self._refused_tools else form.armed()
        return reply.completion(self.name, asked=asked, notes=notes)

    def _after(
        self, fault: ModelUnreachable, form: F, retries: Retries, reply: Reply, notes: list[str], **sent: bool
    ) -> F:
        """Return the form to ask with after ``fault``, once it is time; raise it where nothing would help.

        What is ``sent`` and may be in the way, ``tools`` or a ``schema``, is
        left out at last where the server does not say what it cannot do.
        """
        if isinstance(fault, faults.ModelFailed) and reply.silent and (weaker := form.weaker(fault)):
            notes.append(f"a field was refused: {fault.detail}")
            self._refused_tools |= form.tools and not weaker.tools
            return weaker
        try:
            retries.wait(fault, silent=reply.silent)
        except ModelUnreachable:
            unclear = isinstance(fault, faults.ModelBroken) or (isinstance(fault, faults.ModelFailed) and fault.passing)
            plainer = form.plainer(**sent) if reply.silent and unclear and _status(fault) != 429 else None
            if plainer is None:
                raise
            notes.append(f"asked in a plainer form after: {fault.message}")
            return plainer
        return form

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


def _status(fault: ModelUnreachable) -> int:
    return fault.status if isinstance(fault, faults.ModelFailed) else 0
