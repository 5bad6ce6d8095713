"""A session's history as text: for a terminal, and as Markdown."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._moments import local

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.store.session import Session


MOST = 300  # entries of a history


def plain(session: Session) -> str:
    """Return the session as a person reads it in a terminal."""
    lines = [f"{who}: {text}" if who else f"    {text}" for who, text in _lines(session)]
    return "\n".join([_head(session), "", *(lines or ["nothing was said yet"])])


def history(session: Session) -> str:
    """Return what was said of late, without what was done."""
    said = spoken(session)
    lines = [f"{who}: {text}" for who, text in said]
    return "\n".join([_head(session), "", *(lines or ["nothing was said yet"])])


def spoken(session: Session) -> list[tuple[str, str]]:
    """Return the last MOST entries in which somebody spoke: who, and what."""
    return [(who, text) for who, text in _lines(session) if who][-MOST:]


def markdown(session: Session, *, said: bool = False) -> str:
    """Return the session as a Markdown document, or only what was ``said`` of late."""
    lines = spoken(session) if said else _lines(session)
    body = [f"**{who}:** {text}" if who else f"    {text}" for who, text in lines]
    head = [f"# {session.title}", "", f"`{session.token}`, last used {local(session.updated_at)}", ""]
    return "\n".join([*head, *(line for entry in body for line in (entry, ""))]).rstrip()


def _head(session: Session) -> str:
    return f"{session.token}  {session.title}  (last used {local(session.updated_at)})"


def _lines(session: Session) -> Iterator[tuple[str, str]]:
    """Yield who spoke and what; commands with their replies come with nobody."""
    entries = session.entries(session.latest)
    replies = {
        entry.get("toolCallId"): str(entry.get("content") or "") for entry in entries if entry.get("role") == "tool"
    }
    for entry in entries:
        text = str(entry.get("content") or "")
        if entry.get("role") in ("user", "assistant") and text:
            yield ((session.player or "You") if entry["role"] == "user" else "God"), text
        for call in entry.get("toolCalls") or ():
            yield "", f"{_command(call)}  ->  {replies.get(call.get('id'), '')}"


def _command(call: dict[str, Any]) -> str:
    try:
        return str(json.loads(call["arguments"])["command"])
    except (KeyError, TypeError, ValueError):
        return f"{call.get('name')}({call.get('arguments')})"
