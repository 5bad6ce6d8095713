"""Players and entities as the data that ``data get`` prints and ``nbt=`` compares.

Source: the game's entity format, 1.21.4; item stacks as before 1.20.5 in older worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from mcgod.sandbox import experience, itemdata, snbt
from mcgod.sandbox.snbt import Array, Byte, Float, Short
from mcgod.sandbox.world import Entity, Player

if TYPE_CHECKING:
    from mcgod.sandbox.realm import Realm
    from mcgod.sandbox.world import Creature, Stack

_GAMEMODES = {"survival": 0, "creative": 1, "adventure": 2, "spectator": 3}


def describe(realm: Realm, one: Player | Entity) -> dict[str, Any]:
    """Return all data of ``one``."""
    return _player(realm, one) if isinstance(one, Player) else _entity(realm, one)


def describe_stack(realm: Realm, stack: Stack) -> dict[str, Any]:
    """Return a stack in the form that the world's version has."""
    if not realm.has_components:
        tag = {"tag": snbt.loads(stack.components)} if stack.components else {}
        return {"id": stack.id, "Count": Byte(stack.count), **tag}
    parts = {"components": itemdata.as_data(stack.components)} if stack.components else {}
    return {"id": stack.id, "count": stack.count, **parts}


def _creature(one: Creature) -> dict[str, Any]:
    return {
        "UUID": uuid_array(one.uuid),
        "Pos": list(one.position),
        "Motion": [0.0, 0.0, 0.0],
        "Rotation": [Float(0), Float(0)],
        "OnGround": Byte(1),
        "Air": Short(300),
        "Fire": Short(0),
        "Health": Float(one.health),
        **({"Tags": list(one.tags)} if one.tags else {}),
        **({"active_effects": _effects(one)} if one.effects else {}),
    }


def _player(realm: Realm, one: Player) -> dict[str, Any]:
    held = one.inventory.get(one.selected)
    return {
        **_creature(one),
        "Dimension": one.dimension,
        "playerGameType": _GAMEMODES[one.gamemode],
        "foodLevel": one.food,
        "foodSaturationLevel": Float(one.saturation),
        "XpLevel": one.levels,
        "XpP": Float(round(one.points / experience.needed(one.levels), 7)),
        "XpTotal": experience.total(one.levels) + one.points,
        "Score": 0,
        "SelectedItemSlot": one.selected,
        **({"SelectedItem": describe_stack(realm, held)} if held else {}),
        "Inventory": [
            {"Slot": Byte(slot), **describe_stack(realm, stack)} for slot, stack in sorted(one.inventory.items())
        ],
    }


def _entity(realm: Realm, one: Entity) -> dict[str, Any]:
    data: dict[str, Any] = snbt.loads(one.data)
    item = {"Item": describe_stack(realm, one.item)} if one.item else {}
    return {**data, **_creature(one), "id": one.type, **item}


def _effects(one: Creature) -> list[dict[str, Any]]:
    return [
        {
            "id": name,
            "amplifier": Byte(effect.amplifier),
            "duration": effect.ticks,
            "show_particles": Byte(effect.particles),
            "show_icon": Byte(1),
        }
        for name, effect in one.effects.items()
    ]


def uuid_array(uuid: str) -> Array:
    """Return a UUID as the four signed numbers that the game saves."""
    data = UUID(uuid).bytes
    return Array("I", [int.from_bytes(data[at : at + 4], "big", signed=True) for at in range(0, 16, 4)])
