"""Stream events, in the shape that every interface gives them. Pure."""

from __future__ import annotations

from typing import Any

CODES = {"START": 0, "DELTA": 1, "DONE": 2, "ERROR": 3, "TOOL_STATUS": 4, "TOOL_STATUS_CLEAR": 5}


def event_line(name: str, request_id: str, data: Any) -> dict[str, Any]:
    """Return ``{"event":"DELTA","code":1,"request_id":"…","data":"…"}``."""
    return {"event": name, "code": CODES[name], "request_id": request_id, "data": data}
