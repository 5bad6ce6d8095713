"""What the rules and the tools of a turn work with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules.context import Context

if TYPE_CHECKING:
    from mcgod.god.turn import Turn
    from mcgod.tools.port import Context as ToolContext


def rules_context(turn: Turn) -> Context:
    """Return what the rules judge by in this turn."""
    request = turn.request
    return Context(
        registry=turn.services.registry,
        tree=turn.services.tree,
        mode=request.mode,
        player=request.player,
        online=frozenset(turn.server.online) if turn.server else None,
        position=turn.player.position if turn.player else None,
        newcomer=turn.newcomer,
        confirmed=request.confirmed,
        yes_to=turn.yes_to,
        policies=turn.services.policies,
        max_commands=turn.services.max_commands,
    )


def tool_context(turn: Turn) -> ToolContext:
    """Return what tools work with in this turn."""
    request, services = turn.request, turn.services
    from mcgod.tools.port import Context as ToolContext  # noqa: PLC0415 - the oracle needs no tools

    return ToolContext(
        mode=request.mode,
        player=request.player,
        owner=request.owner,
        session=turn.known_session().id,
        dry_run=turn.dry,
        game=services.game,
        rules=rules_context(turn),
        ran=turn.executed,
        confirm=services.confirm,
        before_act=turn.begin_acting,
        ask=services.ask,
        cancel=services.cancel,
        carried=turn.carried,
    )
