"""The command model's tools: it calls them until it has an answer, and each call is a step of the flow by itself.

So a turn can stop between any two calls, be it for an answer of the player's
or because its process died, and go on from there.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from mcgod.errors import ModelUnreachable
from mcgod.god import consult
from mcgod.llm.port import Message

if TYPE_CHECKING:
    from mcgod.god.turn import Turn
    from mcgod.llm.port import Completion, ToolCall
    from mcgod.tools.port import Context
    from mcgod.tools.toolbox import Called, Toolbox

_SAME = 3  # times in a row that the same calls may have the same results; the last of them ends the turn
_SHORT, _HOVER = 180, 12_000  # characters of a tool's status
_UNSHOWN = frozenset({"code", "content"})  # arguments that are whole scripts


class ToolLoop(ModelUnreachable):
    """The model calls tools for ever instead of answering."""

    slug = "tool-loop"


def ask(turn: Turn, toolbox: Toolbox) -> Completion | None:
    """Ask the command model with the tools at hand; return its answer, or None when it calls some first.

    Those are ``turn.calls`` then, by ids of their own. At the step limit the
    tools are withdrawn, so that it has to answer. Raises ToolLoop when it
    calls them still.
    """
    step, most = len(turn.rounds), turn.services.max_tool_steps
    tools = toolbox.schemas(turn.request.mode) if step < most else ()
    completion = consult.chat(turn, "command", turn.conversation, tools=tools)
    if not completion.tool_calls:
        return completion
    if step == most:
        raise ToolLoop(
            f"the model called tools {most} times and gave no answer",
            hint="raise god.max_tool_steps, or set god.tools to false",
        )
    turn.calling = completion
    turn.calls = tuple(replace(call, id=f"{call.id}-{step}") for call in completion.tool_calls)
    return None


def call_next(turn: Turn, toolbox: Toolbox, context: Context) -> None:
    """Run the first of ``turn.calls`` that has not been run."""
    note(turn, _run(turn, toolbox, turn.calls[len(turn.called)], context))


def note(turn: Turn, called: Called) -> None:
    """Take the outcome of a call into the turn; after the last one the model is to hear of all.

    Raises ToolLoop when the model does the same thing over and over.
    """
    facts = {"tool": called.tool, "arguments": called.arguments, "text": called.text, "ok": called.ok, "ms": called.ms}
    turn.stage("tool", **facts)
    turn.called.append(called)
    if len(turn.called) < len(turn.calls):
        return
    said, calls, done = turn.calling, turn.calls, tuple(turn.called)
    assert said is not None, "calls are a model's"
    turn.calling, turn.calls, turn.called = None, (), []
    turn.rounds.append((said, calls, done))
    results = [Message("tool", one.text, tool_call_id=call.id) for call, one in zip(calls, done, strict=True)]
    turn.conversation += [Message("assistant", said.text, tool_calls=calls, extra=said.extra), *results]
    latest = [[(one.tool, one.arguments, one.text) for one in run] for _, _, run in turn.rounds[-_SAME:]]
    if len(latest) == _SAME and all(one == latest[0] for one in latest):
        raise ToolLoop(f"the model called {done[0].tool} {_SAME} times over, with the same result")


def _run(turn: Turn, toolbox: Toolbox, call: ToolCall, context: Context) -> Called:
    """Run one call; whoever watches is told before and after."""
    services = turn.services
    services.emit("TOOL_STATUS", status(call))
    try:
        return toolbox.answer(call, context)
    finally:
        services.emit("TOOL_STATUS_CLEAR", "")


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
