"""The journal as a shell reads it: from a number, a time or the end; filtered; each event as the line it is."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from mcgod.errors import BadUsage, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.bridge.client import Wish
    from mcgod.bridge.port import Events

_AGO = re.compile(r"(\d{1,7})\s*([smhd])\Z")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Since(NamedTuple):
    """Where to begin: after number ``seq``, at ``time`` (as events carry it), or with the ``last`` so many."""

    seq: int = 0
    time: str = ""
    last: int | None = None


def read_since(text: str, now: datetime | None = None) -> Since:
    """Read ``41``, ``last:10``, ``2026-11-30T12:00``, ``15m`` (ago). Raises BadUsage."""
    if text.isdecimal():
        return Since(int(text))
    if text.startswith("last:") and text[5:].isdecimal():
        return Since(last=int(text[5:]))
    if found := _AGO.match(text):
        at = (now or datetime.now(UTC)) - timedelta(**{_UNITS[found[2]]: int(found[1])})
        return Since(time=_moment(at))
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise BadUsage(
            f"{text!r} is no place to begin", hint="a number, last:N, a time, or 15m for minutes ago"
        ) from None
    return Since(time=_moment(at.astimezone(UTC)))


def stream_of(events: Events) -> str:
    """Return the stream that the journal holds. Raises NotFound when there has never been one."""
    stream = events.current()
    if stream is None:
        raise NotFound("no events have been kept yet", hint="mcgod bridge serve")
    return stream


def lines(
    events: Events, stream: str, since: Since, wish: Wish, pattern: re.Pattern[str] | None = None
) -> Iterator[bytes]:
    """Yield the lines of the events that are wanted, oldest first, without line ends."""
    found = (
        line for line in events.read(stream, start_of(events, stream, since)) if _wanted(line, since, wish, pattern)
    )
    if since.last is None:
        yield from found
        return
    from collections import deque  # noqa: PLC0415 - only for last:N

    yield from deque(found, maxlen=since.last)


def start_of(events: Events, stream: str, since: Since) -> int:
    """Return the number after which to read."""
    return events.start_of(stream, since.time) if since.time else since.seq


def _wanted(line: bytes, since: Since, wish: Wish, pattern: re.Pattern[str] | None) -> bool:
    if not (since.time or wish.types or wish.player or pattern):
        return True
    event = json.loads(line)
    if event["time"] < since.time or not wish.takes(event):
        return False
    return pattern is None or pattern.search(str(event.get("text") or "")) is not None


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
