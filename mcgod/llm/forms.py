"""Which optional fields a request to an OpenAI-compatible server carries, and what to leave out when one is refused.

Pure. A server that knows no JSON schema may know ``json_object``; one that
knows neither is asked in words alone, which the prompts do anyway.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.llm.faults import ModelFailed
    from mcgod.llm.port import Message, Schema

_REFUSED = frozenset({400, 404, 415, 422, 500, 501})  # what servers answer to a field they do not know
_EFFORTS = {"true": "medium", "on": "medium", "yes": "medium", "false": "minimal", "off": "minimal", "no": "minimal"}


@dataclass(frozen=True, slots=True)
class Form:
    """``effort`` as sent, empty for none; ``answer`` is how JSON is asked for: ``schema``, ``object`` or nothing."""

    effort: str = ""
    answer: str = "schema"
    usage: bool = True
    tools: bool = True

    def weaker(self, fault: ModelFailed) -> Form | None:
        """Return the form without the field that ``fault`` complains of, None when it names none of ours."""
        text = fault.detail.casefold()
        if fault.status not in _REFUSED:
            return None
        if self.effort and ("reasoning" in text or "effort" in text):
            return replace(self, effort="")
        if self.usage and ("stream_options" in text or "include_usage" in text):
            return replace(self, usage=False)
        if self.tools and "tool" in text:
            return replace(self, tools=False)
        if self.answer and any(word in text for word in ("response_format", "json_schema", "schema", "grammar")):
            return replace(self, answer="object" if self.answer == "schema" else "")
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
    if tools and form.tools:
        body["tools"] = [dict(tool) for tool in tools]
    if schema and form.answer == "schema":
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
