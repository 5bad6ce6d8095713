"""A session's history as text: for a terminal, and as Markdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._moments import local

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.store.session import Session


def plain(session: Session) -> str:
    """Return the session as a person reads it in a terminal."""
    head = f"{session.token}  {session.title}  (last used {local(session.updated_at)})"
    lines = [f"{who}: {text}" if who else f"    {text}" for who, text in _lines(session)]
    return "\n".join([head, "", *(lines or ["nothing was said yet"])])


def markdown(session: Session) -> str:
    """Return the session as a Markdown document."""
    body = [f"**{who}:** {text}" if who else f"    {text}" for who, text in _lines(session)]
    head = [f"# {session.title}", "", f"`{session.token}`, last used {local(session.updated_at)}", ""]
    return "\n".join([*head, *(line for entry in body for line in (entry, ""))]).rstrip()


def _lines(session: Session) -> Iterator[tuple[str, str]]:
    """Yield who spoke and what; commands with their replies come with nobody."""
    entries = max(session.histories.values(), key=len, default=[])
    replies = {
        entry.get("toolCallId"): str(entry.get("content") or "") for entry in entries if entry.get("role") == "tool"
    }
    for entry in entries:
        text = _text(entry)
        if entry.get("role") in ("user", "assistant") and text:
            yield ((session.player or "You") if entry["role"] == "user" else "God"), text
        for call in entry.get("toolCalls") or ():
            yield "", f"{_command(call)}  ->  {replies.get(call.get('id'), '')}"


def _text(entry: dict[str, Any]) -> str:
    """Return an entry's text; a history of the vertex kind has it in parts."""
    if isinstance(entry.get("content"), str):
        return str(entry["content"])
    parts = entry.get("parts") or ()
    return "\n".join(part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))


def _command(call: dict[str, Any]) -> str:
    try:
        return str(json.loads(call["arguments"])["command"])
    except (KeyError, TypeError, ValueError):
        return f"{call.get('name')}({call.get('arguments')})"
