"""What an unknown id may have been meant to be. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry

_UNKNOWN = re.compile(
    r"Unknown (item|block type) '([^']*)'|Can't find element '([^']*)' of type '(?:minecraft:)?([^']*)'"
)
_KINDS = {"item": "item", "block type": "block"}


class UnknownId(NamedTuple):
    """An id that the game does not know: of which registry, and as it was written."""

    kind: str
    written: str


def unknown_id(message: str) -> UnknownId | None:
    """Read the server's own message about an unknown id; None for any other message."""
    found = _UNKNOWN.match(message)
    if not found:
        return None
    return UnknownId(_KINDS[found[1]], found[2]) if found[1] else UnknownId(found[4], found[3])


def near(unknown: UnknownId, registry: Registry, most: int = 3) -> list[str]:
    """Return up to ``most`` ids that look like what was written, best first."""
    import difflib  # noqa: PLC0415 - 6 ms, and only for a mistake

    bare = unknown.written.rpartition(":")[2]
    known = registry.ids(unknown.kind)
    same_words = [name for name in known if sorted(name.split("_")) == sorted(bare.split("_"))]
    return [*same_words, *difflib.get_close_matches(bare, known, n=most, cutoff=0.7)][:most]
