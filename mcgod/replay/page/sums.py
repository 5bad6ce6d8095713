"""What a page tells of all its turns together, counted as they come. Grows with players and reasons, not with turns."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mcgod.replay.page.series import Series

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.replay.page.turn import Told

_MOST = 300  # players, and reasons: beyond these only the search finds them


@dataclass(slots=True)
class Sums:
    """The counts. ``first`` and ``last`` are when the turns were, as recorded.

    ``kinds`` counts what became of commands in the end, ``reasons`` and
    ``repairs`` what the rules had to say in every attempt.
    """

    turns: int = 0
    failed: int = 0
    first: str = ""
    last: str = ""
    players: dict[str, None] = field(default_factory=dict)
    modes: dict[str, None] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    repairs: Counter[str] = field(default_factory=Counter)
    examples: dict[tuple[str, str], str] = field(default_factory=dict)
    series: dict[str, tuple[Series, Series]] = field(default_factory=dict)

    def add(self, told: Told) -> None:
        """Count one turn."""
        self.failed += told.was["error"] is not None
        if at := str(told.head["at"] or ""):
            self.first, self.last = min(self.first or at, at), max(self.last, at)
        for found, name in ((self.players, told.head["player"]), (self.modes, told.head["mode"])):
            if name and len(found) < _MOST:
                found[str(name)] = None
        self.kinds.update(str(verdict.get("verdict")) for verdict in told.was["verdicts"])
        for verdict in told.verdicts():
            self._verdict(verdict)
        self._spent("the record", told.was)
        for row in told.rows:
            self._spent(row["model"], row["now"])
        self.turns += 1

    def _verdict(self, verdict: Mapping[str, Any]) -> None:
        proposed = str(verdict.get("proposed"))
        if verdict.get("reason"):
            self._count("reason", str(verdict["reason"]), proposed)
        for repair in verdict.get("repairs") or ():
            rewrite = f"{repair.get('before') or '-'} → {repair.get('after')}"
            self._count("repair", str(repair.get("rule")), rewrite)

    def _count(self, kind: str, name: str, example: str) -> None:
        counts = self.reasons if kind == "reason" else self.repairs
        if name in counts or len(counts) < _MOST:
            counts[name] += 1
            self.examples.setdefault((kind, name), example[:200])

    def _spent(self, who: str, side: Mapping[str, Any]) -> None:
        if who not in self.series:
            self.series[who] = (
                Series(f"Thinking time of {who}", "ms", ("thinking",)),
                Series(f"Tokens of {who}", "tokens", ("in", "out")),
            )
        time, tokens = self.series[who]
        time.add(max(side["ms"], 0))
        tokens.add(*(max(side["tokens"][way], 0) for way in ("input", "output")))
