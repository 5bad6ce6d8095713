"""A sandbox with Steve and Alex, and desks of any scope on it; with a bridge, or without."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING

from bridge_play import bridge_on

from mcgod import config, paths
from mcgod.bridge.listener import LogFile
from mcgod.game.over_rcon import RconGame
from mcgod.game.rcon import Rcon
from mcgod.mcpserver.calls import Calls
from mcgod.mcpserver.desk import Desk
from mcgod.mcpserver.offers import Offers
from mcgod.mcpserver.scopes import scope_of
from mcgod.mcpserver.wire import Speaker
from mcgod.sandbox.server import Sandbox
from mcgod.store import opening

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def world(folder: Path, home: Path, *, bridge: bool = True) -> Iterator[Sandbox]:
    """Run the sandbox in ``folder``, with a bridge on ``home`` if wanted."""
    with ExitStack() as held:
        box = held.enter_context(Sandbox(folder, version="1.21.4"))
        box.join("Steve")
        box.join("Alex")
        if bridge:
            game = RconGame(Rcon("127.0.0.1", box.password, box.rcon_port))
            log = LogFile(folder / "logs" / "latest.log", "end")
            held.enter_context(bridge_on(home, game=game, log=log))
        yield box


@contextmanager
def desk(home: Path, scope: str, folder: Path | None = None, **how) -> Iterator[Desk]:
    """Open a desk on the server in ``folder``, or on none."""
    environ = {name: value for name, value in os.environ.items() if name.startswith("MCGOD_STORE_")}
    environ |= {"MCGOD_SERVER_DIR": str(folder)} if folder else {}
    found = paths.find(environ, home)
    settings = config.load(found.config, environ={**environ, "PATH": os.environ["PATH"]}, cwd=home.parent)
    with closing(Desk(settings, found, opening.sessions(settings, found), scope_of(scope), **how)) as made:
        yield made


def server(made: Desk):
    """Return the SDK's server of a desk, for a client in this process."""
    return Speaker(made, Offers(made), Calls()).server()
