"""The ports of what is kept: sessions by owner, requests, assets. ``opening`` chooses the adapter by the settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from threading import Event

    from mcgod.jsonl import Lines
    from mcgod.store.failures import Failure
    from mcgod.store.requests import Running
    from mcgod.store.session import Session

    Asset = dict[str, Any]

T = TypeVar("T")


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
        """Read, change and write a session while nobody else does, and return it. Raises NotFound.

        ``change`` must be quick, and have no effect but on the session: it
        runs anew where others were quicker.
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

    def turn_lines(self, owner: str, session_id: str) -> Iterator[bytes]:
        """Yield the turn log as it lies there, a line at a time with its newline; nothing when there is none."""
        ...

    def place(self, owner: str, session_id: str) -> tuple[str, str]:
        """Return where the session and its turn log lie, for a person to look at: paths, or keys."""
        ...


class Requests(Protocol):
    """The requests that run just now, one an owner, and those that failed and may be tried again.

    Every method may raise StoreFailed.
    """

    def running(
        self, name: str, owner: str, player: str | None, text: str, *, stop: Event | None = None
    ) -> AbstractContextManager[Event]:
        """Let the request ``name`` be seen for the block; the event is set once somebody asks for its end.

        ``stop`` is an event that is there already. Raises Occupied while another
        request of the owner runs.
        """
        ...

    def current(self) -> list[Running]:
        """Return the requests that run now; what a process left behind when it died is removed."""
        ...

    def stop(self, one: Running) -> None:
        """Ask for the end of a request: its model call is hung up, and it runs no further command."""
        ...

    def keep(self, failure: Failure) -> None:
        """Keep a request that failed, for half an hour."""
        ...

    def failed(self, now: float) -> list[Failure]:
        """Return what may be tried again at ``now`` (epoch seconds), the newest first."""
        ...

    def find(self, token: str, now: float) -> Failure:
        """Return the failure of ``token``, in whatever case. Raises NotFound."""
        ...

    def forget(self, token: str) -> None:
        """Remove a failure: it was made good."""
        ...


class AssetShelf(Protocol):
    """Where the records of assets lie, all in one document."""

    def read(self) -> list[Asset]:
        """Return every record, understood or not. Raises StoreFailed, or BadInput for one that does not parse."""
        ...

    def update(self, change: Callable[[list[Asset]], T]) -> T:
        """Let ``change`` change the list while nobody else does, keep it, and return what ``change`` did."""
        ...
