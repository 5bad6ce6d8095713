"""summon: new entities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.sandbox import itemdata, snbt
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.world import Entity, Stack

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Position

FAMILY = Family()
_FAR, _HIGH = 30_000_000, 20_000_000
_NEVER = frozenset({"minecraft:player", "minecraft:fishing_bobber"})
_USUAL_HEALTH = 20.0


@FAMILY.command("summon <entity:entity_type> [<pos:position>] [<nbt:nbt>]")
def summon(source: Source, entity: str, pos: Position | None = None, nbt: dict[str, Any] | None = None) -> None:
    """Make an entity appear."""
    if entity in _NEVER:
        raise Refusal(f"Can't summon entity of type {entity}")
    x, y, z = place = pos or source.position
    if not (-_FAR <= x < _FAR and -_FAR <= z < _FAR and -_HIGH <= y < _HIGH):
        raise Refusal("Invalid position for summon")
    data = dict(nbt or {})
    tags = data.pop("Tags", [])
    made = Entity(
        source.realm.new_uuid(),
        place,
        source.dimension,
        float(data.get("Health", _USUAL_HEALTH)) if isinstance(data.get("Health", 0), int | float) else _USUAL_HEALTH,
        tags=[str(tag) for tag in tags] if isinstance(tags, list) else [],
        type=entity,
        custom_name=itemdata.text_of(data["CustomName"]) if "CustomName" in data else "",
        item=_item(data),
        data=snbt.pretty(data),
    )
    source.world.entities[made.uuid] = made
    source.answer(f"Summoned new {source.realm.display(made)}")


def _item(data: dict[str, Any]) -> Stack | None:
    """Return what a dropped item is made of."""
    item = data.pop("Item", None)
    if not isinstance(item, dict) or not isinstance(item.get("id"), str):
        return None
    count = item.get("count", item.get("Count", 1))
    name = item["id"] if ":" in item["id"] else f"minecraft:{item['id']}"
    return Stack(name, count if isinstance(count, int) else 1)
