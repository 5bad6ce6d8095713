"""Requests: the messages that are on their way or were, how they are stopped, and how their questions are answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request, Response

from mcgod.errors import BadUsage, NotFound
from mcgod.gateway import bodies
from mcgod.gateway.routes.answering import answered, wants_stream
from mcgod.gateway.routes.common import Json, gate_of
from mcgod.gateway.routes.sessions import TURN
from mcgod.tools.port import Answer

if TYPE_CHECKING:
    from mcgod.gateway.calls import Call
    from mcgod.gateway.desk import Desk
    from mcgod.gateway.tickets import Ticket

router = APIRouter(prefix="/v1/requests", tags=["requests"])


@router.get("", response_model=bodies.Requests)
async def listed(request: Request) -> Response:
    """List the messages that are on their way, and requests that other mcgods run on this home."""
    desk = gate_of(request).desk
    here = [_live(ticket) for ticket in desk.tickets]
    others = await desk.aside(desk.work.running_elsewhere, {one["request_id"] for one in here})
    return Json({"requests": [*here, *others]})


@router.get("/{request_id}", response_model=bodies.Request)
async def show(request: Request, request_id: str) -> Response:
    """Show what has become of a message; it is known for a day at most."""
    return Json(await _shown(gate_of(request).desk, request_id))


@router.post("/{request_id}/cancel", status_code=202, response_model=bodies.Request)
async def cancel(request: Request, request_id: str) -> Response:
    """Stop a message: its model call is hung up, and no further command is run."""
    desk = gate_of(request).desk
    if ticket := desk.find(request_id):
        desk.cancel(ticket)
        return Json(_live(ticket), status_code=202)
    if told := await desk.aside(desk.work.stop_elsewhere, request_id):
        return Json(told, status_code=202)
    return Json(await _shown(desk, request_id), status_code=202)


@router.post("/{request_id}/answer", responses=TURN, response_model=None)
async def answer(request: Request, request_id: str, body: bodies.Reply) -> Response:
    """Answer the question of a message, which then goes on."""
    given = [body.option is not None, body.text is not None, body.skip is not None]
    if sum(given) != 1:
        raise BadUsage("an answer is one of option, text and skip")
    desk = gate_of(request).desk
    ticket = desk.find(request_id)
    question = ticket.question if ticket else None
    if body.option and question and body.option > len(question["options"]):
        raise BadUsage(f"there are {len(question['options'])} options")
    said = Answer(
        option=body.option - 1 if body.option else None,
        text=body.text or "",
        skipped="the player skipped it" if body.skip else "",
    )
    return await answered(desk.answer(request_id, said), stream=body.stream or wants_stream(request))


async def _shown(desk: Desk, request_id: str) -> dict[str, Any]:
    if ticket := desk.find(request_id):
        return _live(ticket)
    call = await desk.aside(desk.work.call, request_id)
    if call is None:
        raise NotFound(f"no request {request_id[:40]!r} is known", hint="GET /v1/requests")
    return _past(call, await desk.aside(desk.work.calls.sent, request_id))


def _live(ticket: Ticket) -> dict[str, Any]:
    order = ticket.order
    return {
        "request_id": order.request_id,
        "session_id": order.session_id,
        "state": "stopping" if ticket.cancel.is_set() else ticket.state,
        "text": order.text,
        "question": ticket.question,
    }


def _past(call: Call, sent: list[Any]) -> dict[str, Any]:
    return {
        "request_id": call.order.request_id,
        "session_id": call.order.session_id,
        "state": call.state,
        "text": call.order.text,
        "question": None,
        "result": call.result,
        "error": call.error,
        "sent": [one.to_json() for one in sent],
    }
