"""Which items a name may stand for, and how surely. Pure, over one version's registry.

A name that is the id itself is sure; what other versions, people and plurals
call it is less so; a wrong letter least.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

from mcgod.errors import BadUsage
from mcgod.grammar.naming.edits import distance
from mcgod.grammar.naming.everyday import EVERYDAY
from mcgod.grammar.naming.plurals import singulars
from mcgod.grammar.naming.spelling import is_word, reading, snake

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.grammar.registry import Registry

LONGEST = 200  # characters of a name
# How a name was read -> how sure it is that this was meant.
SURE = {
    "id": 0.95, "renamed": 0.90, "everyday": 0.90, "display": 0.90, "plural": 0.85, "variant": 0.80, "order": 0.80,
    "typo": 0.70, "typos": 0.60,
}  # fmt: skip
_COUNTED = re.compile(r"(?:(?:an?|the|some|any|my|\d{1,6}x?)_)+(?=.)")
_SHORTEST, _SHORTEST_OF_TWO = 4, 7  # letters of a name in which one may be wrong, and two
_MOST = 8  # ids that one misspelt name may stand for


class Named(NamedTuple):
    """An item id, and how the name led to it: a key of SURE."""

    id: str
    how: str

    @property
    def confidence(self) -> float:
        """How sure it is that this was meant, 0 to 1."""
        return SURE[self.how]


def normal(text: str) -> str:
    """Return ``text`` as an id is spelt: ``  Mínecraft:Oak-Log `` is ``oak_log``. Raises BadUsage for no name."""
    if len(text) > LONGEST:
        raise BadUsage(f"a name has at most {LONGEST} characters")
    plain = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    bare = re.sub(r"[\s_-]+", "_", snake(" ".join(plain.split()))).strip("_.:,;!?\"'`()[]")
    if not bare:
        raise BadUsage("no item is named", hint="such as oak_log, torches or minecraft:diamond")
    return bare


def identify(text: str, registry: Registry) -> list[Named]:
    """Return the items that ``text`` may stand for, the surest first; empty when it is like none. Raises BadUsage."""
    bare = normal(text)
    for name in dict.fromkeys((bare, _COUNTED.sub("", bare, count=1))):
        if found := reading("item", name, registry):
            return [Named(*found)]
    return _misspelt(_COUNTED.sub("", bare, count=1), registry)


def _misspelt(bare: str, registry: Registry) -> list[Named]:
    """Return the ids one or two letters from ``bare``, or from what it is the plural of; the nearest only."""
    if len(bare) < _SHORTEST or is_word(bare, registry):
        return []
    nearest: dict[str, int] = {}
    most = 2 if len(bare) >= _SHORTEST_OF_TWO else 1
    forms = (bare, *singulars(bare))
    for name, item in _names(registry):
        far = min(distance(form, name, most) for form in forms)
        if 0 < far <= most and len(name) >= _SHORTEST and (far == 1 or name[0] == bare[0]):
            nearest[item] = min(far, nearest.get(item, far))
    least = min(nearest.values(), default=0)
    best = sorted(item for item, far in nearest.items() if far == least)
    return [Named(item, "typo" if least == 1 else "typos") for item in best[:_MOST]]


def _names(registry: Registry) -> Iterator[tuple[str, str]]:
    yield from ((item, item) for item in registry.ids("item"))
    yield from ((name, item) for name, item in EVERYDAY["item"].items() if registry.has("item", item))
