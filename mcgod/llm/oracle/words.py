"""English words as the oracle takes them: tokens, numbers, singulars, and words a letter away from known ones.

Pure. It knows nothing of the game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.grammar.naming.edits import one_edit
from mcgod.grammar.naming.plurals import singular

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Word = str | int

_TOKEN = re.compile(r"[^\W_]+|[,.;:!?\n]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_TIMES = re.compile(r"x?(\d{1,12})(k|x)?")
_ORDER = (
    "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|"
    "eighteen|nineteen|twenty"
)
_UNITS = {word: value for value, word in enumerate(_ORDER.split("|"), 1)} | {
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "couple": 2,
    "few": 3,
    "several": 5,
}
_TIMES_WORDS = {"dozen": 12, "stack": 64, "hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 10**9}
_MOST = 10**12
ARTICLES = frozenset({"a", "an"})


def terms(row: str, mark: str = " ") -> frozenset[str]:
    """Return the words, or the phrases between ``mark``, of a table's row."""
    return frozenset(row.split(mark))


def tokens(text: str) -> list[str]:
    """Return the words and punctuation marks of ``text`` in lower case; apostrophes fall out (``dont``)."""
    plain = text.casefold().replace("minecraft:", "").replace("_", " ")
    plain = re.sub(r"['’`´]", "", _THOUSANDS.sub("", plain))
    return _TOKEN.findall(plain)


def counted(words: Sequence[str]) -> list[Word]:
    """Replace each run of number words by its value: ``two stacks`` by 128, ``half a dozen`` by 6."""
    out: list[Word] = []
    at = 0
    while at < len(words):
        value, used = _number(words[at : at + 5])
        if used:
            out.append(value)
            at += used
        else:
            out.append(words[at])
            at += 1
    return out


def _number(words: Sequence[str]) -> tuple[int, int]:
    """Read a number at the start of ``words``: its value, and how many words it takes (0: it is none)."""
    total, used, sure = 0.0, 0, False
    for offset, word in enumerate(words):
        digits = _TIMES.fullmatch(word)
        times = _TIMES_WORDS.get(singular(word))
        if digits:
            if sure:
                break
            total, sure = int(digits[1]) * (1000 if digits[2] == "k" else 1), True
        elif word in _UNITS:
            total, sure = total + _UNITS[word], True
        elif times:
            total, sure = (total or 1) * times, True
        elif word == "half" and not used:
            total = 0.5
        elif word not in ARTICLES or sure:
            break
        used = offset + 1
    return (int(min(total, _MOST)), used) if sure else (0, 0)


def near(word: str, known: Iterable[str]) -> str | None:
    """Return the only word of ``known`` that is one edit from ``word`` and starts alike; None when unsure."""
    found = {other for other in known if other[:1] == word[:1] and abs(len(other) - len(word)) <= 1}
    close = [other for other in found if other == word or one_edit(word, other)]
    return close[0] if len(close) == 1 else None
