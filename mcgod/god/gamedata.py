"""Which game the server runs: its version, the ids and the grammar of it, and every mode's limits.

What judges needs nothing else, so this imports next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.god.owners import folder
from mcgod.grammar import registry, trees, versions

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.grammar.nodes import Tree
    from mcgod.grammar.registry import Registry
    from mcgod.paths import Paths
    from mcgod.rules.policy import Policy


def policies(config: Config) -> dict[str, Policy]:
    """Return every mode's limits: the shipped ones, with those of ``rules.file`` on top. Raises BadConfig."""
    from mcgod.rules.policy import overridden, shipped  # noqa: PLC0415 - only what judges needs them

    if not config["rules.file"]:
        return shipped()
    from pathlib import Path  # noqa: PLC0415 - most admins have no limits of their own

    from mcgod.config import read_tables  # noqa: PLC0415 - as above

    path = Path(config["rules.file"]).expanduser()
    return overridden(shipped(), read_tables(path), str(path))


def game_data(paths: Paths, wanted: str) -> tuple[Registry, Tree]:
    """Return the ids and the grammar of game version ``wanted``: imported, vendored, or the nearest older ones."""
    return registry.load(wanted, paths.gamedata), trees.load(wanted, paths.gamedata)


def version(config: Config) -> str:
    """Return the game version: as set, else as the server's folder tells, else the default."""
    if config["server.version"]:
        return str(config["server.version"])
    place = folder(config)
    return (place.version if place else None) or versions.DEFAULT
