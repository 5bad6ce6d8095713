"""The ``Game`` port over a running bridge: what the god uses, so that the connection has one owner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.bridge.address import BridgeDown
from mcgod.bridge.client import Bridge
from mcgod.game.port import PlayerState, Reply, ServerState

if TYPE_CHECKING:
    from pathlib import Path


class BridgeGame:
    """A Game that asks the bridge of a home. ``by`` says in the journal who ran a command.

    A lost bridge raises BridgeDown, except that a command whose answer was
    lost comes back with ``known`` False: it may have run.
    """

    capabilities = frozenset({"command", "state", "player"})

    def __init__(self, run_root: Path, *, by: str, timeout: float = 30.0) -> None:
        self._run_root = run_root
        self._by = by
        self._timeout = timeout
        self._bridge: Bridge | None = None

    def command(self, text: str) -> Reply:
        """Run ``text`` once."""
        bridge = self._connected()
        try:
            told = bridge.call("command", command=text, by=self._by)
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
        if self._bridge:
            self._bridge.close()
            self._bridge = None

    def _ask(self, method: str, **params: Any) -> Any:
        try:
            return self._connected().call(method, **params)
        except (BridgeDown, TimeoutError) as error:
            self.close()
            raise BridgeDown("the bridge went away", hint="mcgod bridge status") from error

    def _connected(self) -> Bridge:
        if self._bridge is None:
            self._bridge = Bridge(self._run_root, timeout=self._timeout)
        return self._bridge
