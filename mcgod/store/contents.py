"""A history between the shape of most providers and Vertex's contents. Pure.

    {"role":"model","parts":[{"text":"…"},{"functionCall":{"name":"…","args":{}}}]}
    {"role":"user","parts":[{"functionResponse":{"name":"…","response":{"result":"…","is_error":false}}}]}

Vertex knows no call ids; calls and responses belong together by their order.
The parts of a model's turn are kept word for word under ``parts``, since the
signatures of thoughts in them have to be sent back as they came.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mcgod.store.history import Entry


def entries(contents: Iterable[Mapping[str, Any]]) -> list[Entry]:
    """Read Vertex's contents; what has no known shape is left out."""
    found: list[Entry] = []
    waiting: list[str] = []  # ids of calls that have no response yet
    for number, content in enumerate(contents):
        parts = [part for part in content.get("parts") or () if isinstance(part, dict)]
        if content.get("role") == "model":
            calls = [_call(part["functionCall"], f"v{number}-{at}") for at, part in enumerate(parts) if _calls(part)]
            waiting = [call["id"] for call in calls]
            entry: Entry = {"role": "assistant", "content": _text(parts) or None, "parts": parts}
            found.append(entry | {"toolCalls": calls} if calls else entry)
            continue
        answers = [part["functionResponse"] for part in parts if isinstance(part.get("functionResponse"), dict)]
        found += [
            {"role": "tool", "content": _result(answer), "toolCallId": name}
            for answer, name in zip(answers, waiting, strict=False)
        ]
        waiting = waiting[len(answers) :]
        if text := _text(parts):
            waiting = []
            found.append({"role": "user", "content": text})
    return found


def contents(history: Iterable[Entry]) -> list[dict[str, Any]]:
    """Return ``history`` as Vertex's contents; a system prompt is left out, since each request brings its own."""
    found: list[dict[str, Any]] = []
    names: dict[str, str] = {}
    for entry in history:
        role, text = entry.get("role"), str(entry.get("content") or "")
        if role == "assistant":
            names |= {str(call.get("id")): str(call.get("name")) for call in entry.get("toolCalls") or ()}
            if parts := entry.get("parts") or _parts(entry):
                found.append({"role": "model", "parts": parts})
        elif role == "tool":
            response = {"result": text, "is_error": text.startswith("ERROR:")}
            part = {"functionResponse": {"name": names.get(str(entry.get("toolCallId")), ""), "response": response}}
            if found and found[-1]["role"] == "user" and "functionResponse" in found[-1]["parts"][-1]:
                found[-1]["parts"].append(part)
            else:
                found.append({"role": "user", "parts": [part]})
        elif role == "user" and text:
            found.append({"role": "user", "parts": [{"text": text}]})
    return found


def _calls(part: Mapping[str, Any]) -> bool:
    return isinstance(part.get("functionCall"), dict)


def _call(call: Mapping[str, Any], name: str) -> dict[str, Any]:
    arguments = json.dumps(call.get("args") or {}, ensure_ascii=False)
    return {"id": name, "name": str(call.get("name") or ""), "arguments": arguments}


def _text(parts: Iterable[Mapping[str, Any]]) -> str:
    """Return the speech in ``parts``; thoughts are none."""
    return "".join(str(part["text"]) for part in parts if isinstance(part.get("text"), str) and not part.get("thought"))


def _result(answer: Mapping[str, Any]) -> str:
    response = answer.get("response")
    result = response.get("result", response) if isinstance(response, dict) else response
    return result if isinstance(result, str) else json.dumps(result, ensure_ascii=False)


def _parts(entry: Entry) -> list[dict[str, Any]]:
    spoken: list[dict[str, Any]] = [{"text": entry["content"]}] if entry.get("content") else []
    return spoken + [
        {"functionCall": {"name": str(call.get("name")), "args": _arguments(call.get("arguments"))}}
        for call in entry.get("toolCalls") or ()
    ]


def _arguments(text: Any) -> dict[str, Any]:
    try:
        value = json.loads(text or "{}")
    except (ValueError, TypeError):
        return {"input": text}
    return value if isinstance(value, dict) else {"input": value}
