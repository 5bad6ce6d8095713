"""What every store of sessions does alike: ids, their order, deeds. Pure but for the dice."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from mcgod.errors import StoreFailed
from mcgod.store.port import Deed

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from mcgod.store.session import Session

_ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789"
_TRIES = 256


def is_id(text: str) -> bool:
    """Whether ``text`` is a session's id: 4 lower-case letters and digits."""
    return len(text) == 4 and all(char in _ALPHABET for char in text)


def id_in(reference: str) -> str:
    """Return the id in an id, a token, or anything that starts with ``<id>-``."""
    return reference.lower().split("-", 1)[0]


def free_id(taken: Container[str], where: str) -> str:
    """Return an id that is not ``taken``. Raises StoreFailed when there is none to be found."""
    for _ in range(_TRIES):
        candidate = "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in os.urandom(4))
        if candidate not in taken:
            return candidate
    raise StoreFailed(f"no free session id in {where}", hint="mcgod session remove")


def last_used_first(sessions: Iterable[Session]) -> list[Session]:
    """Return the sessions in the order in which they are listed."""
    return sorted(sessions, key=lambda session: (session.updated_at, session.created_at, session.id), reverse=True)


def last_open(sessions: Iterable[Session]) -> Session | None:
    """Return the first of the listed sessions that is not closed."""
    return next((session for session in sessions if session.closed_at is None), None)


def deeds_of(lines: Iterable[dict[str, Any]]) -> list[Deed]:
    """Return the deeds that stored lines tell; what is not understood is left out."""
    return [
        Deed(line["at"], line["commands"], line.get("event"))
        for line in lines
        if isinstance(line.get("at"), int | float) and isinstance(line.get("commands"), int)
    ]


def deeds_to_keep(lines: list[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    """Return the newest lines, and all first logins: those are never forgotten."""
    return [line for line in lines[:-most] if line.get("event") == "first_login"] + lines[-most:]
