"""Which optional fields a request to an OpenAI-compatible server carries, and what to leave out when one is refused.

Pure. A server that knows no JSON schema may know ``json_object``; one that
knows neither is asked in words alone, which the prompts do anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.llm.faults import ModelFailed
    from mcgod.llm.port import Message, Schema

_REFUSED = frozenset({400, 404, 415, 422, 500, 501})  # what servers answer to a field they do not know
_WEAKER = {"schema": "object"}  # ways to ask for JSON
_EFFORTS = {"true": "medium", "on": "medium", "yes": "medium", "false": "minimal", "off": "minimal", "no": "minimal"}


@dataclass(frozen=True, slots=True)
class Form:
    """``effort`` as sent, empty for none; ``answer`` is how JSON is asked for: ``schema``, ``object`` or nothing.

    ``limit`` is how many tokens an answer may have. OpenAI's models that
    reason take it under a name of its own, ``renamed``, and refuse the old
    one, which is all that most other servers know.
    """

    effort: str = ""
    limit: int | None = None
    renamed: bool = False
    answer: str = "schema"
    usage: bool = True
    tools: bool = True

    def weaker(self, fault: ModelFailed) -> Self | None:
        """Return the form without the field that ``fault`` complains of, None when it names none of ours."""
        change = refused(
            fault,
            (self.effort, ("reasoning", "effort"), {"effort": ""}),
            (self.usage, ("stream options", "include usage"), {"usage": False}),
            (self.limit and not self.renamed, ("max tokens",), {"renamed": True}),
            (self.tools, ("tool",), {"tools": False}),
            (self.answer, ("response format", "schema", "grammar"), {"answer": _WEAKER.get(self.answer, "")}),
        )
        return replace(self, **change) if change else None

    def unbound(self) -> Self:
        """Return the form that asks for JSON in words alone."""
        return replace(self, answer="")


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
        body["response_format"] = {"type": "json_object"}
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
