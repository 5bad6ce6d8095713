"""What happens to players: they join, speak, die and leave. Writes the log lines that tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import BadInput, NotFound, Refused
from mcgod.sandbox.world import Entity, Player, offline_uuid

if TYPE_CHECKING:
    from mcgod.sandbox.realm import Realm
    from mcgod.sandbox.world import Position

CHAT_LIMIT = 256  # characters, as the client enforces
_NAME_LIMIT = 16


def join(realm: Realm, name: str, *, address: str = "127.0.0.1:49152") -> Player:
    """Let ``name`` join, near the spawn when for the first time.

    Raises BadInput for a name that the game would refuse, and Refused where
    a ban, the whitelist or a full server keeps the player out.
    """
    if not 0 < len(name) <= _NAME_LIMIT or not all("!" <= char <= "~" for char in name):
        raise BadInput(f"{name!r} is no player name", hint="1 to 16 visible ASCII characters, no blanks")
    world = realm.world
    known = world.players.get(name)
    if known and known.online:
        raise Refused(f"{name} is already online")
    if reason := _closed_door(realm, name):
        realm.log(f"Disconnecting {name} (/{address}): {reason}")
        realm.log(f"{name} (/{address}) lost connection: {reason}")
        raise Refused(f"{name} may not join: {reason.splitlines()[0]}")
    player = known or Player(offline_uuid(name), _spawn(realm), name=name, gamemode=world.gamemode)
    player.online, player.entity_id, player.address = True, world.next_entity_id, address
    world.next_entity_id += 1
    world.players[name] = player
    x, y, z = player.position
    realm.log(f"UUID of player {name} is {player.uuid}", thread="User Authenticator #1")
    realm.log(f"{name}[/{address}] logged in with entity id {player.entity_id} at ({x}, {y}, {z})")
    realm.log(f"{name} joined the game")
    realm.on_lists()
    return player


def leave(realm: Realm, name: str) -> None:
    """Let ``name`` quit. Raises NotFound for somebody who is not online."""
    disconnect(realm, online(realm, name), "Disconnected")


def disconnect(realm: Realm, player: Player, reason: str) -> None:
    """Take ``player`` off the server and log why."""
    player.online = False
    realm.log(f"{player.name} lost connection: {reason}")
    realm.log(f"{player.name} left the game")


def chat(realm: Realm, name: str, text: str) -> str:
    """Let ``name`` say ``text`` in the chat, or run it as a command when it starts with a slash.

    Returns what the player alone gets to see: a command's answer. Raises
    NotFound for somebody who is not online, BadInput for text that the game
    would not take.
    """
    player = online(realm, name)
    if any(char < " " or char in "\x7f§" for char in text):
        raise BadInput("chat cannot hold control characters or section signs")
    if not text.strip() or len(text) > CHAT_LIMIT:
        raise BadInput(f"chat needs 1 to {CHAT_LIMIT} characters, and this has {len(text.strip())}")
    if text.startswith("/"):
        return realm.command(text, realm.player_source(player))
    realm.log(f"<{player.name}> {text}")
    return ""


def online(realm: Realm, name: str) -> Player:
    """Return the online player ``name``, or raise NotFound."""
    player = realm.world.player(name)
    if not player:
        raise NotFound(f"{name} is not in this sandbox", hint=f"mcgod sandbox join {name}")
    return player


def perish(realm: Realm, one: Player | Entity, how: str) -> None:
    """Let a player die, or an entity vanish; ``how`` follows the name in the death message."""
    if isinstance(one, Player):
        die(realm, one, how)
    else:
        realm.world.entities.pop(one.uuid, None)


def die(realm: Realm, player: Player, how: str) -> None:
    """Let ``player`` die and wake up at the spawn; ``how`` follows the name in the death message."""
    rules = realm.world.gamerules
    if rules["showDeathMessages"]:
        realm.log(f"{player.name} {how}")
    if not rules["keepInventory"]:
        for stack in player.inventory.values():
            realm.drop(stack, player)
        player.inventory.clear()
        player.levels = player.points = 0
    for objective in realm.world.objectives.values():
        if objective.criterion == "deathCount":
            objective.scores[player.name] = objective.scores.get(player.name, 0) + 1
    player.effects.clear()
    player.health, player.food, player.saturation = 20.0, 20, 5.0
    player.position = player.spawn or _spawn(realm)
    player.dimension = "minecraft:overworld"


def _closed_door(realm: Realm, name: str) -> str:
    """Return the words with which the server turns ``name`` away, or an empty string."""
    world = realm.world
    if ban := world.bans.get(name):
        return f"You are banned from this server.\nReason: {ban.reason}"
    if world.whitelist_on and name not in world.whitelist and name not in world.ops:
        return "You are not white-listed on this server!"
    if len(world.online()) >= world.max_players:
        return "The server is full!"
    return ""


def _spawn(realm: Realm) -> Position:
    x, y, z = realm.world.spawn
    return (x + 0.5, float(y), z + 0.5)
