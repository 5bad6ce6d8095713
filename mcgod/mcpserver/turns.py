"""``pray`` and ``sudo``: whole turns of the god, as tools whose data is the result of a turn."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcgod.god import questions, runner
from mcgod.god.placing import placed
from mcgod.god.streaming import event_line
from mcgod.god.title import entitle
from mcgod.god.turn import Request
from mcgod.god.wording import LONGEST, worded
from mcgod.mcpserver.primitives import PLAYER
from mcgod.tools.port import Tool, ToolResult, parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcgod.mcpserver.desk import Desk
    from mcgod.tools.port import Context

_SAYS = {
    "god": "Pray to mcgod's own god: its model proposes commands, the rules judge them, what passed is run, and the "
    "god answers. To be the god yourself, use `command` and `say` instead.",
    "sudo": "Let mcgod's own model turn an administrator's words into checked commands and run them. What destroys, or "
    "rules the server, is run only when the user says yes.",
}
_NAMES = {"god": "pray", "sudo": "sudo"}


def tools(desk: Desk) -> list[Tool]:
    """Return the turns that the scope of ``desk`` covers."""
    return [_tool(desk, mode) for mode in _SAYS if desk.scope.covers(mode)]


def _tool(desk: Desk, mode: str) -> Tool:
    arguments: dict[str, Any] = {
        "text": {"type": "string", "minLength": 1, "maxLength": LONGEST},
        "session": {"type": "string", "maxLength": 80, "description": "a session's id or token; else the active one"},
        "dry_run": {"type": "boolean", "description": "think and judge, but run nothing"},
    }
    if mode == "god":
        arguments["soul"] = {"type": "string", "maxLength": 40, "description": "the persona that speaks, this once"}
        if desk.player is None:
            arguments["player"] = PLAYER | {"description": "who prays"}

    def run(given: Mapping[str, Any], context: Context) -> ToolResult:
        return _turn(desk, mode, given, context)

    return Tool(_NAMES[mode], _SAYS[mode], parameters(arguments, ("text",)), run, risk="act", outside=True)


def _turn(desk: Desk, mode: str, given: Mapping[str, Any], context: Context) -> ToolResult:
    wish = Request(
        worded(given["text"]),
        mode=mode,
        player=context.player or given.get("player"),
        soul=given.get("soul"),
        dry_run=context.dry_run or bool(given.get("dry_run")),
    )
    if mode == "sudo":
        desk.check_right()
    request = placed(wish, given.get("session"), desk.config, desk.store)
    services = replace(
        desk.services(),
        game=context.game,
        cancel=context.cancel,
        confirm=context.confirm,
        emit=_teller(context, request.id),
    )
    services.ask = context.ask or questions.of_turn(request, services)
    result = runner.run(request, services)
    if services.summary_model:  # nobody shall wait for a title
        threading.Thread(target=entitle, args=(services, result, request.text), daemon=True).start()
    return ToolResult(_words(result), result)


def _teller(context: Context, request_id: str) -> Callable[[str, Any], None]:
    return lambda name, data: context.emit(name, event_line(name, request_id, data))


def _words(result: dict[str, Any]) -> str:
    """Return the answer as a reader wants it: what was said, then a line for each command."""
    told = [str(result["message"])]
    for verdict in result["verdicts"]:
        if verdict["verdict"] == "rejected":
            told.append(f"refused: {verdict['proposed']} ({verdict['hint']})")
        else:
            state = "unknown" if verdict["ran"] is None else "ran" if verdict["ran"] else "would run"
            output = f" ({verdict['output']})" if verdict["output"] else ""
            told.append(f"{state}: {verdict['command']}{output}")
    if result["why"]:
        told.append(f"nothing was run: {result['why']}")
    return "\n".join(told)
