"""Print the event stream: the past from the journal, the present from the bridge."""

from __future__ import annotations

import json
import re
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.bridge import cursors, opening, past
from mcgod.bridge.client import Wish

from ._output import ReaderGone, clean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.bridge.past import Since

    from ._app import App


class Wanted(NamedTuple):
    """What somebody wants to see: types and player, and a pattern on the text."""

    wish: Wish
    pattern: re.Pattern[str] | None

    @classmethod
    def of(cls, types: Sequence[str], player: str | None, pattern: re.Pattern[str] | None) -> Wanted:
        """Assemble it from options."""
        return cls(Wish(tuple(types), player or ""), pattern)

    @property
    def everything(self) -> bool:
        """Whether nothing is filtered."""
        return not (self.wish.types or self.wish.player or self.pattern)

    def takes(self, event: dict[str, Any]) -> bool:
        """Whether ``event`` is wanted."""
        fits = self.pattern is None or self.pattern.search(str(event.get("text") or "")) is not None
        return fits and self.wish.takes(event)


class Tail:
    """One run of ``events tail``; ``printed`` counts what went out."""

    def __init__(self, app: App, wanted: Wanted, *, as_lines: bool, limit: int | None, cursor: str | None) -> None:
        self._app = app
        self._wanted = wanted
        self._as_lines = as_lines
        self._limit = limit
        self._cursor = cursor
        self.printed = 0

    def run(self, since: Since, *, follow: bool) -> None:
        """Print what there is, and with ``follow`` what comes, until the limit."""
        events = self._app.events
        if follow and events.current() is None:
            self._present(0)
            return
        stream = past.stream_of(events)
        if self._cursor:
            since = past.Since(cursors.load(events.folder, self._cursor, stream) or 0)
        newest = events.newest(stream)
        if self._as_lines and self._wanted.everything and self._limit is None and since.last is None and not since.time:
            self._copy(stream, since.seq)
        else:
            for line in past.lines(events, stream, since, self._wanted.wish, self._wanted.pattern):
                if not self._print(json.loads(line), line):
                    return
        self._app.out.flush()
        if self._cursor:
            cursors.save(events.folder, self._cursor, stream, max(newest, self._last))
        if follow:
            self._present(max(newest, self._last))

    _last = 0

    def _copy(self, stream: str, seq: int) -> None:
        """Copy whole blocks, untouched: nothing is parsed that nobody asked to look into."""
        self._app.out.flush()
        last = b""
        try:
            for block in self._app.events.read_blocks(stream, seq):
                sys.stdout.buffer.write(block)
                last = block
                self.printed += 1
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            raise ReaderGone from None
        if last:
            self._last = json.loads(last[last.rfind(b"\n", 0, -1) + 1 :])["seq"]

    def _present(self, since: int) -> None:
        stream = opening.follow(self._app.config, self._app.paths, since=since, wish=self._wanted.wish)
        for event in stream:
            if self._wanted.takes(event) and not self._print(event):
                return

    def _print(self, event: dict[str, Any], line: bytes | None = None) -> bool:
        """Print one event; False when that was the last one."""
        if self._as_lines:
            text = line.decode() if line else json.dumps(event, ensure_ascii=False, separators=(",", ":"))
            self._app.out.line(text, flush=line is None)
        else:
            self._app.out.line(clean(line_of(event)), flush=line is None)
        self.printed += 1
        self._last = event["seq"]
        if self._cursor and line is None:
            cursors.save(self._app.events.folder, self._cursor, event["stream"], event["seq"])
        return self._limit is None or self.printed < self._limit


class _TimeIsUp(Exception):
    """Nothing came in time."""


def first_event(app: App, wanted: Wanted, *, since: int | None, timeout: float) -> dict[str, Any] | None:
    """Return the first event that is wanted, after ``since`` or from now on; None after ``timeout`` seconds."""
    deadline = time.monotonic() + timeout

    def idle() -> None:
        if time.monotonic() >= deadline:
            raise _TimeIsUp

    try:
        for event in opening.follow(
            app.config, app.paths, since=since, wish=wanted.wish, idle=idle, patience=min(timeout, 1.0)
        ):
            if wanted.takes(event):
                return event
            idle()
    except _TimeIsUp:
        return None
    return None


def line_of(event: dict[str, Any]) -> str:
    """Return an event as a person reads it: local time, type, who, what."""
    moment = str(event.get("time", ""))
    who = str(event.get("player") or "")
    text = str(event.get("text") or "").replace("\n", " ")
    return f"{event.get('seq', ''):>6}  {moment[11:19]}  {event['type']:<16} {who:<16} {text}".rstrip()
