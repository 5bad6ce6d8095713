"""The ``Game`` port over a running bridge: what the god uses, so that the connection has one owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.bridge.address import BridgeDown
from mcgod.game.port import PlayerState, Reply, ServerState

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.bridge.port import Line


class BridgeGame:
    """A Game that asks a bridge, by a line that ``dial`` makes. ``by`` says in the journal who ran a command.

    ``of``: the event that it answers; once another has taken that over, commands raise TakenOver.

    A lost bridge raises BridgeDown, except that a command whose answer was
    lost comes back with ``known`` False: it may have run.
    """

    capabilities = frozenset({"command", "state", "player"})

    def __init__(self, dial: Callable[[], Line], *, by: str, of: int | None = None) -> None:
        self._dial = dial
        self._by = by
        self._of = of
        self._line: Line | None = None

    def command(self, text: str) -> Reply:
        """Run ``text`` once."""
        line = self._connected()
        try:
            told = line.call("command", command=text, by=self._by, of=self._of)
        except (BridgeDown, TimeoutError):
            self.close()
            return Reply(text, "", ok=False, known=False)
        return Reply(text, told["output"], told["raw"], ok=told["ok"], known=told["known"])

    def state(self) -> ServerState:
        """Ask for the server's state."""
        told = self._ask("state")
        return ServerState(tuple(told["online"]), told["max_players"], told["daytime"], told["difficulty"])

    def player(self, name: str) -> PlayerState | None:
        """Ask for an online player's state."""
        told = self._ask("player", player=name)
        if told is None:
            return None
        return PlayerState(**{**told, "position": tuple(told["position"]) if told["position"] else None})

    def close(self) -> None:
        """Hang up; the next call connects again."""
        if self._line:
            self._line.close()
            self._line = None

    def _ask(self, method: str, **params: Any) -> Any:
        try:
            return self._connected().call(method, **params)
        except (BridgeDown, TimeoutError) as error:
            self.close()
            raise BridgeDown("the bridge went away", hint="mcgod bridge status") from error

    def _connected(self) -> Line:
        if self._line is None:
            self._line = self._dial()
        return self._line
