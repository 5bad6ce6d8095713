"""Mend JSON that a model broke, and prove that no word was lost in the mending.

Pure. Only for text that strict parsing refused: the mending itself is
json_repair's; this module refuses its result when words of the source are
missing from it, and finds out whether the text was cut.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

_LONGEST = 32_000  # characters; a longer broken answer is not worth the time
_MOST_QUOTES = 500  # mending takes time with the square of them: 0.03 s here, 25 s at 15,000
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_WORD = re.compile(r"\w+")
_LITERALS = frozenset({"true", "false", "null", "none"})


class Mended(NamedTuple):
    """A mended document. ``cut``: the text ended before its brackets closed; ``whole``: its last string did end."""

    value: Any
    cut: bool
    whole: bool


class _Ending(NamedTuple):
    depth: int
    in_string: bool
    closed_at: int  # offset after the bracket that closed the document, or 0


def mend(text: str) -> Mended | None:
    """Mend ``text``, which starts with a bracket; None when that would lose or invent words."""
    if len(text) > _LONGEST or text.count('"') + text.count("'") > _MOST_QUOTES:
        return None
    ending = _scan(text)
    tail = text[ending.closed_at :] if ending.closed_at else ""
    if tail and not re.search(r"[\"{}\[\]]", tail):  # a farewell after the document, not a part of it
        text = text[: ending.closed_at]
    value = _load(text)
    if not isinstance(value, dict if text[0] == "{" else list) or _words(text) != _value_words(value):
        return None
    if not _separated(text, value):
        return None
    return Mended(value, ending.depth > 0, not ending.in_string and text.rstrip()[-1:] in {'"', "'", ",", "]", "}"})


def _load(text: str) -> Any:
    import json_repair  # noqa: PLC0415 - 30 ms that well-formed answers save

    try:
        return json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError, IndexError):
        return None


def _scan(text: str) -> _Ending:
    depth, quoted, skip, closed_at = 0, False, False, 0
    for offset, char in enumerate(text):
        if skip:
            skip = False
        elif char == "\\":
            skip = quoted
        elif char == '"':
            quoted = not quoted
        elif not quoted and char in "{[":
            depth += 1
        elif not quoted and char in "}]":
            depth -= 1
            if depth == 0 and not closed_at:
                closed_at = offset + 1
    return _Ending(max(depth, 0), quoted, closed_at)


def _separated(text: str, value: Any) -> bool:
    """Whether a comma stands between any two texts of a list: a quoted word must not become an entry of its own."""
    for part in value.values() if isinstance(value, dict) else [value]:
        at, texts = 0, [item for item in part if isinstance(item, str)] if isinstance(part, list) else []
        for item in texts:
            found = text.find(item, at)
            if at and found >= 0 and "," not in text[at:found]:
                return False
            at = found + len(item) if found >= 0 else at
    return True


def _words(text: str) -> Counter[str]:
    plain = _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else " ", text)
    return _counted(plain)


def _value_words(value: Any) -> Counter[str]:
    if isinstance(value, dict):
        parts = [_counted(str(key)) + _value_words(item) for key, item in value.items()]
    elif isinstance(value, list):
        parts = [_value_words(item) for item in value]
    else:
        parts = [_counted(str(value))]
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
    return total


def _counted(text: str) -> Counter[str]:
    return Counter(word for word in _WORD.findall(text.casefold()) if word not in _LITERALS)
