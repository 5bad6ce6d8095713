"""The names that are known to be players, which makes plugin chat formats and feedback lines safe to read.

Learnt from uuid, login and join lines or the reply to ``list``, or given; it
does no reading itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PLAIN = re.compile(r"[.*]?[A-Za-z0-9_]{1,16}")
_LONGEST = 40  # characters; Floodgate's prefix and a Bedrock name stay below


class Roster:
    """Names of players, and their UUIDs where a line told them.

    Case matters: on an offline-mode server ``Steve`` and ``steve`` are two
    players. ``wide`` holds the names beyond plain ones, longest first.
    """

    __slots__ = ("_folded", "_uuids", "wide")

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._uuids: dict[str, str] = {}
        self._folded: dict[str, set[str]] = {}
        self.wide: tuple[str, ...] = ()
        for name in names:
            self.learn(name)

    def learn(self, name: str, uuid: str = "") -> None:
        """Add a player; one that is known keeps the UUID when none is given. Empty and over-long names are dropped."""
        if not name.strip() or len(name) > _LONGEST or "\n" in name:
            return
        if name not in self._uuids:
            self._folded.setdefault(name.lower(), set()).add(name)
            if not _PLAIN.fullmatch(name):
                self.wide = tuple(sorted((*self.wide, name), key=len, reverse=True))
        self._uuids[name] = uuid or self._uuids.get(name, "")

    def forget(self, name: str) -> None:
        """Take out a player who left; one who is not in it is fine."""
        if self._uuids.pop(name, None) is None:
            return
        self.wide = tuple(other for other in self.wide if other != name)
        twins = self._folded[name.lower()]
        twins.discard(name)
        if not twins:
            del self._folded[name.lower()]

    def find(self, name: str) -> str:
        """Return the player's name in its own case; empty when nobody, or more than one, is meant."""
        if name in self._uuids:
            return name
        twins = self._folded.get(name.lower(), ())
        return next(iter(twins)) if len(twins) == 1 else ""

    def uuid(self, name: str) -> str:
        """Return the UUID that the log told of ``name``, exact case, or empty."""
        return self._uuids.get(name, "")

    def __contains__(self, name: object) -> bool:
        return name in self._uuids

    def __iter__(self) -> Iterator[str]:
        return iter(self._uuids)

    def __len__(self) -> int:
        return len(self._uuids)


NOBODY = Roster()
