"""A game that is only looked at: the ``Game`` port with no way to run a command."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import Refused

if TYPE_CHECKING:
    from mcgod.game.port import Game, PlayerState, Reply, ServerState


class Looking:
    """``game`` without its commands, whatever is asked of it."""

    capabilities = frozenset({"state", "player"})

    def __init__(self, game: Game) -> None:
        self._game = game

    def command(self, text: str) -> Reply:
        """Run nothing. Raises Refused."""
        raise Refused(f"a client that only looks runs no command, not {text.split(maxsplit=1)[0][:40]!r}")

    def state(self) -> ServerState:
        """Ask for the server's state."""
        return self._game.state()

    def player(self, name: str) -> PlayerState | None:
        """Ask for an online player's state."""
        return self._game.player(name)

    def close(self) -> None:
        """Let the connection go."""
        self._game.close()
