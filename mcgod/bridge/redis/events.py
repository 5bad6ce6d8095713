"""The Events port in Redis: one stream a server, whose ids are the events' numbers."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.bridge.client import Wish
from mcgod.bridge.redis import keys

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from mcgod.store.redis.link import Link

_PAGE = 1000  # events that are fetched at once


class RedisEvents:
    """The events of ``server`` behind ``link``. ``folder`` keeps what belongs to this home alone, such as cursors."""

    def __init__(self, link: Link, server: str, folder: Path) -> None:
        self.folder = folder
        self._link = link
        self._server = server

    def current(self) -> str | None:
        """Return the name of the stream that is being written, or None when there has never been one."""
        named = self._link.ask(lambda redis: redis.hget(keys.bus(self._server), "stream"))
        return named.decode() if named else None

    def newest(self, stream: str) -> int:
        """Return the number of the newest event, 0 when there is none."""
        found = self._link.ask(lambda redis: redis.xrevrange(self._key(stream), count=1))
        return number_of(found[0][0]) if found else 0

    def read(self, stream: str, since: int = 0) -> Iterator[bytes]:
        """Yield the lines of the events after ``since``, oldest first."""
        for page in self._pages(stream, since):
            yield from (fields[b"e"] for _, fields in page)

    def read_blocks(self, stream: str, since: int = 0) -> Iterator[bytes]:
        """Yield the same in blocks of whole lines, each with its line end."""
        for page in self._pages(stream, since):
            yield b"".join(fields[b"e"] + b"\n" for _, fields in page)

    def start_of(self, stream: str, time: str) -> int:
        """Return the number of the last event before ``time``."""
        low, high = 0, self.newest(stream)
        while low < high:  # event ``low`` is before, event ``high + 1`` is not
            middle = (low + high + 1) // 2
            found = self._page(stream, middle - 1, 1)
            if found and json.loads(found[0][1][b"e"])["time"] < time:
                low = max(middle, number_of(found[0][0]))
            else:
                high = middle - 1
        return low

    def follow(
        self,
        *,
        since: int | None,
        wish: Wish = Wish(),  # noqa: B008 - a tuple
        idle: Callable[[], None] = lambda: None,
        patience: float = 1.0,
    ) -> Generator[dict[str, Any], None, None]:
        """Yield events after ``since`` (None: from now on) for ever, each once.

        ``idle`` is called every ``patience`` seconds that nothing happens; what it raises ends the stream.
        """
        while (stream := self.current()) is None:
            self._link.pause(patience)
            idle()
        cursor = self.newest(stream) if since is None else since
        while True:
            page = self._waited(stream, cursor, patience)
            for entry, fields in page:
                cursor = number_of(entry)
                event = json.loads(fields[b"e"])
                if wish.takes(event):
                    yield event
            if not page:
                idle()

    def _waited(self, stream: str, cursor: int, seconds: float) -> list[tuple[bytes, dict[bytes, bytes]]]:
        block = max(1, int(min(seconds, 2.0) * 1000))
        key = self._key(stream)
        found = self._link.ask(lambda redis: redis.xread({key: f"{cursor}-0"}, count=_PAGE, block=block))
        return entries_in(found)

    def _pages(self, stream: str, since: int) -> Iterator[list[tuple[bytes, dict[bytes, bytes]]]]:
        while page := self._page(stream, since, _PAGE):
            yield page
            since = number_of(page[-1][0])

    def _page(self, stream: str, since: int, count: int) -> list[tuple[bytes, dict[bytes, bytes]]]:
        key = self._key(stream)
        found: list[tuple[bytes, dict[bytes, bytes]]] = self._link.ask(
            lambda redis: redis.xrange(key, min=f"{since + 1}-0", count=count)
        )
        return found

    def _key(self, stream: str) -> str:
        return keys.events(self._server, stream)


def number_of(entry: bytes) -> int:
    """Return the event's number in an entry's id."""
    return int(entry.partition(b"-")[0])


def entries_in(found: list[Any]) -> list[tuple[bytes, dict[bytes, bytes]]]:
    """Return the entries that a read of one stream told, none where it told nothing in time."""
    return list(found[0][1]) if found else []


def make_group(redis: Any, key: str, group: str) -> None:
    """Let ``group`` read the stream ``key`` from its beginning, unless it does already."""
    try:
        redis.xgroup_create(key, group, id="0", mkstream=True)
    except Exception as error:
        if not str(error).startswith("BUSYGROUP"):
            raise
