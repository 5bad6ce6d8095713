"""ban, pardon, banlist: who may not join."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from mcgod.sandbox import people
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.world import Ban, offline_uuid

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()


@FAMILY.command("ban <targets:profiles> [<reason:message>]", level=3)
def ban(source: Source, targets: list[str], reason: str = "Banned by an operator.") -> None:
    """Keep players out, and take them off the server."""
    world = source.world
    fresh = [name for name in targets if name not in world.bans]
    if not fresh:
        raise Refusal("Nothing changed. The player is already banned")
    for name in fresh:
        created = datetime.now(UTC).astimezone().strftime("%Y-%m-%d %H:%M:%S %z")
        world.bans[name] = Ban(offline_uuid(name), created, source.name, reason)
        source.answer(f"Banned {name}: {reason}")
        if player := world.player(name):
            people.disconnect(source.realm, player, "You are banned from this server")
    source.realm.on_lists()


@FAMILY.command("pardon <targets:profiles>", level=3)
def pardon(source: Source, targets: list[str]) -> None:
    """Let players in again."""
    banned = [name for name in targets if name in source.world.bans]
    if not banned:
        raise Refusal("Nothing changed. The player isn't banned")
    for name in banned:
        del source.world.bans[name]
        source.answer(f"Unbanned {name}")
    source.realm.on_lists()


@FAMILY.command("banlist [(kind:players|ips)]", level=3)
def banlist(source: Source, kind: str = "players") -> None:
    """Tell who is banned. No address ever is."""
    bans = source.world.bans if kind == "players" else {}
    if not bans:
        source.answer("There are no bans", broadcast=False)
        return
    source.answer(f"There are {len(bans)} ban(s):", broadcast=False)
    for name, one in bans.items():
        source.answer(f"{name} was banned by {one.source}: {one.reason}", broadcast=False)
