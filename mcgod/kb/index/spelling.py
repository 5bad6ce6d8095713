"""Words that the index does not have: what was probably meant. Pure, but for a look into the vocabulary."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_MOST = 20_000  # words of one initial that are looked at


def meant(db: sqlite3.Connection, word: str) -> str | None:
    """Return the word of the vocabulary that is nearest to ``word``, None if none is near.

    Of two that are as near the longer one counts, since the shorter may be
    the other's stem, then the one that more entries have. One slip is
    forgiven in five letters and more, two in eight and more; the first letter
    has to be right, or be one of the first two.
    """
    allowed = 0 if len(word) < 5 else 1 if len(word) < 8 else 2
    if not allowed or not word.isalpha():
        return None
    best: tuple[int, int, int, str] | None = None
    for initial in dict.fromkeys(word[:2]):
        rows = db.execute(
            "SELECT term, doc FROM vocabulary WHERE term >= ? AND term < ? LIMIT ?",
            (initial, initial + "\U0010ffff", _MOST),
        )
        for term, entries in rows:
            if abs(len(term) - len(word)) <= allowed and term.isalpha():
                slips = distance(word, term, allowed)
                found = slips, -len(term), -entries, term
                if slips <= allowed and (best is None or found < best):
                    best = found
    return best[3] if best else None


def distance(one: str, other: str, most: int) -> int:
    """Count the slips between two words: a letter more, less, wrong, or two exchanged. Above ``most`` any number."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        older, before, row = before, row, [at]
        for to, its in enumerate(other, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != its))
            if at > 1 and to > 1 and letter == other[to - 2] and one[at - 2] == its:
                cost = min(cost, older[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]
