"""Sessions: begun, spoken in, shown, closed."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response

from mcgod.gateway import bodies, handles
from mcgod.gateway.calls import Order, id_of
from mcgod.gateway.routes.answering import answered, wants_stream
from mcgod.gateway.routes.common import Json, gate_of

router = APIRouter(prefix="/v1/session", tags=["sessions"])
TURN: dict[int | str, dict[str, Any]] = {
    200: {"model": bodies.Turn, "description": "The turn's result", "content": {"text/event-stream": {}}},
    202: {"model": bodies.Waits, "description": "The turn asks the player something first"},
}
Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern=r"^[!-~]+$",
        description="A message that comes again with its key has the first one's result, and is never run twice.",
    ),
]


@router.post("/start", response_model=bodies.Started)
async def start(request: Request, body: bodies.Start) -> Response:
    """Begin a session for a player."""
    desk = gate_of(request).desk
    return Json(await desk.aside(desk.work.sessions.start, body.player, body.mode))


@router.get("/{session_id}", response_model=bodies.Session)
async def show(request: Request, session_id: str) -> Response:
    """Show a session."""
    desk = gate_of(request).desk
    return Json(await desk.aside(desk.work.sessions.show, session_id))


@router.post("/{session_id}/close", response_model=bodies.Session)
async def close(request: Request, session_id: str) -> Response:
    """Close a session; it takes no more messages."""
    desk = gate_of(request).desk
    return Json(await desk.aside(desk.work.sessions.close, session_id))


@router.post("/{session_id}/message", responses=TURN, response_model=None)
async def message(request: Request, session_id: str, body: bodies.Message, key: Key = None) -> Response:
    """Say something in a session, and get what the god says and does.

    Messages of one owner are answered one after another, in the order in
    which they came.
    """
    handles.read(session_id)
    order = Order(
        id_of(session_id, key) if key else secrets.token_hex(8),
        session_id,
        body.text,
        context=body.context.model_dump(),
        allow_tools=body.allow_tools,
        max_tool_steps=body.max_tool_steps,
        execute=body.execute,
        event=body.event,
        keyed=key is not None,
    )
    ticket = gate_of(request).desk.submit(order)
    return await answered(ticket, stream=body.stream or wants_stream(request))
