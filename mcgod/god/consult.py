"""Asking the models, and once more when an answer cannot be read; each call is in the trace with all it was told."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from mcgod.god import prompts
from mcgod.god.pieces import Pieces
from mcgod.llm.answers import Unreadable
from mcgod.llm.port import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.god.turn import Turn
    from mcgod.llm.port import Completion, Schema, ToolCall

Said = TypeVar("Said")


def ask(
    turn: Turn, role: str, messages: list[Message], read: Callable[..., Said], *, first: Completion | None = None
) -> Said | None:
    """Ask a model and read its answer; one that cannot be read is asked for once more, then given up as None.

    ``first`` is its answer where it has given one already. The second time it
    has no tools, so that the schema alone holds. A transport error is never an
    answer: it leaves as ModelUnreachable.
    """
    for attempt in (1, 2):
        completion = first if first and attempt == 1 else chat(turn, role, messages, attempt=attempt)
        try:
            return read(completion.text, finish=completion.finish, reasoning=completion.thinking)
        except Unreadable as error:
            turn.notes.append(f"{role}: {error.reason}")
            messages = [*messages, Message("user", f"That could not be read: {error.reason}. Answer again, as asked.")]
    return None


def chat(turn: Turn, role: str, messages: list[Message], *, attempt: int = 1, tools: Any = ()) -> Completion:
    """Ask once, with everything about it in the trace. Raises ModelUnreachable."""
    services = turn.services
    model = services.command_model if role == "command" else services.message_model
    schema: Schema | None = prompts.COMMAND_SCHEMA if role == "command" else None
    turn.stage("request", role=role, attempt=attempt, model=model.name, messages=[_flat(m) for m in messages])
    # A first answer that turns out unreadable must not have been shown, so only speech streams.
    pieces = Pieces(services.timer, services.emit if role == "message" and attempt == 1 else None)
    completion = model.chat(messages, tools=tools, schema=schema, on_delta=pieces.take, cancel=services.cancel)
    turn.models[role] = completion.model
    turn.usage += completion.usage
    turn.notes += completion.notes
    turn.stage("response", role=role, attempt=attempt, **_response(completion), **pieces.to_json())
    return completion


def _response(completion: Completion) -> dict[str, Any]:
    told: dict[str, Any] = {
        "text": completion.text,
        "thinking": completion.thinking,
        "finish": completion.finish,
        "usage": {"input": completion.usage.input, "output": completion.usage.output},
    }
    return told | {"tool_calls": [_call(call) for call in completion.tool_calls]} if completion.tool_calls else told


def _flat(message: Message) -> dict[str, Any]:
    flat: dict[str, Any] = {"role": message.role, "content": message.content}
    if message.tool_calls:
        flat["tool_calls"] = [_call(call) for call in message.tool_calls]
    return flat | {"tool_call_id": message.tool_call_id} if message.tool_call_id else flat


def _call(call: ToolCall) -> dict[str, str]:
    return {"id": call.id, "name": call.name, "arguments": call.arguments}
