"""The body of a request to Vertex, which optional fields it carries, and what to leave out when one is refused. Pure.

JSON is asked for with ``responseSchema``, which every Gemini server has known
longest; it takes a part of OpenAPI's schemas, so other keywords are left out.
Sources: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference,
https://ai.google.dev/gemini-api/docs/thinking and https://ai.google.dev/gemini-api/docs/thought-signatures
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from mcgod.llm.contents import outgoing
from mcgod.llm.forms import Asked, refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcgod.llm.contents import Content
    from mcgod.llm.faults import ModelFailed
    from mcgod.llm.port import Message, Schema

_SWITCHES = {"true": "on", "on": "on", "yes": "on", "false": "off", "off": "off", "no": "off", "none": "off"}
_BUDGETS = {"minimal": 1024, "low": 1024, "medium": 8192, "high": 24576}  # tokens, for models without levels
_LEVELS = re.compile(r"gemini-(?:[3-9]|\d\d)")  # models that take a level instead of a budget
_ONE_AT_A_TIME = re.compile(r"gemini-[12](?:\.|\b)")  # models that take either tools or a schema
_KNOWN = frozenset({
    "anyOf", "default", "description", "enum", "example", "format", "items", "maxItems", "maxLength", "maxProperties",
    "maximum", "minItems", "minLength", "minProperties", "minimum", "nullable", "pattern", "properties", "required",
    "title", "type",
})  # fmt: skip
# What Google takes for the signature of a call that another model made.
_BYPASS = "skip_thought_signature_validator"
_LOOSER = {"kept": "filled", "filled": "replaced"}


@dataclass(frozen=True, slots=True)
class Form(Asked):
    """``think`` is the setting, empty for none; an ``answer`` is asked for as ``schema``, as ``object``, or not.

    ``both``: whether it may be asked for along with tools. ``limit`` is how
    many tokens an answer may have. ``signatures`` that are missing
    (``filled``) or not accepted (``replaced``) give way to a mark that
    passes; ``system`` is False for models that take no instruction.
    """

    think: str = ""
    limit: int | None = None
    both: bool = True
    signatures: str = "kept"
    system: bool = True

    @classmethod
    def of(cls, model: str, think: str, limit: int | None) -> Self:
        """Return the first form to try."""
        return cls(think=think, limit=limit, both=not _ONE_AT_A_TIME.search(model))

    def weaker(self, fault: ModelFailed) -> Self | None:
        """Return the form without the field that ``fault`` complains of, None when it names none of ours."""
        looser = _LOOSER.get(self.signatures)
        change = refused(
            fault,
            (looser, ("thought signature", "thoughtsignature"), {"signatures": looser}),
            (self.think, ("thinking",), {"think": ""}),
            (self.both, ("function calling with a", "tool use with a"), {"both": False}),
            (self.answer, ("mime type", "mimetype"), {"answer": ""}),
            (self.system, ("system instruction", "systeminstruction", "developer instruction"), {"system": False}),
            (self.answer, ("schema",), {"answer": self.less}),
            (self.tools, ("function calling", "tool", "function declaration"), {"tools": False}),
        )
        return replace(self, **change) if change else None


def request(
    model: str, form: Form, messages: Sequence[Message], tools: Sequence[Schema], schema: Schema | None
) -> dict[str, Any]:
    """Return the body of a request."""
    system, contents = outgoing(messages)
    if system and (not form.system or not contents):
        contents = [{"role": "user", "parts": [{"text": system}]}, *contents]
        system = ""
    body: dict[str, Any] = {"contents": [_signed(content, form.signatures) for content in contents]}
    if system:
        body["systemInstruction"] = {"parts": [{"text": system}]}
    if tools and form.tools:
        body["tools"] = [{"functionDeclarations": [_declaration(tool) for tool in tools]}]
        body["toolConfig"] = {"functionCallingConfig": {"mode": "AUTO"}}
    config: dict[str, Any] = {"maxOutputTokens": form.limit} if form.limit else {}
    held = schema if form.both or "tools" not in body else None
    if held and form.answer:
        config["responseMimeType"] = "application/json"
    if held and form.answer == "schema":
        config["responseSchema"] = _reduced(held, ordered=True)
    if form.think:
        config["thinkingConfig"] = thinking(model, form.think)
    return {**body, "generationConfig": config} if config else body


def thinking(model: str, think: str) -> dict[str, Any]:
    """Return the setting ``model.think`` as a thinkingConfig: a switch, a level, or a budget in tokens."""
    think = _SWITCHES.get(think.casefold(), think.casefold())
    leveled = bool(_LEVELS.search(model))
    if think == "on":
        return {"includeThoughts": True}
    if think == "off":
        return {"thinkingLevel": "LOW"} if leveled else {"thinkingBudget": 0}
    if think.removeprefix("-").isdecimal():
        return {"thinkingBudget": int(think), "includeThoughts": int(think) != 0}
    if leveled or think not in _BUDGETS:
        return {"thinkingLevel": think.upper(), "includeThoughts": True}
    return {"thinkingBudget": _BUDGETS[think], "includeThoughts": True}


def _declaration(tool: Schema) -> dict[str, Any]:
    """Return a tool, in OpenAI's form or bare, as Google declares functions; no parameters are none at all."""
    function: Mapping[str, Any] = tool.get("function") or tool
    told = {key: function[key] for key in ("name", "description") if key in function}
    parameters = _reduced(function.get("parameters") or {})
    return {**told, "parameters": parameters} if parameters.get("properties") else told


def _reduced(schema: Schema, *, ordered: bool = False) -> dict[str, Any]:
    """Return the part of ``schema`` that Google knows; ``ordered`` keeps its properties in their order."""
    told = {key: value for key, value in schema.items() if key in _KNOWN}
    if "const" in schema:
        told["enum"] = [schema["const"]]
    if isinstance(told.get("type"), list):
        kinds = [kind for kind in told["type"] if kind != "null"]
        told |= {"type": kinds[0] if kinds else "string", "nullable": "null" in told["type"]}
    if isinstance(told.get("type"), str):
        told["type"] = told["type"].upper()  # an enum there, whose names strict servers want as they are
    if isinstance(told.get("properties"), dict):
        inner = told["properties"].items()
        told["properties"] = {name: _reduced(value, ordered=ordered) for name, value in inner}
        told |= {"propertyOrdering": list(told["properties"])} if ordered else {}
    if isinstance(told.get("items"), dict):
        told["items"] = _reduced(told["items"], ordered=ordered)
    if isinstance(told.get("anyOf"), list):
        told["anyOf"] = [_reduced(one, ordered=ordered) for one in told["anyOf"]]
    return told


def _signed(content: Content, signatures: str) -> Content:
    """Return ``content`` with the mark in place of signatures; the first of its calls is the one that needs one."""
    parts = content["parts"]
    if signatures == "replaced":
        parts = [{key: value for key, value in part.items() if key != "thoughtSignature"} for part in parts]
    first = next((at for at, part in enumerate(parts) if "functionCall" in part), None)
    if signatures != "kept" and first is not None and "thoughtSignature" not in parts[first]:
        parts = [*parts[:first], {**parts[first], "thoughtSignature": _BYPASS}, *parts[first + 1 :]]
    return {**content, "parts": parts}
