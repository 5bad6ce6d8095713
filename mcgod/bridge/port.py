"""The ports of the event bus: events to read, and the journal that a bridge writes. ``opening`` chooses the adapter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path


class Events(Protocol):
    """The events of one server, as they are kept. Lines are JSON without line ends. Every method may raise StoreFailed.

    ``folder`` is where a home keeps what belongs to its events, such as cursors.
    """

    folder: Path

    def current(self) -> str | None:
        """Return the name of the stream that is being written, or None when there has never been one."""
        ...

    def newest(self, stream: str) -> int:
        """Return the number of the newest event, 0 when there is none."""
        ...

    def read(self, stream: str, since: int = 0) -> Iterator[bytes]:
        """Yield the lines of the events after ``since``, oldest first; never a half one."""
        ...

    def read_blocks(self, stream: str, since: int = 0) -> Iterator[bytes]:
        """Yield the same as ``read`` in blocks of whole lines, each with its line end: for copying."""
        ...

    def start_of(self, stream: str, time: str) -> int:
        """Return a number after which to read for all that happened since ``time``; a few earlier may come along."""
        ...


class Journal(Protocol):
    """What a bridge writes: numbered events, durable before anybody hears of them.

    ``first`` and ``last`` are the numbers of what is kept, ``log`` the
    position in the server's log that it reaches to, ``events`` reads it.
    """

    stream: str
    first: int
    last: int
    log: Any

    @property
    def events(self) -> Events:
        """What was written, to read."""
        ...

    def append(self, events: Sequence[Mapping[str, Any]], log: Any = None) -> list[bytes]:
        """Write ``events`` as one batch, numbered; return their lines. Raises StoreFailed, and nothing was kept."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


class Line(Protocol):
    """A way to the bridge of one server. Not for several threads at once."""

    def __enter__(self) -> Self:
        """Return the line itself."""
        ...

    def __exit__(self, *_: object) -> None:
        """Hang up."""
        ...

    def call(self, method: str, **params: Any) -> Any:
        """Call ``method`` and return its result. Raises the bridge's own error, or BridgeDown."""
        ...

    def close(self) -> None:
        """Hang up."""
        ...
