"""Conversation turns between the port's shape and Ollama's.

Pure. Ollama names the tool in a tool's answer where the port has the call's
id, and takes arguments as an object where the port keeps JSON text.
Source: https://github.com/ollama/ollama/blob/main/docs/api.md
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.llm.port import ToolCall

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mcgod.llm.port import Message


def outgoing(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Return ``messages`` as Ollama's ``messages``."""
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    return [_turn(message, names) for message in messages]


def incoming(calls: Iterable[tuple[str, Mapping[str, Any]]], *, first: int = 0) -> tuple[ToolCall, ...]:
    """Return tool calls, given as name and arguments; Ollama sends no ids, so they are numbered from ``first``."""
    return tuple(
        ToolCall(f"call_{number}", name, json.dumps(dict(arguments), ensure_ascii=False))
        for number, (name, arguments) in enumerate(calls, first)
    )


def _turn(message: Message, names: dict[str, str]) -> dict[str, Any]:
    turn: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        turn["tool_calls"] = [
            {"function": {"name": call.name, "arguments": arguments(call.arguments)}} for call in message.tool_calls
        ]
    if message.tool_call_id is not None and message.tool_call_id in names:
        turn["tool_name"] = names[message.tool_call_id]
    return turn


def arguments(text: str) -> dict[str, Any]:
    """Return a call's arguments as an object; what is none becomes its ``input``."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        value = text
    return value if isinstance(value, dict) else {"input": value}
