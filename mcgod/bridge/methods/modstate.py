"""The mod's answers about server and players in the shapes that this bridge serves. Pure.

A server and a client answer the same question differently: a client knows of
itself only, and prints Java's objects where a server has ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.game.modlink import plain
from mcgod.game.modlink.primitives import PRIMITIVES
from mcgod.game.port import PlayerState, ServerState

if TYPE_CHECKING:
    from mcgod.game.modlink.greeting import Greeting
    from mcgod.game.modlink.lines import Message


def lacking(name: str, mod: Greeting) -> str:
    """Return why ``mod`` has no primitive ``name``; empty when it has."""
    return PRIMITIVES[name].lacking(mod)


def state(answer: Message) -> dict[str, Any]:
    """Return an answer to STATE as ServerState has it, with the mod's own under ``mod``."""
    own = {name: value for name, value in answer.items() if name != "type"}
    if isinstance(own.get("dimension"), str):
        own["dimension"] = plain.dimension(own["dimension"])
    listed = answer.get("playerList")
    people = listed if isinstance(listed, list) else [answer]
    online = tuple(str(one["name"]) for one in people if isinstance(one, dict) and isinstance(one.get("name"), str))
    return {**ServerState(online=online).to_json(), "mod": own}


def player(answer: Message, *, view: bool) -> dict[str, Any] | None:
    """Return an answer to PLAYER as PlayerState has it; ``view`` adds the uuid and what the player looks at."""
    found = answer.get("player")
    if answer.get("found") is False or not isinstance(found, dict):
        return None
    told = shown(
        PlayerState(
            name=str(found.get("name") or answer.get("query")),
            position=place(found),
            dimension=plain.dimension(str(found["dimension"])) if found.get("dimension") else None,
            health=found.get("health"),
            gamemode=found.get("gameMode"),
        )
    )
    return {**told, "uuid": found.get("uuid"), "view": answer.get("view")} if view else told


def shown(one: PlayerState) -> dict[str, Any]:
    """Return a player's state as the wire carries it."""
    return {
        "name": one.name,
        "position": list(one.position) if one.position else None,
        "dimension": one.dimension,
        "health": one.health,
        "food": one.food,
        "gamemode": one.gamemode,
        "inventory": one.inventory,
    }


def place(record: dict[str, Any]) -> tuple[float, float, float] | None:
    """Return where an entity is: mods up to 0.8 write ``x y z``, later ones ``pos``."""
    listed = record.get("pos")
    match listed if isinstance(listed, list) else [record.get(axis) for axis in "xyz"]:
        case [int() | float() as x, int() | float() as y, int() | float() as z]:
            return (float(x), float(y), float(z))
    return None
