"""The world as a turn saw it, set up in a still sandbox so that commands can be tried there. Pure; no game is touched.

Of the world a trace holds who was online, the time of day and the difficulty,
and of the player who prayed place, health, food, game mode and belongings.
The rest is as in a new world: flat ground, and the others stand at its spawn
with nothing in their hands. What would otherwise look as if it had been so
before, the weather above all, is set to a value that no command sets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zlib import crc32

from mcgod.replay import past
from mcgod.replay.trace import misshapen
from mcgod.sandbox import inventory
from mcgod.sandbox.still import Still
from mcgod.sandbox.world import Player, Stack, World, offline_uuid

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mcgod.game.port import PlayerState, ServerState
    from mcgod.replay.trace import Stage

_SEED = 42
_UNKNOWN = "unknown"
_ODD_TIME = 23_999  # ticks
_WORN = (103, 102, 101, 100, inventory.OFF_HAND)  # where what the pockets do not hold was


def staged(stages: Sequence[Stage], version: str | None = None) -> Still:
    """Return a world of the turn's game version, or ``version``, in the state that the turn observed.

    The same turn gives the same world, dice included. Raises Damaged for a
    turn that holds something else than it should.
    """
    first = next((stage for stage in stages if stage.name == "input"), stages[0])
    observed = next((stage.record for stage in stages if stage.name == "observed"), {})
    try:
        name = first.record.get("player")
        server, body = past.server(observed), past.player(observed, name)
        world = _world(version or str(first.record["version"]), server)
        for one in _present(name, server, body):
            _enter(world, one)
        still = Still(world, seed=crc32(first.request_id.encode()))
        if body is not None:
            _embody(still, world.players[body.name], body)
    except (AttributeError, KeyError, TypeError, ValueError, IndexError):
        raise misshapen(first) from None
    return still


def _world(version: str, server: ServerState | None) -> World:
    world = World(version=version, seed=_SEED, weather=_UNKNOWN, difficulty=_UNKNOWN, daytime=_ODD_TIME)
    if server is not None:
        world.daytime = world.daytime if server.daytime is None else int(server.daytime)
        world.difficulty = server.difficulty or _UNKNOWN
        world.max_players = world.max_players if server.max_players is None else int(server.max_players)
    return world


def _present(name: Any, server: ServerState | None, body: PlayerState | None) -> Iterable[str]:
    """Return who is there; who prayed is, unless the server told that they had left."""
    online = dict.fromkeys(server.online if server else ())
    if name is not None and (server is None or body is not None):
        online.setdefault(str(name))
    return online


def _enter(world: World, name: str) -> None:
    x, y, z = world.spawn
    uuid = offline_uuid(name.encode("utf-8", "replace").decode())  # JSON can hold half characters
    place = (x + 0.5, float(y), z + 0.5)
    world.players[name] = Player(uuid, place, name=name, online=True, entity_id=world.next_entity_id)
    world.next_entity_id += 1


def _embody(still: Still, player: Player, body: PlayerState) -> None:
    """Give a player the place, the body and the belongings that were seen; what was not seen stays as it is."""
    player.position = body.position or player.position
    player.dimension = body.dimension or player.dimension
    player.gamemode = body.gamemode or player.gamemode
    player.health = player.health if body.health is None else float(body.health)
    player.food = player.food if body.food is None else int(body.food)
    for item, count in body.inventory.items():
        size = still.realm.registry.stack(item)
        left = inventory.add(player, Stack(item, int(count)), size)
        for slot in _WORN:
            if left > 0 and slot not in player.inventory:
                player.inventory[slot] = Stack(item, min(left, size))
                left -= size
