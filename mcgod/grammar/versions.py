"""Game version numbers and which vendored data serves them. Pure.

Releases are ``1.21.4`` style until 1.21.11 and ``26.1`` style after it, and
compare as tuples of numbers; a snapshot or pre-release counts as the release
in its name, or as unknown when it has none.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# What is assumed of a server that nobody has named a version for.
DEFAULT = "1.21.4"

# Releases that only mended the one before and so have the same ids and recipes.
_TWINS = {
    (1, 16, 4): "1.16.5",
    (1, 20): "1.20.1",
    (1, 20, 3): "1.20.4",
    (1, 20, 5): "1.20.6",
    (1, 21): "1.21.1",
    (1, 21, 2): "1.21.3",
    (1, 21, 7): "1.21.8",
}

_RELEASE = re.compile(r"(?<![\d.w])(\d{1,2}(?:\.\d{1,2}){1,2})(?![\d.]|w\d)")


def key(version: str) -> tuple[int, ...] | None:
    """Return ``version`` as comparable numbers, or None when it holds no release number.

    >>> key("1.21.4-pre1")
    (1, 21, 4)
    """
    found = _RELEASE.search(version)
    return tuple(int(part) for part in found[1].split(".")) if found else None


def serving(version: str, known: Sequence[str]) -> str:
    """Pick from ``known`` the newest that is not newer than ``version``, or what has the same content.

    A version older than all gets the oldest; one that names no release gets DEFAULT.
    """
    asked = key(version)
    if asked is None:
        return DEFAULT
    twin = _TWINS.get(asked, "")
    if twin in known and all(key(name) != asked for name in known):
        return twin
    ordered = sorted(known, key=lambda name: key(name) or ())
    older = [name for name in ordered if (key(name) or ()) <= asked]
    return older[-1] if older else ordered[0]
