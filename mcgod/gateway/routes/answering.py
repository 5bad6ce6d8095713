"""Telling a caller what becomes of a message: at once when it has ended, or as server-sent events while it runs.

    event: DELTA
    data: {"event":"DELTA","code":1,"request_id":"d0c8779b88ac0c98","data":"Take 8 bread"}

The last event is RESULT, whose data is the result of the turn, or the error
that ended it. A caller that hangs up stops nothing.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi.responses import Response, StreamingResponse

from mcgod import jsonl
from mcgod.errors import McgodError
from mcgod.gateway import faults
from mcgod.gateway.routes.common import Json, fault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from fastapi import Request

    from mcgod.gateway.tickets import News, Ticket

CODES = {"START": 0, "DELTA": 1, "DONE": 2, "ERROR": 3, "TOOL_STATUS": 4, "TOOL_STATUS_CLEAR": 5}
_QUIET = 15.0  # seconds without an event, after which a comment keeps proxies from hanging up


def wants_stream(request: Request) -> bool:
    """Whether the caller accepts server-sent events."""
    return "text/event-stream" in request.headers.get("accept", "")


async def answered(ticket: Ticket, *, stream: bool) -> Response:
    """Return the answer to a caller: the result, the question that waits, or the events that lead there."""
    if stream:
        return StreamingResponse(_events(ticket), media_type="text/event-stream")
    with ticket.watched() as watcher:
        while True:
            news = await watcher.get()
            if news.kind == "waiting":
                return Json(waits(ticket, news.data), status_code=202)
            if news.kind == "end":
                return fault(news.data) if isinstance(news.data, McgodError) else Json(news.data)


def waits(ticket: Ticket, question: dict[str, Any]) -> dict[str, Any]:
    """Return ``{"request_id","state":"waiting","question":{…}}``."""
    return {"request_id": ticket.order.request_id, "state": "waiting", "question": question}


async def _events(ticket: Ticket) -> AsyncIterator[bytes]:
    with ticket.watched() as watcher:
        while True:
            try:
                news = await asyncio.wait_for(watcher.get(), _QUIET)
            except TimeoutError:
                yield b": it runs\n\n"
                continue
            yield _event(ticket, news)
            if news.kind == "end":
                return


def _event(ticket: Ticket, news: News) -> bytes:
    if news.kind == "end":
        told = faults.body_of(news.data) if isinstance(news.data, McgodError) else news.data
        record: dict[str, Any] = {"event": "RESULT", "data": told}
    else:
        name, data = (news.name, news.data) if news.kind == "event" else ("TOOL_STATUS", _asked(news.data))
        record = {"event": name, "code": CODES[name], "request_id": ticket.order.request_id, "data": data}
    return b"event: %s\ndata: %s\n\n" % (record["event"].encode(), jsonl.line(record))


def _asked(question: dict[str, Any]) -> dict[str, Any]:
    return {"short": question["text"], "hover": " / ".join(question["options"]), "question": question}
