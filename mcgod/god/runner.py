"""Run one turn through the declared graph."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcgod.errors import GameUnreachable, McgodError, ModelUnreachable
from mcgod.game.speech import tellraw
from mcgod.god import graph, nodes, result
from mcgod.god.turn import Turn
from mcgod.store.requests import running

if TYPE_CHECKING:
    from mcgod.god.turn import Request, Services


def run(request: Request, services: Services) -> dict[str, Any]:
    """Run one turn and return its result.

    Emits START, DELTA and DONE, or ERROR and DONE. Raises whatever error of
    the tree ended the turn; what had happened until then is in the trace, and
    nothing of a failed model call is in the history. While it runs, others
    may see it and stop it.
    """
    if services.requests is None:
        return _run(Turn(request, services))
    with running(services.requests, request.id, request.owner, request.player, request.text) as cancel:
        return _run(Turn(request, replace(services, cancel=cancel)))


def _run(turn: Turn) -> dict[str, Any]:
    services = turn.services
    start = services.timer()
    node: str | None = graph.TURN.start
    try:
        while node is not None:
            if node == "persist":
                turn.ms["total"] = round((services.timer() - start) * 1000)
            nodes.NODES[node](turn)
            node = graph.TURN.after(node, turn, nodes.CONDITIONS)
        if turn.fault is not None:
            raise turn.fault
    except McgodError as error:
        _failed(turn, error)
        raise
    services.emit("DONE", "")
    return result.to_json(turn)


def _failed(turn: Turn, error: McgodError) -> None:
    """Close the trace and the stream, and let the player know that the god could not answer."""
    services = turn.services
    services.emit("ERROR", error.message)
    services.emit("DONE", "")
    if turn.fault is None:
        if turn.executed:  # what has happened must not be forgotten for what has not
            nodes.remember_failed(turn)
        turn.stage("end", state="failed", error={"slug": error.slug, "message": error.message})
    if isinstance(error, ModelUnreachable) and services.game and not turn.dry and turn.request.player:
        with suppress(GameUnreachable):  # the first error is the one to report
            for command in tellraw(turn.request.player, nodes.FALLBACK):
                services.game.command(command)
