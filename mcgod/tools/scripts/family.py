"""The family of tools for the server's scripts: names, schemas and what each is for."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from mcgod.tools.port import Tool, parameters
from mcgod.tools.scripts.instant import Instant
from mcgod.tools.scripts.oneshot import OneShot
from mcgod.tools.scripts.reloading import Reloading
from mcgod.tools.scripts.shelf import Shelf

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mcgod.game.folder import ServerFolder

_PATH = {
    "type": "string",
    "minLength": 1,
    "description": "path below mcgod's folder of scripts, such as gifts/bread",
}
_CONTENT = {
    "type": "string",
    "description": "all that the script is to hold: one command a line, or JavaScript where KubeJS is open",
}
_CODE = {
    "type": "string",
    "minLength": 1,
    "description": "commands, one a line; where KubeJS is open, JavaScript whose last value is the answer "
    "(source, server, level and player are there, and may be null)",
}
_VERSION = {"type": "integer", "minimum": 1, "description": "the number of a backup; the newest when not given"}


def tools(
    folder: ServerFolder | None,
    version: str,
    backups: Path,
    *,
    kubejs: bool = False,
    sleep: Callable[[float], object] = time.sleep,
    now: Callable[[], float] = time.time,
) -> list[Tool]:
    """Return the tools for the scripts of the server in ``folder``, of game ``version``.

    What scripts held before is kept below ``backups``. ``kubejs`` (the setting
    ``tools.kubejs``) opens JavaScript, which the rules cannot check; without
    it, and where no KubeJS is, scripts are functions of a data pack. Its tags
    (``load``, ``tick``) cannot be written: what runs twenty times a second is
    beyond limits that hold for one command.
    """
    shelf = Shelf(folder, version, backups, kubejs)
    return [*_kept(shelf), *_running(Reloading(shelf, sleep), now)]


def _kept(shelf: Shelf) -> list[Tool]:
    path = parameters({"path": _PATH}, ("path",))
    return [
        Tool(
            "list-server-scripts",
            "List the server's scripts that mcgod keeps: path, size, time of the last change.",
            parameters(),
            shelf.show,
        ),
        Tool("read-server-script", "Read one of the server's scripts.", path, shelf.read),
        Tool(
            "write-server-script",
            "Create a script, or replace all that it holds. Every command of a function must pass the rules; "
            "one that does not, and nothing is written. What it held before is kept as a backup. "
            "Call reload-game afterwards; a function then runs when it is called, never by itself.",
            parameters({"path": _PATH, "content": _CONTENT}, ("path", "content")),
            shelf.write,
            risk="write",
        ),
        Tool(
            "delete-server-script",
            "Delete one of the server's scripts; a backup of it is kept.",
            path,
            shelf.delete,
            risk="write",
        ),
        Tool(
            "restore-server-script",
            "Write a backup of a script back: of what it held before it was overwritten or deleted.",
            parameters({"path": _PATH, "version": _VERSION}, ("path",)),
            shelf.restore,
            risk="write",
        ),
    ]


def _running(reloading: Reloading, now: Callable[[], float]) -> list[Tool]:
    return [
        Tool(
            "apply-instant-server-script",
            "Run a few commands at once, or JavaScript where KubeJS is open, without keeping a script.",
            parameters({"code": _CODE}, ("code",)),
            Instant(reloading.shelf, OneShot(reloading, now)).apply,
            risk="act",
        ),
        Tool(
            "reload-game",
            "Load the server's data packs and scripts anew, and report what did not load.",
            parameters(),
            reloading.game,
            risk="act",
        ),
        Tool(
            "sync-command-tree",
            "Make commands that scripts registered known to the players who are online.",
            parameters(),
            reloading.tree,
            risk="act",
        ),
    ]
