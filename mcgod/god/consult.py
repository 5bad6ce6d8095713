"""Asking the models: with tools until there is an answer, and once more when an answer cannot be read."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from mcgod.errors import ModelUnreachable
from mcgod.god import prompts
from mcgod.llm.answers import Unreadable
from mcgod.llm.port import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.god.turn import Turn
    from mcgod.llm.port import Completion, Schema, ToolCall
    from mcgod.tools.port import Context
    from mcgod.tools.toolbox import Called, Toolbox

Said = TypeVar("Said")

_SAME = 3  # times in a row that the same calls may have the same results; the last of them ends the turn
_SHORT, _HOVER = 180, 12_000  # characters of a tool's status
_UNSHOWN = frozenset({"code", "content"})  # arguments that are whole scripts


class ToolLoop(ModelUnreachable):
    """The model calls tools for ever instead of answering."""

    slug = "tool-loop"


def ask(
    turn: Turn, role: str, messages: list[Message], read: Callable[..., Said], *, context: Context | None = None
) -> Said | None:
    """Ask a model and read its answer; one that cannot be read is asked for once more, then given up as None.

    With ``context`` it may call tools first. The second time it has none, so
    that the schema alone holds. A transport error is never an answer: it
    leaves as ModelUnreachable.
    """
    for attempt in (1, 2):
        if context is not None and attempt == 1 and turn.services.tools is not None:
            completion, messages = _with_tools(turn, role, messages, turn.services.tools, context)
        else:
            completion = _chat(turn, role, messages, attempt=attempt)
        try:
            return read(completion.text, finish=completion.finish, reasoning=completion.thinking)
        except Unreadable as error:
            turn.notes.append(f"{role}: {error.reason}")
            messages = [*messages, Message("user", f"That could not be read: {error.reason}. Answer again, as asked.")]
    return None


def _with_tools(
    turn: Turn, role: str, messages: list[Message], toolbox: Toolbox, context: Context
) -> tuple[Completion, list[Message]]:
    """Ask, and run what tools the model calls, until it answers; return the answer and the grown conversation.

    At the step limit the tools are withdrawn, so that it has to answer.
    Raises ToolLoop when it calls them still, or does the same thing over and over.
    """
    schemas, before, same = toolbox.schemas(context.mode), None, 0
    for step in range(turn.services.max_tool_steps + 1):
        last = step == turn.services.max_tool_steps
        completion = _chat(turn, role, messages, tools=() if last else schemas)
        if not completion.tool_calls:
            return completion, messages
        if last:
            break
        calls = tuple(replace(call, id=f"{call.id}-{step}") for call in completion.tool_calls)
        done = [_run(turn, toolbox, call, context) for call in calls]
        turn.rounds.append((completion, calls, tuple(done)))
        results = [Message("tool", one.text, tool_call_id=call.id) for call, one in zip(calls, done, strict=True)]
        said = Message("assistant", completion.text, tool_calls=calls, extra=completion.extra)
        messages = [*messages, said, *results]
        now = [(one.tool, one.arguments, one.text) for one in done]
        same = same + 1 if now == before else 1
        before = now
        if same == _SAME:
            raise ToolLoop(f"the model called {done[0].tool} {_SAME} times over, with the same result")
    raise ToolLoop(
        f"the model called tools {turn.services.max_tool_steps} times and gave no answer",
        hint="raise god.max_tool_steps, or set god.tools to false",
    )


def _run(turn: Turn, toolbox: Toolbox, call: ToolCall, context: Context) -> Called:
    """Run one call; whoever watches is told before and after."""
    services = turn.services
    services.emit("TOOL_STATUS", status(call))
    try:
        called = toolbox.answer(call, context)
    finally:
        services.emit("TOOL_STATUS_CLEAR", "")
    facts = {"tool": called.tool, "arguments": called.arguments, "text": called.text, "ok": called.ok, "ms": called.ms}
    turn.stage("tool", **facts)
    return called


def status(call: ToolCall) -> dict[str, str]:
    """Return ``{"short","hover"}``: what a watcher is told of a running tool. Scripts are not shown."""
    try:
        given = json.loads(call.arguments or "{}")
    except ValueError:
        given = {}
    shown = {
        key: f"({len(str(value))} characters)" if key in _UNSHOWN else value
        for key, value in (given.items() if isinstance(given, dict) else ())
    }
    first = next((str(value) for value in shown.values()), "")
    short = " ".join(f"{call.name} {first}".split())
    hover = json.dumps(shown, ensure_ascii=False)
    return {"short": short if len(short) <= _SHORT else f"{short[: _SHORT - 1]}…", "hover": hover[:_HOVER]}


def _chat(turn: Turn, role: str, messages: list[Message], *, attempt: int = 1, tools: Any = ()) -> Completion:
    """Ask once, with everything about it in the trace."""
    services = turn.services
    model = services.command_model if role == "command" else services.message_model
    schema: Schema | None = prompts.COMMAND_SCHEMA if role == "command" else None
    turn.stage("request", role=role, attempt=attempt, model=model.name, messages=[_flat(m) for m in messages])
    # A first answer that turns out unreadable must not have been shown, so only speech streams.
    on_delta = (lambda piece: services.emit("DELTA", piece)) if role == "message" and attempt == 1 else None
    completion = model.chat(messages, tools=tools, schema=schema, on_delta=on_delta, cancel=services.cancel)
    turn.models[role] = completion.model
    turn.usage += completion.usage
    turn.notes += completion.notes
    turn.stage("response", role=role, attempt=attempt, **_response(completion))
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
