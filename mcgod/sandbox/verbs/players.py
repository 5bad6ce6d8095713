"""list, gamemode, kill, kick, spawnpoint: who is there and how they fare."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from mcgod.sandbox import people
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.verbs.wording import whom

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Entity, Player

FAMILY = Family()


@FAMILY.command("list", level=0)
def names(source: Source) -> None:
    """Tell who is online."""
    _list(source, [player.name for player in source.world.online()])


@FAMILY.command("list uuids", level=0)
def uuids(source: Source) -> None:
    """Tell who is online, with their UUIDs."""
    _list(source, [f"{player.name} ({player.uuid})" for player in source.world.online()])


@FAMILY.command("gamemode <gamemode:gamemode> [<target:players>]")
def gamemode(source: Source, gamemode: str, target: list[Player] | None = None) -> None:
    """Change game modes; who has that mode already is passed over in silence."""
    for player in target or [source.player()]:
        if player.gamemode == gamemode:
            continue
        player.gamemode = gamemode
        mode = f"{gamemode.title()} Mode"
        own = player is source.entity
        source.answer(f"Set own game mode to {mode}" if own else f"Set {player.name}'s game mode to {mode}")


@FAMILY.command("kill [<targets:entities>]")
def kill(source: Source, targets: list[Player | Entity] | None = None) -> None:
    """Let players die and remove entities."""
    victims = targets or [source.body()]
    for one in victims:
        people.perish(source.realm, one, "was killed")
    source.answer(f"Killed {whom(source, victims, 'entities')}")


@FAMILY.command("kick <targets:players> [<reason:message>]", level=3)
def kick(source: Source, targets: list[Player], reason: str = "Kicked by an operator") -> None:
    """Take players off the server."""
    for player in targets:
        source.answer(f"Kicked {player.name}: {reason}")
        people.disconnect(source.realm, player, reason)


@FAMILY.command("spawnpoint [<targets:players>] [<pos:place>]")
def spawnpoint(source: Source, targets: list[Player] | None = None, pos: tuple[int, int, int] | None = None) -> None:
    """Set where players wake up after death."""
    x, y, z = pos or tuple(floor(part) for part in source.position)
    players = targets or [source.player()]
    for player in players:
        player.spawn = (x + 0.5, float(y), z + 0.5)
    who = whom(source, players, "players")
    source.answer(f"Set spawn point to {x}, {y}, {z} [0.0] in {source.dimension} for {who}")


def _list(source: Source, shown: list[str]) -> None:
    count, most = len(shown), source.world.max_players
    source.answer(f"There are {count} of a max of {most} players online: {', '.join(shown)}", broadcast=False)
