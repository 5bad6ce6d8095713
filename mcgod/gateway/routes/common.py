"""What the paths share: the gateway behind them, JSON as mcgod writes it, and how errors are told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from fastapi import Request
from fastapi.responses import JSONResponse

from mcgod import jsonl
from mcgod.gateway import bodies, faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.errors import McgodError
    from mcgod.gateway.desk import Desk
    from mcgod.gateway.metrics import Metrics

# What any path may answer besides; 422 is a body that has not the shape it should have.
FAULTS: dict[int | str, dict[str, Any]] = {
    status: {"model": bodies.Faulty, "description": meaning}
    for status, meaning in (
        (400, "The body or a parameter is wrong"),
        (401, "The token is missing or wrong"),
        (403, "Not allowed"),
        (404, "There is no such thing"),
        (409, "It stands against what is there"),
        (413, "The body is too large"),
        (422, "The body has another shape"),
        (429, "Busy, or a limit of the rules: later"),
        (500, "The gateway, its settings or its disk failed"),
        (502, "The model or the game is out of reach"),
        (503, "Too many wait, or the gateway stops: later"),
    )
}


@dataclass(frozen=True, slots=True)
class Gate:
    """What the paths work with. ``resolve`` answers what an item's name means; ``engine`` is the engine's name."""

    desk: Desk
    metrics: Metrics
    engine: str
    resolve: Callable[..., dict[str, Any]]


class Json(JSONResponse):
    """JSON in UTF-8; what is no Unicode becomes a question mark rather than an error."""

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return jsonl.line(content)


def gate_of(request: Request) -> Gate:
    """Return the gateway that serves ``request``."""
    gate: Gate = request.app.state.gate
    return gate


def fault(error: McgodError) -> Json:
    """Return an error as an answer."""
    status = faults.status_of(error)
    return Json(faults.body_of(error), status_code=status, headers=faults.headers_of(status))
