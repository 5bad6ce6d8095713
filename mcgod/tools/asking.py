"""The tool that asks the player: a question, up to five options, a minute to answer.

How the player is reached is not its matter: the context's ``ask`` does it, in
a terminal or in the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.errors import BadUsage, Refused
from mcgod.tools.port import Question, Tool, ToolResult, parameters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcgod.tools.port import Answer, Context

SECONDS = 60.0
_QUESTION, _OPTION = 400, 160  # characters
_MOST = 5
# Who asks offers these by itself.
_BUILT_IN = frozenset({"other", "others", "custom", "skip", "cancel", "none", "其他", "自定义", "跳过"})


def tools() -> list[Tool]:
    """Return ``ask-user-question``."""
    option = {"type": "string"}
    return [
        Tool(
            "ask-user-question",
            "Ask the player when the wish is unclear, with 1 to 5 options. Other and Skip are offered by themselves.",
            parameters(
                {
                    "question": {"type": "string", "minLength": 1},
                    "options": {"type": "array", "items": option, "minItems": 1, "maxItems": 20},
                },
                ("question", "options"),
            ),
            _ask,
            risk="ask",
            aliases={"choices": "options"},
            outside=True,
        )
    ]


def question_of(words: str, options: Sequence[str]) -> Question:
    """Return the question as it is asked: on one line, cut, without doubles or what is offered anyway.

    Raises BadUsage when no option is left.
    """
    kept: dict[str, str] = {}
    for option in options:
        text = _line(option, _OPTION)
        if text and text.casefold() not in _BUILT_IN:
            kept.setdefault(text.casefold(), text)
    if not kept:
        raise BadUsage("options: none is left", hint="Other and Skip are offered by themselves; give others")
    return Question(_line(words, _QUESTION), tuple(kept.values())[:_MOST], SECONDS)


def _ask(given: Mapping[str, Any], context: Context) -> ToolResult:
    question = question_of(given["question"], given["options"])
    if not question.text:
        raise BadUsage("question: it is empty")
    if context.ask is None:
        raise Refused("there is nobody to ask here", hint="ask in a terminal, or as a player who is online")
    answer = context.ask(question)
    return ToolResult(_told(question, answer), {"question": question.text, **answer._asdict()})


def _told(question: Question, answer: Answer) -> str:
    if answer.option is not None:
        return f"option {answer.option + 1}: {question.options[answer.option]}"
    if answer.text:
        return f"in the player's own words: {_line(answer.text, _QUESTION)}"
    return f"SKIPPED: {answer.skipped or 'no answer'}"


def _line(text: str, longest: int) -> str:
    return " ".join(text.split())[:longest].strip()
