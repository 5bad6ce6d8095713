"""Who somebody is: the owner of sessions behind a player's name, and who may use sudo.

Asked by nearly every command, so it imports next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

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


class Identity(NamedTuple):
    """Who a player is on a server.

    ``owner`` has the player's sessions; ``proven``: the name is checked by
    Mojang; ``stranger``: the game has no data of the player yet.
    """

    owner: str
    operator: bool = False
    proven: bool = False
    stranger: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return ``{"owner","operator","proven","stranger"}``."""
        return self._asdict()


def identity(config: Config, player: str) -> Identity:
    """Return who ``player`` is, as far as the server's folder tells. Raises NotFound when it is no server's.

    Who may use sudo by ``god.sudo_users`` counts as an operator. Without a
    folder nobody is a stranger: better no gift than one each day.
    """
    operator = player.lower() in {name.lower() for name in config["god.sudo_users"]}
    place = folder(config)
    if place is None:
        return Identity(player, operator)
    owner = place.uuids.get(player.lower()) or player
    # The game writes a player's data when it saves, or when the player leaves for the first time.
    files = (place.path / place.level_name / where / f"{owner}.dat" for where in ("playerdata", "players/data"))
    return Identity(
        owner,
        operator or player.lower() in place.operators,
        place.online_mode,
        not any(path.exists() for path in files),
    )


def may_sudo(config: Config, player: str | None) -> None:
    """Let pass who may use sudo: the shell's own user, operators, and ``god.sudo_users``. Raises Refused."""
    if player is not None and not identity(config, player).operator:
        raise Refused(
            f"{player} may not use sudo", hint="add the name to god.sudo_users, or make the player an operator"
        )
