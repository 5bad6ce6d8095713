"""Who somebody is: the owner of sessions behind a player's name, and who may use sudo.

Asked by nearly every command, so it imports next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import Refused

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.game.folder import ServerFolder


def folder(config: Config) -> ServerFolder | None:
    """Return the server's folder when one is set. Raises NotFound when it is no server's."""
    if not config["server.dir"]:
        return None
    from pathlib import Path  # noqa: PLC0415 - a server over the network has no folder

    from mcgod.game.folder import ServerFolder  # noqa: PLC0415 - as above

    return ServerFolder(Path(config["server.dir"]).expanduser())


def owner_of(config: Config, player: str | None) -> str:
    """Return the owner that ``player`` is: the UUID where the server's folder knows it, else the name, else ``cli``."""
    if player is None:
        return "cli"
    place = folder(config)
    return (place.uuids.get(player.lower()) if place else None) or player


def may_sudo(config: Config, player: str | None) -> None:
    """Let pass who may use sudo: the shell's own user, operators, and ``god.sudo_users``. Raises Refused."""
    if player is None or player.lower() in {name.lower() for name in config["god.sudo_users"]}:
        return
    place = folder(config)
    if place is None or player.lower() not in place.operators:
        raise Refused(
            f"{player} may not use sudo", hint="add the name to god.sudo_users, or make the player an operator"
        )
