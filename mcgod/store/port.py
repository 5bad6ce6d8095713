"""The ``Store`` port: sessions by owner. Adapters: files (``store.files``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mcgod.jsonl import Lines
    from mcgod.store.session import Session


class Deed(NamedTuple):
    """One turn, as allowances see it: when (epoch seconds), how many commands ran, and for which event, if any."""

    at: float
    commands: int
    event: str | None = None


class Store(Protocol):
    """Where sessions live. Every method may raise StoreFailed or Busy.

    An owner is a player's UUID where it is known, else the player's name,
    else ``cli``.
    """

    def owners(self) -> list[str]:
        """Return every owner that has a session, in alphabetical order."""
        ...

    def sessions(self, owner: str) -> list[Session]:
        """Return the owner's sessions, the last used first."""
        ...

    def active(self, owner: str) -> Session | None:
        """Return the session that the owner's next prayer belongs to, or None."""
        ...

    def find(self, owner: str, reference: str) -> Session:
        """Return the session that answers to ``reference``. Raises NotFound."""
        ...

    def start(self, owner: str, *, mode: str = "god", player: str | None = None, title: str | None = None) -> Session:
        """Create a session and make it the owner's active one."""
        ...

    def activate(self, owner: str, session_id: str) -> Session:
        """Make a session the active one, re-opening it when it was closed. Raises NotFound."""
        ...

    def close(self, owner: str, session_id: str) -> Session:
        """Mark a session closed; if it was active the owner has none afterwards. Raises NotFound."""
        ...

    def update(self, owner: str, session_id: str, change: Callable[[Session], None]) -> Session:
        """Read, change and write a session under its lock, and return it. Raises NotFound.

        ``change`` must be quick: others wait for it.
        """
        ...

    def remove(self, owner: str, session_id: str) -> None:
        """Delete a session with its turns; the last used of the rest becomes active. Raises NotFound."""
        ...

    def deeds(self, owner: str) -> list[Deed]:
        """Return what was done for the owner of late, oldest first: for cooldowns and budgets."""
        ...

    def note_deed(self, owner: str, deed: Deed) -> None:
        """Remember that something was done for the owner."""
        ...

    def append_turns(self, owner: str, session_id: str, records: Iterable[dict[str, Any]]) -> None:
        """Append stage records to the session's turn log, each durable before this returns."""
        ...

    def turns(self, owner: str, session_id: str) -> Lines:
        """Return the turn log, oldest first, with the count of lines that did not parse."""
        ...
