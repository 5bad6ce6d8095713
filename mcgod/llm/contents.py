"""Conversation turns between the port's shape and Vertex's ``contents``. Pure.

A model's own parts, with their thought signatures, lie verbatim in a message's
``extra`` and go out as they came: newer Gemini models refuse a conversation
that lacks them.
Sources: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference
and https://ai.google.dev/gemini-api/docs/thought-signatures
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.llm.port import ToolCall
from mcgod.llm.turns import arguments

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mcgod.llm.port import Message

Part = dict[str, Any]
Content = dict[str, Any]


class Incoming(NamedTuple):
    """What a model's parts say: speech, reasoning, tool calls."""

    speech: str
    thinking: str
    calls: tuple[ToolCall, ...]


def outgoing(messages: Sequence[Message]) -> tuple[str, list[Content]]:
    """Return ``messages`` as the system instruction and the contents: a user's first, every call answered.

    ``[{"role":"user|model","parts":[{"text":"…"}]}]``. Results of tools go in
    the order of their calls; see ``paired`` for what does not match.
    """
    system = "\n\n".join(message.content for message in messages if message.role == "system" and message.content)
    contents: list[Content] = []
    calls: tuple[ToolCall, ...] = ()
    answered: set[int] = set()
    for message in messages:
        if message.role == "assistant":
            calls, answered = message.tool_calls, set()
            contents.append({"role": "model", "parts": _own(message)})
        elif message.role == "tool":
            place = next((at for at, call in enumerate(calls) if call.id == message.tool_call_id), None)
            if place is not None and place not in answered:
                answered.add(place)
                response = _response(contents, place, calls[place].name, message.content)
                contents.append({"role": "user", "parts": [response], "at": place})
        elif message.role == "user":
            calls = ()
            contents.append({"role": "user", "parts": [{"text": message.content}] if message.content else []})
    return system, paired(_in_order(contents))


def incoming(parts: Iterable[Mapping[str, Any]]) -> Incoming:
    """Read the parts of a model's content, blanks and equal calls included.

    A call without an id, or with one that another has, is numbered. Raises
    AttributeError or TypeError for what are no parts.
    """
    speech, thinking, calls = "", "", list[ToolCall]()
    for part in parts:
        text = part.get("text") or ""
        if part.get("thought"):
            thinking += text
        else:
            speech += text
        if call := part.get("functionCall"):
            name = str(call.get("id") or "")
            if not name or any(name == other.id for other in calls):
                name = f"call_{len(calls)}"
            written = json.dumps(call.get("args") or {}, ensure_ascii=False)
            calls.append(ToolCall(name, str(call.get("name") or ""), written))
    return Incoming(speech, thinking, tuple(calls))


def paired(contents: Iterable[Mapping[str, Any]]) -> list[Content]:
    """Return ``contents`` with exactly one response for every call, as the API demands; the input stays as it is.

    The responses right after a model's n calls become one content of the
    first n. Where there are fewer the calls are dropped, with those responses;
    a response that no call is before is dropped as well, and so is a content
    that has nothing left. The first content is a user's.
    """
    told: list[Content] = []
    waiting = [{**content, "parts": list(content["parts"])} for content in contents]
    while waiting:
        content, answers = waiting.pop(0), list[Part]()
        count = sum("functionCall" in part for part in content["parts"]) if content["role"] == "model" else 0
        while count and waiting and _answers(waiting[0]):
            answers += waiting.pop(0)["parts"]
        if content["role"] == "user":
            content["parts"] = [part for part in content["parts"] if "functionResponse" not in part]
        elif len(answers) < count:
            content["parts"] = [part for part in content["parts"] if "functionCall" not in part]
        told += [content] if content["parts"] else []
        if count and len(answers) >= count:
            told.append({"role": "user", "parts": answers[:count]})
    if told and told[0]["role"] != "user":
        told.insert(0, {"role": "user", "parts": [{"text": "…"}]})
    return _merged(told)


def _own(message: Message) -> list[Part]:
    """Return the parts that the model wrote itself, or the same made of what another wrote."""
    if message.extra and "parts" in message.extra:
        return [dict(part) for part in message.extra["parts"]]
    parts: list[Part] = [{"text": message.content}] if message.content else []
    return parts + [
        {"functionCall": {"name": call.name, "args": arguments(call.arguments)}} for call in message.tool_calls
    ]


def _response(contents: Sequence[Content], place: int, name: str, text: str) -> Part:
    """Return the response to the call at ``place`` of the last model's content; the id that the model gave goes back.

    A tool's text that begins with ``ERROR:`` tells of a failure.
    """
    response: Part = {"name": name, "response": {"result": text, "is_error": text.startswith("ERROR:")}}
    asked = next(content["parts"] for content in reversed(contents) if content["role"] == "model")
    calls = [part["functionCall"] for part in asked if "functionCall" in part]
    if place < len(calls) and calls[place].get("id"):
        response["id"] = calls[place]["id"]
    return {"functionResponse": response}


def _in_order(contents: Iterable[Content]) -> list[Content]:
    """Put the responses that stand together in the order of their calls."""
    told: list[Content] = []
    for content in contents:
        at = len(told)
        while "at" in content and at and told[at - 1].get("at", -1) > content["at"]:
            at -= 1
        told.insert(at, content)
    return [{"role": content["role"], "parts": content["parts"]} for content in told]


def _answers(content: Mapping[str, Any]) -> bool:
    """Whether ``content`` holds responses of functions and nothing else."""
    return (
        content["role"] == "user" and bool(content["parts"]) and all("functionResponse" in p for p in content["parts"])
    )


def _merged(contents: Iterable[Content]) -> list[Content]:
    """Join neighbours of one role, but keep responses apart from what a user wrote: the API counts them."""
    told: list[Content] = []
    for content in contents:
        if told and told[-1]["role"] == content["role"] and _answers(told[-1]) == _answers(content):
            told[-1] = {"role": content["role"], "parts": [*told[-1]["parts"], *content["parts"]]}
        elif content["parts"]:
            told.append(content)
    return told
