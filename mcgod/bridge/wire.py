"""The bridge's loopback protocol: newline-delimited JSON. Pure.

    -> {"id":"1","method":"command","params":{"command":"list"},"auth":"…"}
    <- {"type":"response","id":"1","ok":true,"result":{…}}
    <- {"type":"response","id":"1","ok":false,"error":{"code":"…","message":"…","hint":"…"}}
    <- {"type":"event","event":{…}}
    <- {"type":"gap","since":41,"resume":977}

``auth`` is needed in the first request of a connection.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import errors, jsonl
from mcgod.errors import BadInput, McgodError

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST = 1 << 20  # bytes of one request line

_EVENT = b'{"type":"event","event":'


class Request(NamedTuple):
    """One call: ``id`` comes back with the answer, whatever it is."""

    id: Any
    method: str
    params: dict[str, Any]
    auth: str


def read_request(line: bytes) -> Request:
    """Parse a request line. Raises BadInput."""
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        raise BadInput("the request is not JSON") from None
    if not isinstance(raw, dict) or not isinstance(raw.get("method"), str):
        raise BadInput("a request is an object with a method")
    params = raw.get("params") or {}
    if not isinstance(params, dict):
        raise BadInput("params must be an object")
    return Request(raw.get("id"), raw["method"], params, str(raw.get("auth") or ""))


def request(request_id: str, method: str, params: Mapping[str, Any], auth: str) -> bytes:
    """Return a request as a line with its line end."""
    return jsonl.line({"id": request_id, "method": method, "params": dict(params), "auth": auth}) + b"\n"


def answer(request_id: Any, result: Any) -> bytes:
    """Return the response to a call that did well."""
    return jsonl.line({"type": "response", "id": request_id, "ok": True, "result": result}) + b"\n"


def failure(request_id: Any, error: McgodError) -> bytes:
    """Return the response to a call that failed."""
    told = {"code": error.slug, "message": error.message, "hint": error.hint}
    return jsonl.line({"type": "response", "id": request_id, "ok": False, "error": told}) + b"\n"


def pushed(line: bytes) -> bytes:
    """Return an event line as it is pushed to a subscriber."""
    return _EVENT + line + b"}\n"


def gap(since: int, resume: int) -> bytes:
    """Tell a subscriber that it fell behind: what lies after ``since`` and before ``resume`` it has to re-read."""
    return jsonl.line({"type": "gap", "since": since, "resume": resume}) + b"\n"


def raised(told: Mapping[str, Any]) -> McgodError:
    """Return the error that a failed response stands for, in its own class where this side knows it."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, McgodError)]
    kind = next((kind for kind in kinds if kind.slug == told.get("code")), errors.Unreachable)
    return kind(str(told.get("message")), hint=str(told.get("hint") or ""))
