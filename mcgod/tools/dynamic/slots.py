"""A slot of dynamic content: what it is called, what it is made of, and the ids it goes by. Pure.

Thirty slots of each kind, with the ids and the JSON shape of the in-game agent
mod, so that either reads what the other wrote. Ids are ``mcgod:`` here;
``mineclawd:`` is read as well.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadUsage
from mcgod.tools.dynamic.properties import TABLE

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 30  # slots of each kind
LONGEST_NAME = 80  # characters

# A fluid of the mod has four ids: still, flowing, as a block and in a bucket. All of them mean its bucket here.
_ID = re.compile(
    r"(?:mcgod|mineclawd):(?:dynamic_(item|block|fluid)_|(?:flowing_dynamic|dynamic)_(fluid)_(?:block_|bucket_)?)"
    r"(\d{3})\Z"
)
_MATERIAL = re.compile(r"minecraft:[a-z0-9_]+\Z")


class Kind(NamedTuple):
    """What fills slots: its name, its list in the file, the property that holds its material, and the usual one."""

    name: str
    plural: str
    material: str
    usual: str


KINDS = {
    "item": Kind("item", "items", "material_item", "minecraft:stick"),
    "block": Kind("block", "blocks", "material_block", "minecraft:stone"),
    "fluid": Kind("fluid", "fluids", "material_fluid", "minecraft:water"),
}


class Slot(NamedTuple):
    """One active slot. ``material`` has its namespace; ``properties`` holds only what was given."""

    kind: Kind
    number: int
    name: str
    material: str
    properties: Mapping[str, Any]

    @property
    def id(self) -> str:
        """``mcgod:dynamic_item_001``."""
        return f"mcgod:{self.tag}"

    @property
    def tag(self) -> str:
        """The id without its namespace."""
        return f"dynamic_{self.kind.name}_{self.number:03}"

    @property
    def path(self) -> str:
        """The path of the function that gives it, which is also the folder of its other functions."""
        return f"dynamic/{self.kind.name}_{self.number:03}"

    def to_json(self) -> dict[str, Any]:
        """Return the slot in the mod's shape: ``{"slot","active","name","material_…",…}``."""
        head = {"slot": self.number, "active": True, "name": self.name, self.kind.material: self.material}
        return {**head, **self.properties}


def from_json(kind: Kind, raw: Any) -> Slot | None:
    """Return the slot that ``raw`` describes; None for one that is not active, or not understood.

    Of its properties those are left out that are none of this kind's values;
    properties that nobody here knows stay.
    """
    if not isinstance(raw, dict) or raw.get("active") is not True:
        return None
    number, name, material = raw.get("slot"), raw.get("name"), raw.get(kind.material) or kind.usual
    if type(number) is not int or not 1 <= number <= MOST or not isinstance(name, str) or not isinstance(material, str):
        return None
    if not _MATERIAL.match(material):
        return None
    table, head = TABLE[kind.name], {"slot", "active", "name", kind.material}
    given = {key: value for key, value in raw.items() if key not in head}
    return Slot(
        kind,
        number,
        name,
        material,
        {key: one for key, one in given.items() if key not in table or table[key].fits(one)},
    )


def kind_of(text: str) -> Kind:
    """Return the kind that ``text`` means: ``item``, ``Items``. Raises BadUsage."""
    folded = text.strip().lower()
    if kind := KINDS.get(folded) or next((one for one in KINDS.values() if one.plural == folded), None):
        return kind
    raise BadUsage(f"type: {text[:40]!r} is none", hint=f"one of {', '.join(KINDS)}")


def of_id(text: str) -> tuple[Kind, int] | None:
    """Return kind and number of the slot that an id names; None for an id of something else.

    >>> of_id("mineclawd:dynamic_fluid_bucket_007")[1]
    7
    """
    found = _ID.match(text.strip().lower())
    return (KINDS[found[1] or found[2]], int(found[3])) if found else None
