"""What is not about a session: whether the gateway serves, what it has done, and what an item's name means."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from mcgod import __version__
from mcgod.gateway import bodies, metrics
from mcgod.gateway.routes.common import Json, gate_of

router = APIRouter(tags=["about"])


@router.get("/healthz", response_model=bodies.Health, responses={503: {"model": bodies.Health}})
async def health(request: Request) -> Response:
    """Tell whether the gateway serves; needs no token."""
    gate = gate_of(request)
    status = "stopping" if gate.desk.stopping else "ok"
    told = {"status": status, "version": __version__, "engine": gate.engine}
    return Json(told, status_code=200 if status == "ok" else 503)


@router.get("/metrics", responses={200: {"content": {"text/plain": {}}}}, response_class=Response)
async def measured(request: Request) -> Response:
    """Count what was done, in Prometheus' text form."""
    gate = gate_of(request)
    return Response(gate.metrics.text(gate.desk.counts), headers={"Content-Type": metrics.CONTENT_TYPE})


@router.get("/api/agent/resolve", response_model=dict)
async def resolve(
    request: Request,
    item: Annotated[str, Query(min_length=1, max_length=200)],
    types: Annotated[str, Query(max_length=200, description="Only these, with commas between.")] = "",
    threshold: Annotated[float, Query(ge=0, le=1, allow_inf_nan=False)] = 0.0,
    top: Annotated[int, Query(ge=1, le=50)] = 5,
) -> Response:
    """Say what a name means: an item and how to come by it, pages, and facts of this world."""
    gate = gate_of(request)
    wanted = [one.strip() for one in types.split(",") if one.strip()]
    return Json(await gate.desk.aside(lambda: gate.resolve(item, types=wanted, threshold=threshold, top=top)))
