"""Writes data as the game reads it: SNBT and JSON. Pure; the other way round is ``mcgod.grammar``."""

from __future__ import annotations

import json
import re
from typing import Any

_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_.+-]*\Z")


class Typed(str):
    """A value that is written as it stands: ``1b``, ``5s``."""

    __slots__ = ()


def snbt(value: Any) -> str:
    """Return ``value`` as SNBT that every version reads: truths as bytes, texts quoted."""
    match value:
        case Typed():
            return str(value)
        case bool():
            return "1b" if value else "0b"
        case str():
            return quoted(value)
        case dict():
            return "{" + ",".join(f"{_key(str(key))}:{snbt(inner)}" for key, inner in value.items()) + "}"
        case list():
            return "[" + ",".join(map(snbt, value)) + "]"
        case _:
            return repr(value)


def as_json(value: Any) -> str:
    """Return ``value`` as JSON, as short as the game takes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def quoted(text: str) -> str:
    """Return ``text`` in the quotes that need fewer escapes."""
    mark = "'" if '"' in text and "'" not in text else '"'
    return mark + text.replace("\\", "\\\\").replace(mark, "\\" + mark) + mark


def _key(key: str) -> str:
    return key if _BARE.match(key) else quoted(key)
