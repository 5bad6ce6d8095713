"""Slugs: how a title becomes the name of a page, ``villages/north-gate``. Pure, and the only place that knows.

A slug has segments of ``a-z 0-9 _ -``, so it is a path on every file system
and the same in every case; it is its own slug. What ASCII cannot spell is
told apart by a digest: no two titles share a slug because both lost letters.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from mcgod.errors import BadUsage

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 80  # characters of a segment
DEEPEST = 8  # segments
# Letters that Unicode does not take apart into a plain one and a mark.
_FOLDED = str.maketrans({
    "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i", "ŋ": "ng", "ŧ": "t",
})  # fmt: skip
# Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)\Z")
_SEGMENT = re.compile(r"[a-z0-9_]+(?:-[a-z0-9_]+)*\Z")


def slug(text: str) -> str:
    """Return the slug of a title, a path or a file name; slashes of either kind part segments, a last ``.md`` goes.

    >>> slug("Villages/Crème Brûlée Inn.md")
    'villages/creme-brulee-inn'

    Raises BadUsage for a text without a letter or digit, and for one of too many segments.
    """
    path = text.replace("\\", "/").strip()
    if path[-3:].lower() == ".md":
        path = path[:-3]
    segments = [made for part in path.split("/") if (made := _segment(part))]
    if not segments:
        raise BadUsage(f"{text[:40]!r} makes no page name", hint="a title needs a letter or a digit")
    if len(segments) > DEEPEST:
        raise BadUsage(f"{text[:40]!r} is nested too deep", hint=f"at most {DEEPEST} parts between slashes")
    return "/".join(segments)


def is_slug(text: str) -> bool:
    """Whether ``text`` is the slug of itself."""
    parts = text.split("/")
    return len(parts) <= DEEPEST and all(
        _SEGMENT.match(part) and len(part) <= LONGEST and not _DEVICE.match(part) for part in parts
    )


def free(wanted: str, taken: Callable[[str], bool]) -> str:
    """Return ``wanted``, or with ``-2``, ``-3``, … the first slug that is not ``taken``."""
    number, name = 1, wanted
    while taken(name):
        number += 1
        folder, slash, last = wanted.rpartition("/")
        suffix = f"-{number}"
        name = f"{folder}{slash}{last[: LONGEST - len(suffix)].rstrip('-') or 'page'}{suffix}"
    return name


def _segment(part: str) -> str:
    folded = unicodedata.normalize("NFKD", part.casefold()).casefold().translate(_FOLDED)
    plain = re.sub(r"[^a-z0-9_]+", "-", "".join(char for char in folded if not unicodedata.combining(char))).strip("-")
    if len(plain) > LONGEST or any(_lost(char) for char in folded):
        digest = _digest(part)
        plain = f"{plain[: LONGEST - len(digest) - 1].rstrip('-')}-{digest}" if plain else digest
    return f"{plain}_" if _DEVICE.match(plain) else plain


def _lost(char: str) -> bool:
    """Whether ``char`` says something that the plain letters do not: a letter, a number or a symbol."""
    return not char.isascii() and unicodedata.category(char)[0] in "LNS"


def _digest(part: str) -> str:
    from hashlib import sha256  # noqa: PLC0415 - nearly every title is plain

    same = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", part).casefold())
    return "u" + sha256(" ".join(same.split()).encode("utf-8", "surrogatepass")).hexdigest()[:12]
