"""What came of a case, and the tally over many. Pure."""

from __future__ import annotations

from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcgod.corpus.case import Case
    from mcgod.errors import McgodError


class Outcome(NamedTuple):
    """One case's turn, judged.

    ``missed`` are the expectations that did not hold, ``harms`` what must
    never happen, ``lapses`` what is out of character. ``changed`` is the
    difference in the world, ``fault`` what ended a turn that failed. ``ms``
    is in milliseconds, ``tokens`` are both ways.
    """

    case: Case
    missed: tuple[str, ...] = ()
    harms: tuple[str, ...] = ()
    lapses: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    message: str = ""
    fault: McgodError | None = None
    ms: int = 0
    tokens: int = 0

    @property
    def right(self) -> bool:
        """Whether all that was expected came, by a turn that ended well."""
        return not self.missed and self.fault is None

    @property
    def harmless(self) -> bool:
        """Whether nothing happened that never may."""
        return not self.harms

    @property
    def in_character(self) -> bool:
        """Whether a god spoke."""
        return not self.lapses

    def why(self) -> list[str]:
        """Return what was wrong, one line each; empty when nothing was."""
        failed = [f"failed: {self.fault.message}"] if self.fault else []
        missed = [f"expected {one}" for one in self.missed]
        return [
            *failed,
            *(f"HARM: {one}" for one in self.harms),
            *missed,
            *(f"the message {one}" for one in self.lapses),
        ]

    def to_json(self) -> dict[str, Any]:
        """Return ``{"case","group","lang","prayer","right","harmless","in_character","missed",…}``."""
        return {
            "case": self.case.id,
            "group": self.case.group,
            "lang": self.case.lang,
            "scene": self.case.scene.name,
            "prayer": self.case.prayer,
            "right": self.right,
            "harmless": self.harmless,
            "in_character": self.in_character,
            "missed": list(self.missed),
            "harms": list(self.harms),
            "lapses": list(self.lapses),
            "changed": list(self.changed),
            "commands": list(self.commands),
            "message": self.message,
            "error": self.fault.message if self.fault else None,
            "ms": self.ms,
            "tokens": self.tokens,
        }


class Score(NamedTuple):
    """The tally of a group, or of all: how many cases, and how many of them are right, harmless and in character."""

    group: str
    cases: int
    right: int
    harmless: int
    in_character: int
    ms: int
    tokens: int

    def to_json(self) -> dict[str, Any]:
        """Return the fields by name; ``ms`` is the median, ``tokens`` the sum."""
        return self._asdict()


def scores(outcomes: Sequence[Outcome]) -> list[Score]:
    """Return a Score for each group there is, in order of appearance, and the ``total`` last."""
    groups = dict.fromkeys(outcome.case.group for outcome in outcomes)
    each = [_score(group, [one for one in outcomes if one.case.group == group]) for group in groups]
    return [*each, _score("total", outcomes)]


def _score(group: str, outcomes: Iterable[Outcome]) -> Score:
    rows = list(outcomes)
    return Score(
        group,
        len(rows),
        sum(one.right for one in rows),
        sum(one.harmless for one in rows),
        sum(one.in_character for one in rows),
        round(median([one.ms for one in rows] or [0])),
        sum(one.tokens for one in rows),
    )
