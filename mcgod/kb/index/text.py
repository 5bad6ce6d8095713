"""From text to terms: words without accents, English ones by their stem, scripts without blanks in pairs. Pure.

The same is done to what is indexed and to what is asked, so that the two
meet. Terms hold nothing that the store's own syntax could take for its own.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_WORD = re.compile(r"[^\W_]+")
# Scripts that put no blanks between words: Thai, Lao, Khmer, Burmese, kana, CJK ideographs.
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_ASCII = re.compile(r"[a-z]+\Z")
_LONGEST = 40  # characters of a term; what is longer is no word

# What a question has around what it is about. Kept in a query that has nothing else.
_STOPPED = (
    "a about an and are as at be been but by can could did do does for from get got had has have how i in into is it "
    "its me my of on or our please so some tell than that the their them then there these they this to us was we were "
    "what when where which who why will with would you your"
)
STOP_WORDS = frozenset(_STOPPED.split())


class Token(NamedTuple):
    """A word of a text: its ``term``, how it was written (``exact``), and where it stands, in characters."""

    term: str
    exact: str
    start: int
    end: int


def tokens(text: str) -> Iterator[Token]:
    """Yield the words of ``text`` in order; what has no blanks comes in overlapping pairs."""
    for found in _WORD.finditer(text):
        word = found[0]
        if len(word) > _LONGEST:
            continue
        if not word.isascii() and _UNSPACED.search(word):
            yield from _pairs(word, found.start())
            continue
        exact = plain(word)
        yield Token(stem(exact), exact, found.start(), found.end())


def plain(word: str) -> str:
    """Return ``word`` in lower case and without accents."""
    if word.isascii():
        return word.lower()
    spread = unicodedata.normalize("NFKD", word.casefold())
    return unicodedata.normalize("NFC", "".join(char for char in spread if not unicodedata.combining(char)))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """Return the stem of an English word; others stay as they are."""
    return _stemmer()(word) if len(word) > 2 and _ASCII.match(word) else word


@cache
def _stemmer() -> Callable[[str], str]:
    from snowballstemmer import stemmer  # noqa: PLC0415 - only what searches pays for it

    stem_word: Callable[[str], str] = stemmer("english").stemWord
    return stem_word


def _pairs(word: str, start: int) -> Iterator[Token]:
    """Yield pairs of a run without blanks, and the words around it."""
    at = 0
    for run in _UNSPACED.finditer(word):
        yield from _single(word, at, run.start(), start)
        text, begins = run[0], run.start()
        size = 2 if len(text) > 1 else 1
        for offset in range(len(text) - size + 1):
            pair = plain(text[offset : offset + size])
            yield Token(pair, pair, start + begins + offset, start + begins + offset + size)
        at = run.end()
    yield from _single(word, at, len(word), start)


def _single(word: str, begin: int, end: int, start: int) -> Iterator[Token]:
    if begin < end:
        exact = plain(word[begin:end])
        yield Token(stem(exact), exact, start + begin, start + end)
