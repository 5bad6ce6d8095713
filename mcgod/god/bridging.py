"""From settings to a bridge's options: which game, which log, which mod, how much is kept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from mcgod.bridge.daemon import Options
from mcgod.bridge.listener import LogFile, LogPipe
from mcgod.bridge.webhooks import Hook
from mcgod.errors import BadConfig
from mcgod.game.modlink.discovery import Search
from mcgod.game.modlink.link import Target
from mcgod.god import setup
from mcgod.god.gamedata import version
from mcgod.god.owners import folder, identity
from mcgod.store.opening import link

if TYPE_CHECKING:
    from mcgod.bridge.listener import Source
    from mcgod.config import Config
    from mcgod.game.folder import ServerFolder
    from mcgod.paths import Paths

_SIZES = {"KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}


def options(config: Config, paths: Paths, *, beginning: bool = False, pipe: BinaryIO | None = None) -> Options:
    """Assemble a bridge's options. Raises BadConfig.

    ``pipe`` takes the place of the log file. ``beginning`` reads a log that
    was never read before from its start instead of its end.
    """
    place = folder(config)
    keep_bytes, keep_days = retention(config["bridge.retention"])
    log: Source | None = LogPipe(pipe, config["log.encoding"]) if pipe else None
    named = config["log.path"] or (str(place.log) if place else "")
    if log is None and named:
        log = LogFile(Path(named).expanduser(), "beginning" if beginning else "end", config["log.encoding"])
    return Options(
        events=paths.events,
        run=paths.run_root,
        game=setup.game(config),
        log=log,
        mod=mod(config, place),
        level=place.level_name if place else "",
        roster=tuple(place.names) if place else (),
        port=config["bridge.port"],
        ring=config["bridge.ring"],
        keep_bytes=keep_bytes,
        keep_days=keep_days,
        server=config["server.name"],
        version=version(config),
        identify=lambda player: identity(config, player).to_json(),
        redis=link(config),
        hooks=tuple(_hook(config, name) for name in config.webhooks),
        facts=paths.kb / "world" if config["kb.facts"] else None,
    )


def _hook(config: Config, name: str) -> Hook:
    """Return one webhook's settings. Raises BadConfig when it could not be trusted or reached."""
    url, secret = config[f"webhook.{name}.url"], config[f"webhook.{name}.secret"]
    if not url.startswith(("http://", "https://")):
        raise BadConfig(f"webhook.{name}.url must begin with http:// or https://")
    if not secret:
        raise BadConfig(
            f"webhook.{name} has no secret, and nobody could trust what it sends",
            hint=f"mcgod config set webhook.{name}.secret - < FILE",
        )
    return Hook(
        name,
        url,
        secret,
        types=tuple(config[f"webhook.{name}.types"]),
        player=config[f"webhook.{name}.player"],
        attempts=config[f"webhook.{name}.attempts"],
        timeout=config[f"webhook.{name}.timeout"],
    )


def mod(config: Config, place: ServerFolder | None) -> Target | None:
    """Return which interface mod to look for; None where nothing says that there is one.

    Without a vantage, a port or folder for the mod or its data in the
    server's folder say so; a port alone leaves the vantage to the greeting.
    """
    vantage, port, named = config["mod.vantage"], config["mod.port"], config["mod.dir"]
    if vantage == "off" or not (vantage or port or named or (place and (place.path / "mc-agent-server").is_dir())):
        return None
    folder = Path(named).expanduser() if named else place.path if place and vantage != "client" else Path()
    return Target(
        Search(
            vantage=vantage or ("" if port else "server"),
            port=port,
            port_file=folder if named and folder.suffix == ".txt" else None,
            folder=folder.absolute(),
            named=bool(named),
        )
    )


def retention(text: str) -> tuple[int, int]:
    """Read ``1GB 90d`` as bytes and days. Raises BadConfig."""
    found = re.fullmatch(r"(\d{1,6})\s*(KB|MB|GB)[\s,]+(\d{1,5})\s*d", text.strip(), re.IGNORECASE)
    if not found:
        raise BadConfig(f"bridge.retention is a size and an age, such as 1GB 90d, not {text!r}")
    return int(found[1]) * _SIZES[found[2].upper()], int(found[3])
