"""For whom tools are called, and by which rules: the Context of the shell, and the parts that others make theirs of."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from mcgod.errors import Unreachable
from mcgod.god import setup
from mcgod.god.gamedata import game_data, policies, version
from mcgod.rules.context import Context as RulesContext
from mcgod.tools.port import Context

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.config import Config
    from mcgod.game.port import Game
    from mcgod.paths import Paths
    from mcgod.tools.port import Ask


def shell_context(
    config: Config,
    paths: Paths,
    *,
    mode: str,
    player: str | None,
    owner: str,
    confirmed: bool,
    dry_run: bool,
    confirm: Callable[[list[str]], bool] | None,
    ask: Ask | None,
) -> Context:
    """Return what a tool gets that the shell calls; the mode ``shell`` goes by the rules of sudo. Raises BadConfig."""
    game = setup.game(config)
    judged_as = "sudo" if mode == "shell" else mode
    rules = rules_of(config, paths, mode=judged_as, player=player, online=online(game), confirmed=confirmed)
    return Context(
        mode=mode, player=player, owner=owner, dry_run=dry_run, game=game, rules=rules, confirm=confirm, ask=ask
    )


def rules_of(
    config: Config,
    paths: Paths,
    *,
    mode: str,
    player: str | None,
    online: frozenset[str] | None,
    confirmed: bool = False,
) -> RulesContext:
    """Return how commands of ``mode`` are judged for ``player``, where ``online`` is who is there. Raises BadConfig."""
    ids, tree = game_data(paths, version(config))
    return RulesContext(
        registry=ids,
        tree=tree,
        mode=mode,
        player=player,
        online=online,
        confirmed=confirmed,
        policies=policies(config),
        max_commands=config["god.max_commands"],
    )


def online(game: Game | None) -> frozenset[str] | None:
    """Return who is online, None where nobody can be asked: the tool will say so if it needs the game."""
    if game is not None:
        with suppress(Unreachable):
            return frozenset(game.state().online)
    return None
