"""The world as a JSON document, and back. Pure; a document that does not fit is BadInput.

{"v":1,"kind":"mcgod-sandbox","world":{"version":"1.21.4","players":{…},…}}
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput
from mcgod.sandbox.world import Ban, Creature, Effect, Entity, Objective, Player, Stack, World

if TYPE_CHECKING:
    from collections.abc import Callable

VERSION = 1
_KIND = "mcgod-sandbox"


def encode(world: World) -> bytes:
    """Write ``world`` as one document."""
    whole = {"v": VERSION, "kind": _KIND, "world": asdict(world)}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n"


def decode(data: bytes) -> World:
    """Read a document that ``encode`` made. Raises BadInput."""
    try:
        whole = json.loads(data)
        if whole["kind"] != _KIND:
            raise BadInput("not a sandbox world")
        if whole["v"] != VERSION:
            raise BadInput(f"a sandbox world of format {whole['v']}, and this mcgod reads format {VERSION}")
        return _world(whole["world"])
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadInput(f"not a sandbox world: {error}") from error


def _world(raw: dict[str, Any]) -> World:
    made = {
        **raw,
        "spawn": _place(raw["spawn"]),
        "players": _each(raw["players"], _player),
        "entities": _each(raw["entities"], _entity),
        "objectives": _each(raw["objectives"], lambda one: Objective(**one)),
        "bans": _each(raw["bans"], lambda one: Ban(**one)),
    }
    world = World(**made)
    for one in fields(World):
        # A dict where a number belongs would only fail much later, inside a command.
        default = getattr(World(), one.name)
        if not isinstance(getattr(world, one.name), type(default)):
            raise BadInput(f"not a sandbox world: {one.name} is {made[one.name]!r}")
    return world


def _player(raw: dict[str, Any]) -> Player:
    inventory = {int(slot): Stack(**stack) for slot, stack in raw["inventory"].items()}
    spawn = _place(raw["spawn"]) if raw["spawn"] else None
    return Player(**{**raw, **_creature(raw), "inventory": inventory, "spawn": spawn})


def _entity(raw: dict[str, Any]) -> Entity:
    return Entity(**{**raw, **_creature(raw), "item": Stack(**raw["item"]) if raw["item"] else None})


def _creature(raw: dict[str, Any]) -> dict[str, Any]:
    known = {one.name for one in fields(Creature)}
    missing = known - raw.keys()
    if missing:
        raise BadInput(f"not a sandbox world: an entity lacks {', '.join(sorted(missing))}")
    return {"position": _place(raw["position"]), "effects": _each(raw["effects"], lambda one: Effect(**one))}


def _place(raw: list[Any]) -> Any:
    x, y, z = raw
    if not all(isinstance(part, int | float) for part in (x, y, z)):
        raise BadInput(f"not a sandbox world: {raw!r} is no position")
    return (x, y, z)


def _each(raw: dict[str, Any], make: Callable[[Any], Any]) -> dict[str, Any]:
    return {key: make(one) for key, one in raw.items()}
