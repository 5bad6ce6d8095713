"""Run one turn through the declared graph.

How the graph is walked may be somebody else's matter; how a turn begins, ends
and fails is the same whoever walks.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcgod.errors import GameUnreachable, McgodError, ModelUnreachable, StoreFailed, Unreachable
from mcgod.game.speech import tellraw
from mcgod.god import graph, nodes, result
from mcgod.god.turn import Turn
from mcgod.store import failures
from mcgod.store.failures import Failure

if TYPE_CHECKING:
    from mcgod.god.turn import Request, Services


Walk = Callable[["Turn"], None]


def run(request: Request, services: Services) -> dict[str, Any]:
    """Run one turn and return its result."""
    return take(Turn(request, services))


def walk(turn: Turn) -> None:
    """Take ``turn`` through the whole graph."""
    node: str | None = graph.TURN.start
    while node is not None:
        nodes.NODES[node](turn)
        node = graph.TURN.after(node, turn, nodes.CONDITIONS)


def take(turn: Turn, way: Walk = walk) -> dict[str, Any]:
    """Take a turn from where it stands to its end by ``way``, and return its result.

    Emits START, DELTA and DONE, or ERROR and DONE. Raises whatever error of
    the tree ended the turn; what had happened until then is in the trace, and
    nothing of a failed model call is in the history. While it runs, others
    may see it and stop it.
    """
    request, services = turn.request, turn.services
    if services.requests is None:
        return _take(turn, way)
    facts = (request.id, request.owner, request.player, request.text)
    with services.requests.running(*facts, stop=services.cancel) as cancel:
        turn.services = replace(services, cancel=cancel)
        return _take(turn, way)


def _take(turn: Turn, way: Walk) -> dict[str, Any]:
    turn.began = turn.services.timer() - turn.spent
    try:
        way(turn)
        if turn.fault is not None:
            raise turn.fault
    except McgodError as error:
        _failed(turn, error)
        raise
    turn.services.emit("DONE", "")
    return result.to_json(turn)


def _failed(turn: Turn, error: McgodError) -> None:
    """Close the trace and the stream, and let the player know that the god could not answer."""
    services = turn.services
    token = _kept(turn, error)
    services.emit("ERROR", f"{error.message}\nRetry token: {token}" if token else error.message)
    services.emit("DONE", "")
    if turn.fault is None:
        if turn.executed:  # what has happened must not be forgotten for what has not
            nodes.remember_failed(turn)
        turn.stage("end", state="failed", error={"slug": error.slug, "message": error.message})
    if isinstance(error, ModelUnreachable) and services.game and not turn.dry and turn.request.player:
        with suppress(GameUnreachable):  # the first error is the one to report
            for command in tellraw(turn.request.player, nodes.FALLBACK):
                services.game.command(command)


def _kept(turn: Turn, error: McgodError) -> str:
    """Keep a request that may be tried again, and say in ``error`` how; return its token, or nothing.

    One that has run a command is not kept: the command would be run twice.
    Nor is one that was to run none, for it would then.
    """
    request, requests = turn.request, turn.services.requests
    acted = request.dry_run or turn.acting or any(verdict.ran is not False for verdict in turn.verdicts)
    if requests is None or acted or not isinstance(error, (Unreachable, StoreFailed)):
        return ""
    token = failures.new_token()
    session = turn.session.id if turn.session else request.session
    with suppress(StoreFailed):  # the error that is to be told is the first one
        requests.keep(
            Failure(
                token,
                turn.services.clock(),
                request.owner,
                request.player,
                request.text,
                request.mode,
                request.event,
                session,
                request.soul,
                error.message,
            )
        )
        error.hint = f"{error.hint}; then: mcgod retry {token}" if error.hint else f"mcgod retry {token}"
        return token
    return ""
