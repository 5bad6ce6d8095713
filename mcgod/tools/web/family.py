"""The family of tools that look things up. Making them costs nothing; what is heavy is loaded when one runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.tools.web import fetch, modrinth, mods, search, wiki
from mcgod.tools.web.search import configured

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.config import Config
    from mcgod.paths import Paths
    from mcgod.tools.port import Tool
    from mcgod.tools.web.shelf import Shelf

__all__ = ["configured", "tools"]


def tools(config: Config, paths: Paths, folder: Path | None) -> list[Tool]:
    """Return the family; ``folder`` is the server's, None when it is elsewhere.

    The search is among them even when it is not ``configured``, so that the
    shell can be told how to; do not offer it to a model then.
    """

    def shelf() -> Shelf:
        from mcgod.tools.web.shelf import Shelf  # noqa: PLC0415 - when the wiki is asked

        return Shelf(paths.cache / "wiki")

    return [
        fetch.tool(),
        *search.tools(config),
        wiki.tool(config["tools.wiki.endpoint"], shelf),
        modrinth.tool(config["tools.modrinth.endpoint"], folder),
        mods.tool(folder),
    ]
