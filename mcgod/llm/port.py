"""The ``Model`` port: a list of messages in, one completion out.

Every provider implements ``Model.chat``. Errors never become text: whatever
goes wrong on the way is a ModelUnreachable, so nothing that a transport said
can be spoken in the game or kept in a history.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from threading import Event

    OnDelta = Callable[[str], None]
    Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A model's wish to run a tool. ``arguments`` is JSON text exactly as the model wrote it."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation. ``role`` is ``system``, ``user``, ``assistant`` or ``tool``.

    ``extra`` is what a provider wants back with its own turn, out of the
    Completion that became it; every other provider ignores it.
    """

    role: str
    content: str
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    extra: Mapping[str, Any] | None = field(default=None, hash=False)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens in and out; zero where the provider does not count."""

    input: int = 0
    output: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.input + other.input, self.output + other.output)


@dataclass(frozen=True, slots=True)
class Completion:
    """What a model answered.

    ``text`` is speech, never reasoning; that is kept apart in ``thinking``
    and must not be shown in the game. ``finish`` is ``stop``, ``length`` (cut
    by a token limit) or ``tool_calls``. ``model`` is ``provider/name``.
    ``extra`` belongs into the Message that this answer becomes: Vertex's is
    ``{"parts": […]}``, the parts as they came.
    """

    text: str
    model: str
    thinking: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: str = "stop"
    usage: Usage = Usage()
    notes: tuple[str, ...] = ()
    extra: Mapping[str, Any] | None = field(default=None, hash=False)


class Model(Protocol):
    """A language model, or something that answers like one."""

    @property
    def name(self) -> str:
        """``provider/model``, as results and traces show it."""
        ...

    def chat(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Schema] = (),
        schema: Schema | None = None,
        on_delta: OnDelta | None = None,
        cancel: Event | None = None,
    ) -> Completion:
        """Answer ``messages``.

        ``schema`` asks for JSON of that shape; the caller still parses with
        care. Where ``tools`` are sent as well it is not: few servers hold an
        answer to a schema and let it call tools. ``on_delta`` receives pieces of speech as they arrive, whose
        join is ``Completion.text``. ``cancel``, once set, aborts the call with
        Cancelled. Raises ModelUnreachable.
        """
        ...
