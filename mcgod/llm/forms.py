"""Which optional fields a request to an OpenAI-compatible server carries, and what to leave out when one is refused.

Pure. A server that knows no JSON schema may know ``json_object``; one that
knows neither is asked in words alone, which the prompts do anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcgod.llm.faults import ModelFailed
    from mcgod.llm.port import Message, Schema

_REFUSED = frozenset({400, 404, 415, 422, 500, 501})  # what servers answer to a field they do not know
_EFFORTS = {"true": "medium", "on": "medium", "yes": "medium", "false": "minimal", "off": "minimal", "no": "minimal"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What every form has: whether ``tools`` are sent, and how an ``answer`` in JSON is asked for, if it is.

    ``ways`` leads from one way of asking to the next weaker one.
    """

    tools: bool = True
    answer: str = "schema"
    ways: ClassVar[Mapping[str, str]] = {"schema": "object"}

    @property
    def less(self) -> str:
        """The next weaker way to ask for JSON."""
        return self.ways.get(self.answer, "")

    def plainer(self, *, tools: bool, schema: bool) -> Self | None:
        """Return the form to guess at when a server fails and does not say why: without tools, if some were sent.

        Then with a weaker way to ask for JSON; None when there is nothing left.
        """
        if tools and self.tools:
            return replace(self, tools=False)
        return replace(self, answer=self.less) if schema and self.answer else None

    def unbound(self) -> Self:
        """Return the form that asks for JSON in words alone."""
        return replace(self, answer="")

    def armed(self) -> Self:
        """Return the form with tools."""
        return replace(self, tools=True)


@dataclass(frozen=True, slots=True)
class Form(Asked):
    """``effort`` as sent, empty for none; ``usage``: whether the tokens are to be counted.

    An ``answer`` is asked for as ``schema``; as ``held``, llama.cpp's
    ``json_object`` with a schema beside it; as a bare ``object``; or not.
    ``limit`` is how many tokens it may have. OpenAI's models that reason take
    it under a name of its own, ``renamed``, and refuse the old one, which is
    all that most other servers know.
    """

    effort: str = ""
    limit: int | None = None
    renamed: bool = False
    usage: bool = True
    ways: ClassVar[Mapping[str, str]] = {"schema": "held", "held": "object"}

    def weaker(self, fault: ModelFailed) -> Self | None:
        """Return the form without the field that ``fault`` complains of, None when it names none of ours."""
        change = refused(
            fault,
            (self.effort, ("reasoning", "effort"), {"effort": ""}),
            (self.usage, ("stream options", "include usage"), {"usage": False}),
            (self.limit and not self.renamed, ("max tokens",), {"renamed": True}),
            (self.tools, ("tool",), {"tools": False}),
            (self.answer, ("response format", "schema", "grammar"), {"answer": self.less}),
        )
        return replace(self, **change) if change else None


def refused(fault: ModelFailed, *sent: tuple[object, tuple[str, ...], dict[str, Any]]) -> dict[str, Any] | None:
    """Return the change that takes out the first field that ``fault`` complains of, None when it names none of them.

    A field is whether it was sent, words of which any names it, and the
    change. Underscores count as blanks.
    """
    text = fault.detail.casefold().replace("_", " ")
    for there, words, change in sent if fault.status in _REFUSED else ():
        if there and any(word in text for word in words):
            return change
    return None


def effort(think: str) -> str:
    """Return the setting ``model.think`` as a reasoning effort."""
    return _EFFORTS.get(think.casefold(), think)


def request(
    model: str, form: Form, messages: Sequence[Message], tools: Sequence[Schema], schema: Schema | None
) -> dict[str, Any]:
    """Return the body of a request."""
    body: dict[str, Any] = {"model": model, "messages": [_turn(message) for message in messages], "stream": True}
    if form.usage:
        body["stream_options"] = {"include_usage": True}
    if form.limit:
        body["max_completion_tokens" if form.renamed else "max_tokens"] = form.limit
    if tools and form.tools:
        body["tools"] = [dict(tool) for tool in tools]
    if "tools" in body:
        pass  # many servers hold to a schema with a grammar, in which no tool can be called
    elif schema and form.answer == "schema":
        body["response_format"] = {"type": "json_schema", "json_schema": {"name": "answer", "schema": dict(schema)}}
    elif schema and form.answer:
        held = {"schema": dict(schema)} if form.answer == "held" else {}
        body["response_format"] = {"type": "json_object", **held}
    if form.effort:
        body["reasoning_effort"] = form.effort
    return body


def _turn(message: Message) -> dict[str, Any]:
    turn: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        turn["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        turn["tool_call_id"] = message.tool_call_id
    return turn
