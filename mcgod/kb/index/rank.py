"""How well an entry answers a query: BM25 over weighted fields, calibrated to 0..1. Pure.

The IDF is Lucene's, ``ln(1 + (N - n + 0.5) / (n + 0.5))``, which stays above
zero for words that most entries have; SQLite's own would lose those. A score
is the part of the best that the query's words could bring, so that it means
the same for every query and every kind of entry, and a query about something
else altogether ends near zero.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

K1, B = 1.2, 0.75
WEIGHTS = (4.0, 3.0, 1.0)  # of a word in the title, the tags, the body
_INEXACT = 0.05  # what a word loses that stands only in another form than it was asked for
_WHOLE = 0.5  # how far towards 1 a title goes that is all that was asked for


class Asked(NamedTuple):
    """A word of a query, and in how many entries it is. ``trust`` below 1: it was guessed."""

    term: str
    exact: str
    entries: int
    prefix: bool = False
    trust: float = 1.0


class Weighed(NamedTuple):
    """An entry's score, and what it is made of."""

    score: float
    parts: tuple[dict[str, Any], ...]
    whole: float


class Scale:
    """Weighs entries against the words of one query; ``number`` entries have ``length`` terms together."""

    def __init__(self, words: Sequence[Asked], number: int, length: int) -> None:
        self._words = [(word, idf(word.entries, number)) for word in words]
        self._best = sum(weight for _, weight in self._words) or 1.0
        self._average = max(1.0, length / max(1, number))

    def weigh(self, columns: Sequence[str], length: int) -> Weighed:
        """Weigh an entry by its terms: the columns title, tags, body and exact."""
        fields = [column.split() for column in columns]
        norm = K1 * (1 - B + B * length / self._average)
        total, parts, titled = 0.0, [], 0
        for word, weight in self._words:
            counts = [_count(field, word) for field in fields[:3]]
            frequency = sum(factor * count for factor, count in zip(WEIGHTS, counts, strict=True))
            if not frequency:
                continue
            titled += bool(counts[0])
            as_asked = word.exact == word.term or word.exact in fields[3]
            part = weight * word.trust * frequency / (frequency + norm)
            part *= 1.0 if as_asked else 1 - _INEXACT
            total += part
            parts.append(
                {
                    "word": word.exact,
                    "idf": round(weight, 3),
                    "title": counts[0],
                    "tags": counts[1],
                    "body": counts[2],
                    "part": round(part / self._best, 4),
                }
            )
        score = total / self._best
        whole = self._whole(fields[0], titled)
        return Weighed(score + (1 - score) * whole, tuple(parts), whole)

    def _whole(self, title: Sequence[str], titled: int) -> float:
        """Return the bonus of a title that has every word asked for, the greater the less it has besides."""
        if not self._words or titled < len(self._words):
            return 0.0
        trust = min(word.trust for word, _ in self._words)
        return _WHOLE * trust * min(1.0, titled / max(1, len(set(title))))


def idf(entries: int, number: int) -> float:
    """Return the weight of a word that ``entries`` of ``number`` have."""
    entries = min(entries, number)
    return math.log(1 + (number - entries + 0.5) / (entries + 0.5))


def lifted(scores: dict[str, float], links: dict[str, Sequence[str]]) -> dict[str, float]:
    """Return what the links among hits add to each: a page is worth more when what it is tied to answers as well."""
    tied: dict[str, set[str]] = {name: set() for name in scores}
    for source, targets in links.items():
        for target in targets:
            if target in scores and source in scores and target != source:
                tied[source].add(target)
                tied[target].add(source)
    return {
        name: (1 - score) * _LIFT * max((scores[other] for other in tied[name]), default=0.0)
        for name, score in scores.items()
    }


_LIFT = 0.1


def _count(field: Sequence[str], word: Asked) -> int:
    return sum(term.startswith(word.term) for term in field) if word.prefix else field.count(word.term)
