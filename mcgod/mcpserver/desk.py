"""What the calls of a client are served with: settings, game, rules, tools, sessions; each part made on first use."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from mcgod.bridge.game import BridgeGame
from mcgod.errors import Unreachable
from mcgod.god import setup
from mcgod.god.allowance import is_newcomer
from mcgod.god.knowledge import Knowledge
from mcgod.god.owners import may_sudo, owner_of
from mcgod.god.toolbox import toolbox
from mcgod.god.tooling import online, rules_of
from mcgod.mcpserver.bridged import Link
from mcgod.mcpserver.looking import Looking
from mcgod.names import player_name
from mcgod.tools.port import Context

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.config import Config
    from mcgod.game.port import Game
    from mcgod.god.turn import Services
    from mcgod.mcpserver.scopes import Scope
    from mcgod.paths import Paths
    from mcgod.rules.context import Context as RulesContext
    from mcgod.store.port import Store
    from mcgod.tools.toolbox import Toolbox

_ACTING = frozenset({"act", "write"})  # risks of tools whose commands are judged by who is online


class Desk:
    """Serves one scope. ``player`` is the one that everything is for, None where callers may choose.

    With ``dry_run`` nothing is run or written. ``note`` tells the admin what
    could not be had. Raises BadUsage for a name that is none, and Refused for
    a player who may not use sudo.
    """

    def __init__(
        self,
        config: Config,
        paths: Paths,
        store: Store,
        scope: Scope,
        *,
        player: str | None = None,
        dry_run: bool = False,
        note: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.config = config
        self.paths = paths
        self.store = store
        self.scope = scope
        self.player = player_name(player) if player is not None else None
        self.link = Link(config, paths, scope)
        self._dry_run = dry_run or scope.name == "read"
        self._note = note
        self._known = Knowledge(config, paths, note)
        self._lock = threading.Lock()
        self._box: Toolbox | None = None
        self._services: Services | None = None
        self._modded = config["mod.vantage"] != "off" and any(
            config[f"mod.{name}"] for name in ("vantage", "port", "dir")
        )
        self.check_right()

    def check_right(self) -> None:
        """Let pass who may have this scope. Raises Refused; operators come and go."""
        if self.scope.name == "sudo":
            may_sudo(self.config, self.player)

    @property
    def has_game(self) -> bool:
        """Whether there is a server at all, by our settings or the bridge's; without one nothing is run."""
        return self.config.has_server or self._modded or "command" in (self.link.supported() or ())

    @property
    def owner(self) -> str | None:
        """Whose sessions may be read, None for everybody's."""
        return owner_of(self.config, self.player) if self.player else None

    @property
    def knowledge(self) -> Knowledge:
        """The knowledge bases."""
        return self._known

    def box(self) -> Toolbox:
        """Return the tools of the installation. Raises BadConfig."""
        with self._lock:
            return self._tools()

    def services(self) -> Services:
        """Return what turns work with, but for the game and whoever is asked. Raises BadConfig."""
        with self._lock:
            if self._services is None:
                made = setup.services(self.config, self.paths, self.store, note=self._note)
                if made.game:
                    made.game.close()
                if made.tools:  # those that are here already serve turns as well
                    made.tools.close()
                    made.tools = self._tools()
                self._services = replace(made, game=None)
            return self._services

    def _tools(self) -> Toolbox:
        if self._box is None:
            self._box = toolbox(self.config, self.paths, note=self._note, knowledge=self._known)
        return self._box

    def context(self, risk: str) -> Context:
        """Return what a tool of that ``risk`` is called with; its ``game`` has to be closed. Raises BadConfig."""
        made = Context(
            mode=self.scope.mode,
            player=self.player,
            owner=self.owner or "cli",
            dry_run=self._dry_run,
            game=self._game(),
        )
        return replace(made, rules=self._rules._replace(online=online(made.game) if risk in _ACTING else None))

    def acting(self, context: Context, player: str | None) -> Context:
        """Complete a context for a command on behalf of ``player``: where and how new the player is. Raises Refused."""
        self.check_right()
        if player is None:
            return context
        owner = owner_of(self.config, player_name(player))
        position = None
        if context.game is not None and context.mode != "sudo":
            with suppress(Unreachable):
                here = context.game.player(player)
                position = here.position if here else None
        newcomer = context.mode != "sudo" and is_newcomer(
            self.store.deeds(owner), time.time(), self.config["god.first_login_minutes"]
        )
        assert context.rules is not None
        rules = context.rules._replace(player=player, position=position, newcomer=newcomer)
        return replace(context, player=player, owner=owner, rules=rules)

    def close(self) -> None:
        """Let go of connections, indexes, and servers of tools that were started."""
        if self._box:
            self._box.close()
        else:
            self._known.close()

    @cached_property
    def _rules(self) -> RulesContext:
        """The rules as they are when the first call comes; reading them anew costs more than most calls."""
        return rules_of(self.config, self.paths, mode=self.scope.mode, player=self.player, online=None)

    def _game(self) -> Game | None:
        """Return the game, through the bridge where one runs; without its commands for who may only look."""
        if not self.has_game:
            return None
        game = BridgeGame(self.link.dial, by=self.link.by) if self.link.up else setup.game(self.config)
        return Looking(game) if game and self.scope.name == "read" else game
