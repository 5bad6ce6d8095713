"""The questions that calls put to a person, as forms, and what the answers mean. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.mcpserver.calls import Form
from mcgod.tools.port import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.tools.port import Ask, Question

    Put = Callable[[Form], dict[str, Any] | None]

_LONGEST = 400  # characters of a command that is shown


def confirmation(put: Put) -> Callable[[list[str]], bool]:
    """Return what asks for a yes to commands; only a yes to these very commands counts."""

    def confirm(commands: list[str]) -> bool:
        shown = "\n".join(f"/{command[:_LONGEST]}" for command in commands)
        form = Form(
            f"This destroys, or rules the server. Run it?\n{shown}",
            {
                "type": "object",
                "properties": {"yes": {"type": "boolean", "title": "Run it", "default": False}},
                "required": ["yes"],
            },
        )
        content = put(form)
        return content is not None and content.get("yes") is True

    return confirm


def questioning(put: Put) -> Ask:
    """Return what asks a person a tool's question: one of the options, or words of one's own."""

    def ask(question: Question) -> Answer:
        options = list(question.options)
        form = Form(
            question.text,
            {
                "type": "object",
                "properties": {
                    "answer": {"type": "string", "title": "Answer", "enum": options},
                    "other": {"type": "string", "title": "Or in your own words", "maxLength": 400},
                },
            },
        )
        content = put(form) or {}
        if words := str(content.get("other") or "").strip():
            return Answer(text=words)
        if content.get("answer") in options:
            return Answer(option=options.index(content["answer"]))
        return Answer(skipped="the player skipped it")

    return ask
