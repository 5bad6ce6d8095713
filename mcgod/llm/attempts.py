"""One call to a model, in as many attempts as it takes.

A field that is refused is left out, a fault that may pass is waited out, and
what was said once is never said again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, Self, TypeVar

from mcgod.errors import ModelUnreachable
from mcgod.llm import faults
from mcgod.llm.reply import Reply
from mcgod.llm.retries import Retries

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.llm.port import OnDelta
    from mcgod.llm.watch import Watch


class _Form(Protocol):
    """The optional fields of a request. ``answer`` is how JSON is asked for, empty when it is not."""

    @property
    def answer(self) -> str: ...

    def weaker(self, fault: faults.ModelFailed) -> Self | None: ...

    def unbound(self) -> Self: ...


F = TypeVar("F", bound=_Form)


class Outcome(NamedTuple, Generic[F]):
    """A whole answer, the form that brought it, and what happened on the way."""

    reply: Reply
    form: F
    notes: list[str]


def attempt(
    ask: Callable[[F, Reply], None],
    form: F,
    *,
    watch: Watch,
    schema: bool,
    on_delta: OnDelta | None = None,
    sleep: Callable[[float], object] | None = None,
) -> Outcome[F]:
    """Call ``ask`` until it has filled a Reply, first with ``form``, then with what must be weaker.

    ``schema`` says whether the answer is to be JSON, ``sleep`` replaces the
    waiting. Raises ModelUnreachable, and Cancelled.
    """
    retries, notes = Retries(watch, sleep), list[str]()
    while True:
        watch.check()
        reply = Reply(on_delta)
        try:
            ask(form, reply)
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
    return Outcome(reply, form, notes)
