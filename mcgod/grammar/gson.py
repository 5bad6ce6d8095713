"""JSON as the game's library reads it, from the middle of a command. Pure.

Control characters may stand in texts and an apostrophe may be escaped, which
Python's reader refuses; ``NaN`` is refused, which Python's reader takes.
Source: Gson's JsonReader in its "legacy strict" mode.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

MALFORMED = "Use JsonReader.setStrictness(Strictness.LENIENT) to accept malformed JSON at line 1 column {column} path $"
MAX_DEPTH = 512

_BLANKS = re.compile(r"[ \t\r\n]*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


def _refuse(word: str) -> None:
    raise ValueError(word)


_DECODER = json.JSONDecoder(parse_constant=_refuse, strict=False)


def read(reader: Reader, prefix: str) -> Any:
    """Take one JSON value. Raises Misread whose message starts with ``prefix``."""
    reader.take(_BLANKS)
    text, start = reader.text, reader.cursor
    if _depth(text, start) > MAX_DEPTH:
        raise reader.fail(f"{prefix}{MALFORMED.format(column=1)}")
    rest = text[start:]
    try:
        value, end = _DECODER.raw_decode(_mend(rest))
    except (ValueError, RecursionError) as error:
        at = _unmended(rest, getattr(error, "pos", 0))
        raise reader.fail(f"{prefix}{MALFORMED.format(column=at + 1)}", start + at) from None
    reader.cursor = start + _unmended(rest, end)
    return value


def _mend(text: str) -> str:
    r"""Write ``\'`` as Python knows it."""
    if "\\'" not in text:
        return text
    return _ESCAPE.sub(lambda found: "\\u0027" if found[1] == "'" else found[0], text)


def _unmended(text: str, end: int) -> int:
    """Return the offset in ``text`` that became ``end`` when it was mended; each mend made it four longer."""
    grown = 0
    if "\\'" in text:
        for found in _ESCAPE.finditer(text):
            if found.start() + grown >= end:
                break
            grown += 4 * (found[1] == "'")
    return end - grown


def _depth(text: str, start: int) -> int:
    """Return how deep brackets nest, without reading the values."""
    if text.count("[", start) + text.count("{", start) <= MAX_DEPTH:
        return 0
    depth = deepest = 0
    for token in _TOKEN.finditer(text, start):
        if token[0] in {"[", "{"}:
            depth += 1
            deepest = max(deepest, depth)
        elif token[0] in {"]", "}"}:
            depth -= 1
    return deepest
