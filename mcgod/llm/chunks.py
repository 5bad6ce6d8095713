"""What an OpenAI-compatible server streams, read into a Reply. Pure.

Source: https://platform.openai.com/docs/api-reference/chat-streaming, and where
vLLM, llama.cpp, LM Studio and OpenRouter differ from it: reasoning stands in
``reasoning_content`` or ``reasoning``; tool calls come without ids or indexes,
with their arguments whole or as an object; an error may come in mid-stream.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.llm.faults import StreamError
from mcgod.llm.port import ToolCall, Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.llm.reply import Reply


class Chunk(NamedTuple):
    """One piece of an answer. ``calls`` are as they came, ``finish`` is empty until the last one."""

    thought: str = ""
    speech: str = ""
    calls: tuple[Mapping[str, Any], ...] = ()
    finish: str = ""
    usage: Usage | None = None


def read(value: Any) -> Chunk:
    """Read a chunk, or a whole answer that was not streamed.

    Raises StreamError, and AttributeError, TypeError or ValueError for what is neither.
    """
    if error := value.get("error"):
        raise StreamError(error.get("message") or error if isinstance(error, dict) else error)
    choice: Mapping[str, Any] = next(iter(value.get("choices") or ()), {})
    delta = choice.get("delta") or choice.get("message") or {}
    thought, content = delta.get("reasoning_content") or delta.get("reasoning"), delta.get("content") or ""
    if isinstance(content, list):  # parts, as some gateways send them
        content = "".join(str(part.get("text") or "") for part in content)
    told = value.get("usage")
    return Chunk(
        thought=thought if isinstance(thought, str) else "",
        speech=str(content),
        calls=tuple(dict(call) for call in delta.get("tool_calls") or ()),
        finish=str(choice.get("finish_reason") or ""),
        usage=Usage(int(told.get("prompt_tokens") or 0), int(told.get("completion_tokens") or 0)) if told else None,
    )


class Gatherer:
    """Feeds ``reply`` with the chunks of one answer."""

    def __init__(self, reply: Reply) -> None:
        self._reply = reply
        self._calls: dict[int, dict[str, str]] = {}
        self._finish = ""

    def take(self, chunk: Chunk) -> None:
        """Take the next chunk."""
        if chunk.thought:
            self._reply.think(chunk.thought)
        if chunk.speech:
            self._reply.say(chunk.speech)
        for call in chunk.calls:
            self._call(call)
        if chunk.usage:
            self._reply.count(chunk.usage)
        self._finish = chunk.finish or self._finish

    def end(self, *, told: bool) -> None:
        """Close the answer, if it is whole: the server gave a reason, or ``told`` that this is the end."""
        if self._finish or told:
            self._reply.calls = _calls(self._calls)
            self._reply.end(cut=self._finish == "length")

    def _call(self, call: Mapping[str, Any]) -> None:
        function = call.get("function")
        function = function if isinstance(function, dict) else {}
        at = call.get("index")
        if not isinstance(at, int):  # a name begins a call, anything else goes on with the last one
            at = len(self._calls) - (0 if function.get("name") or not self._calls else 1)
        kept = self._calls.setdefault(at, {"id": "", "name": "", "arguments": ""})
        kept["id"] = kept["id"] or str(call.get("id") or "")
        kept["name"] = kept["name"] or str(function.get("name") or "")
        arguments = function.get("arguments") or ""
        kept["arguments"] += arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _calls(kept: Mapping[int, Mapping[str, str]]) -> tuple[ToolCall, ...]:
    """Return the calls in order, each with an id that no other has."""
    taken: set[str] = set()
    calls = []
    for number, (_, call) in enumerate(sorted(kept.items())):
        name = call["id"] if call["id"] and call["id"] not in taken else f"call_{number}"
        taken.add(name)
        calls.append(ToolCall(name, call["name"], call["arguments"] or "{}"))
    return tuple(calls)
