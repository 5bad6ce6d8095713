"""The HTTP application: the paths behind their guard, every error in one shape, and what runs from start to end."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from mcgod import __version__
from mcgod.errors import BadInput, McgodError, NotFound
from mcgod.gateway.desk import Desk
from mcgod.gateway.guard import Guard
from mcgod.gateway.metrics import Metrics
from mcgod.gateway.routes import about, requests, sessions
from mcgod.gateway.routes.common import FAULTS, Gate, Json, fault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from mcgod.gateway.work import Work

_HOUR = 3600.0


def build(
    work: Work,
    *,
    token: str,
    resolve: Callable[..., dict[str, Any]],
    max_body: int = 65_536,
    at_once: int = 64,
    queue: int = 1000,
    drain: float = 30.0,
) -> FastAPI:
    """Return the application. It closes ``work`` at its end."""
    metrics = Metrics()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        desk = Desk(work, metrics, at_once=at_once, most=queue, drain=drain)
        app.state.gate = Gate(desk, metrics, work.engine.name, resolve)
        for call in await asyncio.to_thread(work.left_over):
            desk.recover(call)
        tidying = asyncio.create_task(_tidy(work))
        try:
            yield
        finally:
            tidying.cancel()
            await desk.close()
            await asyncio.to_thread(work.close)

    app = FastAPI(
        title="mcgod gateway",
        version=__version__,
        description="The god of a Minecraft server over HTTP. Every request but /healthz carries a bearer token.",
        lifespan=life,
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        responses=FAULTS,
    )
    app.add_middleware(Guard, token=token, most=max_body, metrics=metrics)
    for router in (sessions.router, requests.router, about.router):
        app.include_router(router)
    app.add_exception_handler(McgodError, _of_the_tree)
    app.add_exception_handler(RequestValidationError, _of_the_shape)
    app.add_exception_handler(HTTPException, _of_http)
    app.add_exception_handler(Exception, _of_nobody)
    return app


async def _tidy(work: Work) -> None:
    while True:
        await asyncio.to_thread(work.calls.purge)
        await asyncio.sleep(_HOUR)


async def _of_the_tree(_request: Any, error: Any) -> Json:
    return fault(error)


async def _of_the_shape(_request: Any, error: Any) -> Json:
    """Tell where a body is wrong, without repeating what it said."""
    told = [f"{'.'.join(str(part) for part in one['loc'][1:]) or 'body'}: {one['msg']}" for one in error.errors()]
    answer = fault(BadInput("; ".join(told)[:500], hint="GET /openapi.json"))
    answer.status_code = 422
    return answer


async def _of_http(_request: Any, error: Any) -> Json:
    """Tell of paths and methods that there are not."""
    kind = NotFound if error.status_code in (404, 405) else BadInput
    answer = fault(kind(str(error.detail), hint="GET /openapi.json"))
    answer.status_code = error.status_code
    answer.headers.update(error.headers or {})
    return answer


async def _of_nobody(_request: Any, error: Any) -> Json:
    return fault(McgodError(f"internal error: {type(error).__name__}"))
