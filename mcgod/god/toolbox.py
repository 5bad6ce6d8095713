"""All the tools of an installation, by its settings: one place where the families come together."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from mcgod.god.gamedata import version
from mcgod.god.owners import folder
from mcgod.grammar import registry
from mcgod.store.assets import Assets
from mcgod.tools import asking, assets, commands
from mcgod.tools.dynamic import family as dynamic
from mcgod.tools.scripts import family as scripts
from mcgod.tools.toolbox import Toolbox
from mcgod.tools.web import family as web

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.paths import Paths


def toolbox(config: Config, paths: Paths) -> Toolbox:
    """Return every tool there is. Connects to nothing. Raises NotFound when the server's folder is none."""
    place, game = folder(config), version(config)
    slots = paths.dynamic / "slots.json"
    families = (
        commands.tools(),
        asking.tools(),
        assets.tools(Assets(paths.assets / "global.json", clock=time.time)),
        web.tools(config, paths, place.path if place else None),
        scripts.tools(place, game, paths.scripts, kubejs=config["tools.kubejs"]),
        dynamic.tools(place, game, registry.load(game, paths.gamedata), slots, paths.scripts),
    )
    kept = {"search"} if web.configured(config) else {"search", "web.search"}
    return Toolbox([tool for family in families for tool in family], tokens=config["god.tool_tokens"], kept=kept)
