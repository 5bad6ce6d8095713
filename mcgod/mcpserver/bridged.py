"""The bridge's calls as tools, over a connection each; without a bridge, the few that a bare game serves.

A client that may only look shows the bridge the token that may only look.
"""

from __future__ import annotations

import json
import secrets
import time
from threading import Event
from typing import TYPE_CHECKING, Any

from mcgod.bridge import opening
from mcgod.bridge.address import BridgeDown
from mcgod.bridge.client import Bridge
from mcgod.bridge.methods import modstate
from mcgod.bridge.patience import patience
from mcgod.errors import Cancelled
from mcgod.game.speech import tellraw
from mcgod.mcpserver.primitives import PRIMITIVES
from mcgod.names import player_name
from mcgod.tools.port import Tool, ToolResult, parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcgod.bridge.port import Line
    from mcgod.config import Config
    from mcgod.game.port import Game
    from mcgod.mcpserver.primitives import Primitive
    from mcgod.mcpserver.scopes import Scope
    from mcgod.paths import Paths
    from mcgod.tools.port import Context

_LOOK = 0.1  # seconds between two looks for a wish to stop
_COMMAND = 30.0  # seconds that a command may take
_SIGNED = frozenset({"claim", "publish"})  # calls that say so in their parameters


class Link:
    """The way to the bridge, on loopback or through Redis. ``by`` is who asks, as the journal has it."""

    def __init__(self, config: Config, paths: Paths, scope: Scope) -> None:
        self._config = config
        self._paths = paths
        self._looks = scope.name == "read"
        self.by = f"mcp-{secrets.token_hex(3)}"  # of two clients only one shall hold a claim

    @property
    def up(self) -> bool:
        """Whether a bridge answers."""
        try:
            self.call("ping")
        except BridgeDown:
            return False
        return True

    def dial(self) -> Line:
        """Return a line on which commands may be run. Raises BridgeDown."""
        return opening.dial(self._config, self._paths, timeout=_COMMAND)()

    def call(self, method: str, params: dict[str, Any] | None = None, *, cancel: Event | None = None) -> Any:
        """Call a method. Raises BridgeDown, what the bridge raises, and Cancelled once ``cancel`` is set."""
        given = params or {}
        wait = patience(method, given, self._config["rcon.timeout"])
        if self._config["store.url"]:  # there everybody may do everything; what is not listed is not called
            with opening.dial(self._config, self._paths, timeout=wait)() as line:
                return line.call(method, **given)
        with Bridge(self._paths.run_root, timeout=_LOOK, looks=self._looks) as bridge:
            return _answer(bridge, bridge.ask(method, given), wait, cancel)

    def supported(self) -> frozenset[str] | None:
        """Return the calls that the bridge can serve now; None when there is no bridge."""
        try:
            return frozenset(self.call("capabilities")["supported"])
        except BridgeDown:
            return None


def tools(link: Link, scope: Scope) -> list[Tool]:
    """Return a tool for every call of the bridge that ``scope`` covers, be it possible just now or not."""
    return [_tool(one, link, scope) for one in PRIMITIVES if scope.covers(one.scope)]


def _tool(one: Primitive, link: Link, scope: Scope) -> Tool:
    arguments = dict(one.arguments)
    if one.name == "world" and scope.covers("sudo"):
        arguments["level"] = {"type": "string", "description": "have a client's mod open the world of that name"}

    def run(given: Mapping[str, Any], context: Context) -> ToolResult:
        asked = {key: value for key, value in given.items() if key in arguments}
        if context.dry_run and (one.risk != "read" or "level" in asked):
            return ToolResult("(dry run) nothing was asked of the bridge", {"dry_run": True})
        found = _asked(one, asked, link, context)
        data = found if isinstance(found, dict) else {"result": found}
        return ToolResult(json.dumps(found, ensure_ascii=False), data)

    return Tool(one.name, one.says, parameters(arguments, one.required), run, risk=one.risk, outside=one.outside)


def _asked(one: Primitive, given: dict[str, Any], link: Link, context: Context) -> Any:
    try:
        if one.name == "events":
            return _awaited(link, given, context)
        if one.name == "publish":
            given["event"] = {**given["event"], "by": link.by}
        elif one.name in _SIGNED or one.risk == "act":
            given["by"] = link.by
        return link.call(one.name, given, cancel=context.cancel)
    except BridgeDown:
        if not one.direct or context.game is None or link.up:
            raise
        return _DIRECT[one.name](context.game, given)


def _awaited(link: Link, given: dict[str, Any], context: Context) -> Any:
    """Return a page of events; with ``seconds``, wait as long for one that has any."""
    until = time.monotonic() + given.pop("seconds", 0)
    cancel = context.cancel or Event()
    while True:
        page = link.call("events", given, cancel=cancel)
        if page["events"] or time.monotonic() >= until:
            return page
        given["since"] = page["next"]
        if cancel.wait(_LOOK):
            raise Cancelled("the call was cancelled")


def _answer(bridge: Bridge, asked: str, wait: float, cancel: Event | None) -> Any:
    """Wait for an answer, looking now and then for a wish to stop."""
    until = time.monotonic() + wait
    while True:
        try:
            return bridge.answer(asked)
        except TimeoutError:
            if cancel and cancel.is_set():
                raise Cancelled("the call was cancelled") from None
            if time.monotonic() >= until:
                raise BridgeDown(f"the bridge took over {wait:g} seconds", hint="mcgod bridge status") from None


def _state(game: Game, _given: dict[str, Any]) -> dict[str, Any]:
    return game.state().to_json()


def _player(game: Game, given: dict[str, Any]) -> dict[str, Any] | None:
    found = game.player(player_name(given["player"]))
    return modstate.shown(found) if found else None


def _say(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    commands = tellraw(player_name(given["player"]) if given.get("player") else None, given["text"])
    for command in commands:
        game.command(command)
    return {"lines": len(commands)}


_DIRECT: dict[str, Callable[[Game, dict[str, Any]], Any]] = {"state": _state, "player": _player, "say": _say}
