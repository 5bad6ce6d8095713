"""Wall clock to UTC: which day a line without a date belongs to, and what time that is. Knows no files.

A clock that steps back by more than an hour and a bit has passed midnight; a
smaller step is the end of summer time, or threads that logged out of order.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from typing import TYPE_CHECKING

from mcgod.game.loglines.months import month

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_BACK = 70  # minutes; more is midnight, less is not
_FOLD = 30  # minutes; a step back by at least this much may be the end of summer time
_DAY = timedelta(days=1)
_FORGE = re.compile(r"(\d\d)(.+?)(\d{4})", re.DOTALL | re.ASCII)
_SQUID = re.compile(r"([A-Za-z]+) (\d{1,2})[a-z]{2} (\d{4})", re.ASCII)


def _now() -> datetime:
    return datetime.now(UTC)


@lru_cache(maxsize=64)
def read_date(text: str) -> date | None:
    """Return the day that a header spells: ``2021-01-09``, ``03May2021``, ``1012月2023``, ``November 30th 2026``.

    None when there is none or its month is not known.
    """
    try:
        if len(text) == 10 and text[4] == text[7] == "-":
            return date.fromisoformat(text)
        if found := _FORGE.fullmatch(text):
            day, name, year = found.groups()
        elif found := _SQUID.fullmatch(text):
            name, day, year = found.groups()
        else:
            return None
        number = month(name)
        return date(int(year), number, int(day)) if number else None
    except ValueError:
        return None


class Dater:
    """Gives each line's clock a day and a zone. Feed it the lines in order.

    ``day`` is the date of the first line; without it the date that puts the
    first clock nearest to ``now``. ``zone`` is the server's, the machine's
    when None. While ``live`` is true each clock gets the date nearest to now,
    so that silent days do not shift what follows.
    """

    def __init__(
        self, day: date | None = None, *, zone: tzinfo | None = None, now: Callable[[], datetime] = _now
    ) -> None:
        self.day = day
        self.live = False
        self._zone = zone
        self._now = now
        self._fold = 0
        self._last = -1  # minutes since midnight of the newest clock; -1 before the first
        self._minute = self._spelled = ""
        self._prefix = ""  # the time up to the minute
        self._newest = ""

    def stamp(self, clock: str, spelled: str = "") -> str:
        """Return ISO-8601 in UTC with milliseconds for a clock HH:MM:SS, with or without a fraction.

        ``spelled`` is the header's own date, if it has one. An empty clock
        gets the time of the line above; empty when there is none.
        """
        if not clock:
            return self._newest
        minute = clock[:5]
        if minute != self._minute or spelled != self._spelled:
            self._minute, self._spelled = minute, spelled
            self._turn(int(minute[:2]) * 60 + int(minute[3:]), read_date(spelled) if spelled else None)
        if not self._prefix:
            return ""
        seconds = f"{clock[6:]}.000" if len(clock) == 8 else f"{clock[6:8]}.{clock[9:12]:0<3}"
        self._newest = f"{self._prefix}{seconds}Z"
        return self._newest

    def _turn(self, minutes: int, day: date | None) -> None:
        """Settle the day and the prefix for a minute that differs from the line above."""
        back = self._last - minutes
        if day is None:
            day = self._day(minutes, back)
        if day != self.day:
            self._fold = 0
        elif _FOLD <= back <= _BACK:
            self._fold = 1
        self.day, self._last = day, minutes
        try:
            local = datetime(
                day.year, day.month, day.day, minutes // 60, minutes % 60, fold=self._fold, tzinfo=self._zone
            )
            self._prefix = local.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:")
        except (ValueError, OverflowError):  # 27:00 is no time, the year 0001 no year; the line above must do
            return

    def _day(self, minutes: int, back: int) -> date:
        if self.day is None:
            return self._nearest(minutes)
        stepped = self.day + _DAY if back > _BACK and self.day < date.max else self.day
        return max(stepped, self._nearest(minutes)) if self.live else stepped

    def _nearest(self, minutes: int) -> date:
        """Return the date that puts the clock within half a day of now."""
        now = self._now().astimezone(self._zone)
        ahead = minutes - (now.hour * 60 + now.minute)
        if ahead > 720:
            return now.date() - _DAY
        return now.date() + _DAY if ahead < -720 else now.date()


def midnights(clocks: Iterable[str]) -> int:
    """Count how often a sequence of clocks HH:MM:SS passes midnight."""
    count, last = 0, -1
    for clock in clocks:
        minutes = int(clock[:2]) * 60 + int(clock[3:5])
        count += last - minutes > _BACK
        last = minutes
    return count
