"""What an unknown id may have been meant to be. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry

# The server's own words; those with a colon are from before 1.19.3.
_UNKNOWN = (
    r"Unknown (item|block type) '([^']*)'"
    r"|Unknown (entity|effect|enchantment|particle): (\S+)"
    r"|Can't find element '([^']*)' of type '(?:minecraft:)?([^']*)'"
)
_KINDS = {
    "item": "item",
    "block type": "block",
    "entity": "entity_type",
    "effect": "mob_effect",
    "enchantment": "enchantment",
    "particle": "particle_type",
}


class UnknownId(NamedTuple):
    """An id that the game does not know: of which registry, and as it was written."""

    kind: str
    written: str


def unknown_id(message: str) -> UnknownId | None:
    """Read the server's own message about an unknown id; None for any other message."""
    found = re.match(_UNKNOWN, message)
    if not found:
        return None
    if found[6]:
        return UnknownId(found[6], found[5])
    return UnknownId(_KINDS[found[1] or found[3]], found[2] or found[4])


def near(unknown: UnknownId, registry: Registry, most: int = 3) -> list[str]:
    """Return up to ``most`` ids that look like what was written, best first."""
    import difflib  # noqa: PLC0415 - 6 ms, and only for a mistake

    bare = unknown.written.rpartition(":")[2][:60]
    known = registry.ids(unknown.kind)
    same_words = [name for name in known if sorted(name.split("_")) == sorted(bare.split("_"))]
    return list(dict.fromkeys([*same_words, *difflib.get_close_matches(bare, known, n=most, cutoff=0.7)]))[:most]
