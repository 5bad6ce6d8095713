"""Which optional fields an Ollama request carries, and the weaker forms to try when a model will not have them.

Pure. Sources: Ollama's API notes on ``think`` and ``format``, and what
gpt-oss, Qwen 3 and DeepSeek do with them together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from mcgod.llm.faults import ModelFailed

Think = bool | str | None

# What a setting may say instead of a truth value.
_SWITCHES: dict[str, bool] = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


@dataclass(frozen=True, slots=True)
class Shape:
    """``think`` as sent (None: not sent); whether the schema and the tools are sent."""

    think: Think = None
    format: bool = True
    tools: bool = True

    @classmethod
    def of(cls, model: str, think: Think) -> Self:
        """Return the first form to try; gpt-oss takes a level, all others a switch."""
        think = _SWITCHES.get(think, think) if isinstance(think, str) else think
        if think is None:
            return cls()
        if think is False:
            return cls(think=quiet(model))
        if _takes_levels(model):
            return cls(think=think if isinstance(think, str) else "medium")
        return cls(think=True)

    def after_refusal(self, fault: ModelFailed) -> tuple[Shape, ...]:
        """Return the forms without the field that a 400 complains of; none when it is not one of ours."""
        text = fault.detail.casefold()
        if fault.status != 400:
            return ()
        if "think" in text and self.think is not None:
            return (replace(self, think=None), replace(self, think=None, format=False))
        if "support tools" in text and self.tools:
            return (replace(self, tools=False),)
        if "format" in text and self.format:
            return (replace(self, format=False),)
        return ()

    def after_silence(self, model: str) -> tuple[Shape, ...]:
        """Return the forms to try after an answer without content: thinking off, then without the schema as well."""
        return (replace(self, think=quiet(model)), replace(self, format=False))


class Trial:
    """The forms that one call goes through; ``schema`` and ``tools`` say whether the call has any."""

    def __init__(self, shape: Shape, *, schema: bool, tools: bool) -> None:
        self.shape = shape
        self._schema = schema
        self._tools = tools
        self._sent = {self._as_sent(shape)}

    def move(self, forms: tuple[Shape, ...]) -> bool:
        """Go on to the first of ``forms`` that makes a request not sent before; False when none does."""
        for form in forms:
            if self._as_sent(form) not in self._sent:
                self._sent.add(self._as_sent(form))
                self.shape = form
                return True
        return False

    def _as_sent(self, shape: Shape) -> Shape:
        return replace(shape, format=shape.format and self._schema, tools=shape.tools and self._tools)


def quiet(model: str) -> Think:
    """Return the least thinking that ``model`` can be told."""
    return "low" if _takes_levels(model) else False


def _takes_levels(model: str) -> bool:
    return "gpt-oss" in model.casefold()
