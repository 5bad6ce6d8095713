"""A slot made of what a vanilla server has: one kind of item with its data. Pure.

Item components since 1.20.5, NBT before. What cannot be done without a mod is
told, property by property, and never left out silently.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mcgod.rules.repairs.notation import Typed, as_json, quoted, snbt
from mcgod.tools.dynamic import uses
from mcgod.tools.dynamic.properties import TABLE

if TYPE_CHECKING:
    from mcgod.grammar.dialect import Dialect
    from mcgod.tools.dynamic.slots import Slot

# CustomModelData is a number that a resource pack may give a look of its own; a pack for something else is not hit.
_MODELS = {"item": 771_000, "block": 772_000, "fluid": 773_000}
_STAND_IN = "minecraft:stick"


@dataclass(slots=True)
class Made:
    """What a slot became: an item of the kind ``base`` with its data.

    ``unmet`` maps each property that was given, but does not work, to why;
    ``notes`` tell what else is to be known.
    """

    base: str
    components: dict[str, Any] = field(default_factory=dict)
    removed: list[str] = field(default_factory=list)
    nbt: dict[str, Any] = field(default_factory=dict)
    unmet: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def item(self) -> str:
        """The item as commands take it: ``minecraft:stick[…]``, or ``minecraft:stick{…}`` before 1.20.5."""
        if self.nbt:
            return f"{self.base}{snbt(self.nbt)}"
        parts = [f"minecraft:{name}={snbt(value)}" for name, value in self.components.items()]
        return f"{self.base}[{','.join([*parts, *(f'!minecraft:{name}' for name in self.removed)])}]"


def make(slot: Slot, dialect: Dialect) -> Made:
    """Return what ``slot`` becomes in the game version of ``dialect``."""
    made = Made(_base(slot, dialect))
    _mark(slot, made, dialect)
    if slot.kind.name == "item":
        uses.thrown(slot, made, dialect)
        uses.used(slot, made, dialect)
        uses.stacked(slot, made, dialect)
        uses.glinting(slot, made, dialect)
    else:
        table = TABLE[slot.kind.name]
        made.unmet |= {name: table[name].limit(dialect) for name in slot.properties if name in table}
    if slot.kind.name == "block":
        if made.base == _STAND_IN:
            made.notes.append(f"{slot.material} is nothing that can be carried: a stick stands for it")
        made.notes.append(f"put down by hand it is common {slot.material}: its function place puts it down as itself")
    if slot.kind.name == "fluid":
        made.notes.append("poured out it is the common fluid")
    return made


def give(slot: Slot, target: str, dialect: Dialect) -> str:
    """Return the command that gives one to ``target``, a player's name or a selector."""
    return f"give {target} {make(slot, dialect).item} 1"


def _base(slot: Slot, dialect: Dialect) -> str:
    if slot.kind.name == "fluid":
        return "minecraft:lava_bucket" if slot.material.endswith("lava") else "minecraft:water_bucket"
    return slot.material if dialect.registry.has("item", slot.material) else _STAND_IN


def _mark(slot: Slot, made: Made, dialect: Dialect) -> None:
    """Give it its name, and what tells it from others: the id in its data, and a number for resource packs."""
    text: dict[str, Any] = {"text": slot.name}
    if color := slot.properties.get("color"):
        text["color"] = color
    model = _MODELS[slot.kind.name] + slot.number
    own = {"mcgod": {"id": slot.id}}
    if not dialect.components:
        # Slanted is what a name from an anvil is.
        name = Typed(quoted(as_json({**text, "italic": False})))
        made.nbt = {"display": {"Name": name}, "CustomModelData": model, **own}
        return
    made.components = {
        "item_name": text if dialect.modern else Typed(quoted(as_json(text))),
        "custom_model_data": {"floats": [float(model)], "strings": [slot.id]} if dialect.since(1, 21, 4) else model,
        "custom_data": own,
    }
