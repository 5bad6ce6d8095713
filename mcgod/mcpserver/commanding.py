"""``command``: one command, judged by the rules of the scope's mode, and run if it passes.

A god's limits are meant for a turn. Here nobody says where a turn ends, so the
commands of one minute count as one, for each player.
"""

from __future__ import annotations

import time
from collections import defaultdict
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, Any

from mcgod.errors import Busy
from mcgod.mcpserver.primitives import PLAYER
from mcgod.rules.judge import hint_of
from mcgod.rules.plan import allowance
from mcgod.tools import commands
from mcgod.tools.port import Tool, parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcgod.rules.verdict import Verdict
    from mcgod.tools.port import Context, ToolResult

TURN, _HOUR = 60.0, 3600.0  # seconds
_SAYS = {
    "god": "Run one command in the game, within the limits that a god keeps to; the commands of a minute count as one "
    "prayer's. What is almost right is repaired, the rest refused with the reason.",
    "sudo": "Run one command in the game as an administrator. What is almost right is repaired, the rest refused with "
    "the reason. What destroys, or rules the server, is run only when the user says yes.",
}


class Commanding:
    """Runs the commands of one scope. ``acting`` completes a context for a player: who is online, what limits hold."""

    def __init__(
        self, acting: Callable[[Context, str | None], Context], *, clock: Callable[[], float] = time.time
    ) -> None:
        self._acting = acting
        self._clock = clock
        self._lock = Lock()  # one after another, or two at once would each see the limits as the other does
        self._ran: defaultdict[str, list[tuple[float, Verdict]]] = defaultdict(list)
        self._execute = next(tool.run for tool in commands.tools() if tool.name == "execute-command")

    def tool(self, mode: str, *, choose: bool) -> Tool:
        """Return the tool; with ``choose`` its caller says for which player: a god's limits are about somebody."""
        arguments: dict[str, Any] = {
            "command": {"type": "string", "minLength": 1, "maxLength": 2000, "description": "with or without a slash"},
            "dry_run": {"type": "boolean", "description": "only judge it"},
        }
        if choose:
            arguments["player"] = PLAYER | {"description": "for whom: who prayed"}
        needed = ("command", "player") if choose and mode == "god" else ("command",)
        return Tool("command", _SAYS[mode], parameters(arguments, needed), self._run, risk="act", outside=True)

    def _run(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        context = self._acting(context, given.get("player") or context.player)
        if given.get("dry_run") or context.game is None:
            context = replace(context, dry_run=True)
        if context.mode == "sudo":
            return self._execute(given, context)
        with self._lock:
            return self._within_limits(given, context)

    def _within_limits(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        now = self._clock()
        self._forget(now)
        before = self._ran[(context.player or "").lower()]
        assert context.rules is not None
        if refusal := allowance(context.rules.policy._replace(cooldown=0), [(at, 1) for at, _ in before], now):
            raise Busy(f"too many commands: {hint_of(refusal)}", hint=f"mcgod rules show {refusal.reason}")
        context = replace(context, ran=[verdict for at, verdict in before if now - at < TURN])
        known = len(context.ran)
        try:
            return self._execute(given, context)
        finally:
            before += [(now, verdict) for verdict in context.ran[known:]]

    def _forget(self, now: float) -> None:
        for player, ran in [*self._ran.items()]:
            self._ran[player] = [one for one in ran if now - one[0] < _HOUR]
            if not self._ran[player]:
                del self._ran[player]
