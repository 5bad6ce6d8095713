"""How much of a log was understood. A format that changed shows here first; it must not pass in silence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mcgod.game.loglines.names import split_name

if TYPE_CHECKING:
    from mcgod.game.loglines.roster import Roster

_CLOCK = re.compile(r"\d{1,2}:\d\d:\d\d")
_HEADER_ROOM = 48  # characters in which a header would show its clock


class Stats(NamedTuple):
    """Counts of lines. ``strange`` has a clock but no known header, ``unread`` starts with a known player's name.

    Both stand for lines that a better parser would understand.
    """

    lines: int
    understood: int
    other: int
    continuation: int
    strange: int
    unread: int
    by_type: dict[str, int]


class Tally:
    """Counts lines by type as they are read."""

    def __init__(self) -> None:
        self.by_type: dict[str, int] = {}
        self._strange = 0
        self._unread = 0

    def without_header(self, raw: str) -> None:
        """Look closer at a line that has no known header."""
        self._strange += _CLOCK.search(raw, 0, _HEADER_ROOM) is not None

    def without_event(self, body: str, roster: Roster) -> None:
        """Look closer at the text of a line that gave no event."""
        self._unread += split_name(body, roster)[0] in roster

    def stats(self) -> Stats:
        """Return the counts so far."""
        lines = sum(self.by_type.values())
        other, continuation = self.by_type.get("other", 0), self.by_type.get("continuation", 0)
        return Stats(
            lines, lines - other - continuation, other, continuation, self._strange, self._unread, dict(self.by_type)
        )
