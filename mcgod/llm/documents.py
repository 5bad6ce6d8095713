"""Find the JSON documents in what a model wrote: alone, fenced, inside prose, or broken.

Pure. Strict parsing comes first at every place, so that valid text is never
touched by repair.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.llm.repair import mend

if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"```[ \t]*[A-Za-z0-9_-]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
# A bracket that can open a document, unlike the ones of "[sigh]" or "{player}".
_OPENING = re.compile(r"""\{\s*(?:["'}]|\w+\s*:)|\[\s*(?:["'{\]])""")
_REMAINDER = re.compile(r'"\s*[:,\]}]')
_DECODER = json.JSONDecoder()
_MOST = 32  # documents looked at in one answer


class Found(NamedTuple):
    """A document, ``how`` it was found, and whether it was cut (``whole``: its last string had ended)."""

    value: Any
    how: str
    cut: bool = False
    whole: bool = True


def strict(text: str) -> Found | None:
    """Parse all of ``text`` as one document."""
    try:
        return Found(json.loads(text), "strict")
    except (ValueError, RecursionError):
        return None


def fenced(text: str) -> list[str]:
    """Return the contents of code fences, closed or not."""
    return [body.strip() for body in _FENCE.findall(text)]


def find(text: str) -> Iterator[Found]:
    """Yield the documents in ``text`` from the most to the least certain."""
    if alone := strict(text):
        yield alone
        return
    blocks = fenced(text)
    for block in blocks:
        if inside := strict(block):
            yield inside._replace(how="fence")
    for part in [*blocks, text]:
        yield from _embedded(part)


def _embedded(text: str) -> list[Found]:
    """Return the documents between other words, or the mended one when any of them is broken.

    All or nothing: a part of a broken document must not be taken for the whole.
    """
    found: list[Found] = []
    start, at = -1, 0
    while (opening := _OPENING.search(text, at)) and len(found) < _MOST:
        start = opening.start() if start < 0 else start
        try:
            value, end = _DECODER.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            return _mended(text[start:])
        if found and _torn(text[at : opening.start()]):
            return _mended(text[start:])
        found.append(Found(value, "prose"))
        at = end
    return _mended(text[start:]) if found and _torn(text[at:]) else found


def _mended(broken: str) -> list[Found]:
    mended = mend(broken.removesuffix("```").rstrip())
    return [Found(mended.value, "repaired", mended.cut, mended.whole)] if mended else []


def _torn(behind: str) -> bool:
    """Whether the text behind a document still belongs to it: an inner quote had ended it too early."""
    return bool(_REMAINDER.search(behind)) or any(behind.count(b) > behind.count(a) for a, b in ("{}", "[]"))
