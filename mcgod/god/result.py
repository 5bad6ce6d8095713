"""The result of a turn, in the shape that every interface gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcgod.god.turn import Turn

VERSION = 1


def to_json(turn: Turn) -> dict[str, Any]:
    """Return ``{"v","request_id","session","owner","mode","player","message","commands","verdicts",…}``.

    ``commands`` are the ones that passed the rules. ``dry_run`` tells that
    none of them was run, and ``why`` then says why. ``ms`` is in milliseconds.
    """
    request = turn.request
    why = "asked for" if request.dry_run else "no server is configured" if turn.services.game is None else None
    return {
        "v": VERSION,
        "request_id": request.id,
        "session": turn.known_session().token,
        "owner": request.owner,
        "mode": request.mode,
        "player": request.player,
        "soul": turn.soul,
        "message": turn.message,
        "commands": [verdict.command for verdict in turn.verdicts if verdict.allowed],
        "verdicts": [verdict.to_json() for verdict in turn.verdicts],
        "tool_trace": [called.to_json() for _, _, done in turn.rounds for called in done],
        "model": turn.models,
        "usage": {"input": turn.usage.input, "output": turn.usage.output},
        "ms": turn.ms,
        "dry_run": turn.dry,
        "why": why,
        "notes": turn.notes,
    }
