"""All the tools of an installation, by its settings: one place where the families come together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.god import remotes
from mcgod.god.gamedata import version
from mcgod.god.knowledge import Knowledge
from mcgod.god.owners import folder
from mcgod.grammar import registry
from mcgod.store import opening
from mcgod.tools import asking, assets, commands
from mcgod.tools import knowledge as about
from mcgod.tools.dynamic import family as dynamic
from mcgod.tools.remote.family import Remotes
from mcgod.tools.scripts import family as scripts
from mcgod.tools.toolbox import Toolbox
from mcgod.tools.web import family as web

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.config import Config
    from mcgod.paths import Paths


def toolbox(
    config: Config,
    paths: Paths,
    *,
    note: Callable[[str], None] = lambda _: None,
    refresh: bool = False,
    wanted: str | None = None,
    knowledge: Knowledge | None = None,
    elsewhere: str = "",
) -> Toolbox:
    """Return every tool there is; close it at the end.

    A server of tools that nothing is known of is asked what it offers; with
    ``refresh`` all are, and with ``wanted`` only the one that may have the
    tool of that name. ``elsewhere`` is the version of a server whose folder
    is not at hand, whatever the settings say. ``note`` is told what could not be had. Raises BadConfig,
    and NotFound when the server's folder is none.
    """
    place, game = (None, elsewhere) if elsewhere else (folder(config), version(config))
    known = knowledge or Knowledge(config, paths, note)
    slots = paths.dynamic / "slots.json"
    families = (
        commands.tools(),
        asking.tools(),
        assets.tools(opening.assets(config, paths)),
        about.tools(known.bases, known.finder),
        web.tools(config, paths, place.path if place else None),
        scripts.tools(place, game, paths.scripts, kubejs=config["tools.kubejs"]),
        dynamic.tools(place, game, registry.load(game, paths.gamedata), slots, paths.scripts),
    )
    tools = [tool for family in families for tool in family]
    kept = {"search"} if web.configured(config) else {"search", "web.search"}
    remote = Remotes(remotes.servers(config), paths.cache / "mcp", note=note)
    try:
        tools += remote.tools([tool.name for tool in tools], refresh=refresh, wanted=wanted)
    except BaseException:
        remote.close()
        raise

    def ended() -> None:
        remote.close()
        known.close()

    return Toolbox(tools, tokens=config["god.tool_tokens"], kept=kept, closing=ended)
