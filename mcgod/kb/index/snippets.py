"""The passage of a text that answers a query. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.kb.index.text import tokens

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 220  # characters
_READ = 100_000  # characters of a text that are looked at


def snippet(text: str, terms: Sequence[str]) -> str:
    """Return the window of ``text`` that has most of ``terms``, on one line; its beginning when it has none.

    A term that ends in ``*`` stands for all that begin so.
    """
    text = text[:_READ]
    begins = tuple(term[:-1] for term in terms if term.endswith("*"))
    whole = {term for term in terms if not term.endswith("*")}
    hits = [token for token in tokens(text) if token.term in whole or (begins and token.exact.startswith(begins))]
    best, start = 0, 0
    for at, first in enumerate(hits):
        seen = {hit.term for hit in hits[at:] if hit.end - first.start <= WIDTH}
        if len(seen) > best:
            best, start = len(seen), first.start
        if best == len(whole) + len(begins):
            break
    begin = _blank_before(text, max(0, start - 40)) if start > 40 else 0
    words = " ".join(text[begin : begin + WIDTH].split())
    return f"{'… ' if begin else ''}{words}{' …' if begin + WIDTH < len(text) else ''}"


def _blank_before(text: str, at: int) -> int:
    found = max(text.rfind(blank, 0, at + 1) for blank in " \n")
    return found + 1 if at - found < 40 else at
