"""Going on with a session under another provider, and mending a history that no provider would take. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.store import history

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.store.history import Entry
    from mcgod.store.session import Session

Turn = list["Entry"]


def carry_on(session: Session, name: str) -> int:
    """Give the history ``name`` the turns that another one has and it has not; return how many.

    The other is the session's latest. Nothing that ``name`` has is lost.
    """
    source = session.latest
    if source == name:
        return 0
    own = history.turns(session.entries(name))
    known = {_key(turn) for turn in own}
    new = [turn for turn in _said(session.entries(source)) if _key(turn) not in known]
    if new:
        session.set_entries(name, [entry for turn in (*own, *new) for entry in turn])
    return len(new)


def repair(entries: Sequence[Entry]) -> tuple[list[Entry], int]:
    """Return ``entries`` as every provider takes them, and how many were dropped or changed.

    Calls get ids that no other has, calls without results and results
    without calls go, and so does a prayer that stands twice since it failed
    the first time.
    """
    numbered = _numbered(entries)
    kept: list[Entry] = []
    turns = history.turns(history.paired(numbered))
    for number, turn in enumerate(turns):
        following = turns[number + 1] if number + 1 < len(turns) else None
        alone = len(turn) == 1 and turn[0].get("role") == "user"
        if not (alone and following and following[0].get("content") == turn[0].get("content")):
            kept += turn
    untouched = {id(entry) for entry in entries} & {id(entry) for entry in kept}
    return kept, len(entries) - len(untouched)


def _numbered(entries: Sequence[Entry]) -> list[Entry]:
    """Give every call an id of its own; results follow their calls in order."""
    taken: set[str] = set()
    waiting: list[tuple[Any, str]] = []  # the id that a call had, and the one that it has now
    whole: list[Entry] = []
    for number, entry in enumerate(entries):
        if calls := entry.get("toolCalls"):
            waiting = []
            named = []
            for at, call in enumerate(calls):
                old = call.get("id")
                new = old if isinstance(old, str) and old and old not in taken else f"r{number}-{at}"
                taken.add(new)
                waiting.append((old, new))
                named.append({**call, "id": new})
            whole.append(_with(entry, "toolCalls", named))
        elif entry.get("role") == "tool":
            match = next((pair for pair in waiting if pair[0] == entry.get("toolCallId")), None)
            if match:
                waiting.remove(match)
            whole.append(_with(entry, "toolCallId", match[1] if match else None))
        else:
            waiting = []  # only what follows a call at once is its result
            whole.append(entry)
    return whole


def _with(entry: Entry, key: str, value: Any) -> Entry:
    """Return ``entry`` with the value, itself where it has it already."""
    return entry if entry.get(key) == value else {**entry, key: value}


def _said(entries: Sequence[Entry]) -> list[Turn]:
    """Return the turns in which somebody said something."""
    return [turn for turn in history.turns(entries) if turn[0].get("role") == "user"]


def _key(turn: Turn) -> tuple[str, str]:
    """Return what makes two turns the same: the prayer, and the last that was said to it."""
    spoken = [str(entry["content"]) for entry in turn if entry.get("role") == "assistant" and entry.get("content")]
    return str(turn[0].get("content")), spoken[-1] if spoken else ""
