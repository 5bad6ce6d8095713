"""The parts of a long text that a question is about: cut into chunks, scored by BM25. Pure."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import NamedTuple

SHORT = 3500  # characters that are shown whole
_SIZE = 1200  # characters of a chunk
_BEST = 3
MOST = 14_000  # characters of a tool's whole output
# The usual constants. Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond".
_K, _B = 1.2, 0.75
_WORD = re.compile(r"\w{2,40}")


class Chunk(NamedTuple):
    """A part of a text: number ``part``, from 1, of ``of``."""

    part: int
    of: int
    text: str

    def to_json(self) -> dict[str, object]:
        """Return ``{"part":2,"of":9,"text":"..."}``."""
        return {"part": self.part, "of": self.of, "text": self.text}


def choose(text: str, query: str = "") -> list[Chunk]:
    """Return the whole of a short text; of a long one the three chunks that fit ``query`` best, in their order.

    Without a query, and when nothing fits it, these are the first three.
    """
    if len(text) <= SHORT:
        return [Chunk(1, 1, text)]
    parts = split(text)
    scores = _scores([words(part) for part in parts], words(query))
    best = sorted(range(len(parts)), key=lambda number: (-scores[number], number))[:_BEST]
    return [Chunk(number + 1, len(parts), parts[number]) for number in sorted(best)]


def shown(chosen: list[Chunk], query: str = "") -> str:
    """Return chunks as text that says where each stands, and what is left out."""
    if len(chosen) == 1 and chosen[0].of == 1:
        return chosen[0].text
    about = f" on {query!r}" if query else ""
    head = f"({len(chosen)} of {chosen[0].of} parts{about}; name a query for others)"
    return "\n\n".join([head, *(f"[part {chunk.part} of {chunk.of}]\n{chunk.text}" for chunk in chosen)])


def split(text: str) -> list[str]:
    """Cut ``text`` into chunks of about 1,200 characters, between paragraphs where that goes."""
    parts, held = list[str](), ""
    for paragraph in re.split(r"\n\s*\n", text):
        for piece in _pieces(paragraph.strip("\n")):
            if held and len(held) + len(piece) > _SIZE:
                parts.append(held)
                held = ""
            held = f"{held}\n\n{piece}" if held else piece
    return [*parts, held] if held else parts


def words(text: str) -> list[str]:
    """Return the words of ``text`` for comparison, without the -s of plurals."""
    found = (word.casefold() for word in _WORD.findall(text))
    return [word.removesuffix("s") if len(word) > 3 else word for word in found]


def cut(text: str, most: int = MOST) -> str:
    """Cut ``text`` to ``most`` characters, its mark included."""
    mark = f"\n… [cut: {len(text)} characters, at most {most} are shown]"
    return text if len(text) <= most else text[: most - len(mark)] + mark


def _pieces(paragraph: str) -> list[str]:
    """Cut a paragraph that is longer than a chunk: at a line's end, a sentence's, a blank, or anywhere."""
    pieces = []
    while len(paragraph) > _SIZE:
        head = paragraph[:_SIZE]
        at = next((found + 1 for mark in ("\n", ". ", " ") if (found := head.rfind(mark)) > _SIZE // 2), _SIZE)
        pieces.append(paragraph[:at].rstrip())
        paragraph = paragraph[at:].lstrip()
    return [*pieces, paragraph] if paragraph else pieces


def _scores(parts: list[list[str]], query: list[str]) -> list[float]:
    """Score each part against ``query``."""
    counts = [Counter(part) for part in parts]
    average = sum(map(len, parts)) / len(parts) or 1.0
    scores = [0.0] * len(parts)
    for word in set(query):
        having = sum(word in count for count in counts)
        rare = math.log(1 + (len(parts) - having + 0.5) / (having + 0.5))
        for number, count in enumerate(counts):
            often = count[word]
            scores[number] += rare * often * (_K + 1) / (often + _K * (1 - _B + _B * len(parts[number]) / average))
    return scores
