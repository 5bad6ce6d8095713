"""What a session keeps of a turn: the prayer, the commands with their replies, the speech.

Commands stand in the history as calls of ``execute-command``, which is how
the in-game agent mod writes them; so either can go on where the other was.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mcgod.store import history
from mcgod.store.session import titled

if TYPE_CHECKING:
    from mcgod.god.turn import Turn
    from mcgod.llm.port import Completion, ToolCall
    from mcgod.store.session import Session
    from mcgod.tools.toolbox import Called

STORED_TOKENS = 50_000  # what a session file keeps; the turn log keeps everything


def remember(turn: Turn, session: Session) -> None:
    """Add the turn to ``session`` in place, once, and give it a title after its first success."""
    if session.last_request == turn.request.id:
        return  # by a process that died before it could say so
    session.last_request = turn.request.id
    name = turn.services.history_name
    session.set_entries(name, history.trim([*session.entries(name), *entries_of(turn)], STORED_TOKENS))
    session.last_history = name
    if not session.title_generated:
        session.rename(titled(turn.request.text or turn.request.event or ""))
        session.title_generated = turn.services.summary_model is None


def entries_of(turn: Turn) -> list[history.Entry]:
    """Return the turn's history entries, every call followed by its result."""
    request = turn.request
    asked = request.text or f"[{request.event}]"
    entries: list[history.Entry] = [{"role": "user", "content": asked}]
    for said, asked_for, done_of in turn.rounds:
        entries += _round(said, asked_for, done_of)
    done = [verdict for verdict in turn.verdicts if verdict.command is not None and verdict not in turn.executed]
    calls = [
        {
            "id": f"{request.id[:8]}-{number}",
            "name": "execute-command",
            "arguments": json.dumps({"command": verdict.command}, ensure_ascii=False),
        }
        for number, verdict in enumerate(done, start=1)
    ]
    if calls:
        entries.append({"role": "assistant", "content": None, "toolCalls": calls})
    for call, verdict in zip(calls, done, strict=True):
        entries.append(
            {"role": "tool", "content": _outcome(turn, verdict.ran, verdict.output), "toolCallId": call["id"]}
        )
    entries.append({"role": "assistant", "content": turn.message})
    return entries


def _round(said: Completion, calls: tuple[ToolCall, ...], done: tuple[Called, ...]) -> list[history.Entry]:
    """Return the entries of tool calls that a model made in one answer, and of their results.

    What its provider wants back word for word stands with them.
    """
    made = [
        {"id": call.id, "name": called.tool, "arguments": call.arguments}
        for call, called in zip(calls, done, strict=True)
    ]
    answers: list[history.Entry] = [
        {"role": "tool", "content": called.text, "toolCallId": call.id}
        for call, called in zip(calls, done, strict=True)
    ]
    kept = {key: value for key, value in (said.extra or {}).items() if key == "parts"}
    return [{"role": "assistant", "content": said.text or None, "toolCalls": made, **kept}, *answers]


def _outcome(turn: Turn, ran: bool | None, output: str | None) -> str:
    if ran:
        return output or "(no output)"
    if ran is None:
        return "ERROR: the connection broke; nobody knows whether it ran"
    return "(dry run)" if turn.dry else "ERROR: it was not run"
