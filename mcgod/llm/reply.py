"""One streamed answer of Ollama, gathered piece by piece into a Completion.

Keeps thinking out of the speech, whether it comes in its own field or inline,
and warns when the prompt looks cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.llm import turns
from mcgod.llm.port import Completion, Usage
from mcgod.llm.thinking import Splitter

if TYPE_CHECKING:
    from collections.abc import Sequence

    import ollama

    from mcgod.llm.port import OnDelta, ToolCall

# Nobody's text has more characters in a token on average; JSON and English have 3 to 4.
_DENSEST = 7


class Reply:
    """Gather the pieces of one answer; speech goes to ``on_delta`` as it becomes certain."""

    def __init__(self, on_delta: OnDelta | None) -> None:
        self.done = False
        self._on_delta = on_delta
        self._splitter = Splitter()
        self._thinking: list[str] = []
        self._calls: tuple[ToolCall, ...] = ()
        self._finish = "stop"
        self._usage = Usage()
        self._loading = 0.0

    @property
    def silent(self) -> bool:
        """Whether the answer has neither speech nor tool calls so far."""
        return not self._splitter.speech.strip() and not self._calls

    def add(self, part: ollama.ChatResponse) -> None:
        """Take the next piece."""
        message = part.message
        if message.thinking:
            self._thinking.append(message.thinking)
        if message.content:
            self._say(self._splitter.feed(message.content))
        if message.tool_calls:
            calls = [(call.function.name, call.function.arguments) for call in message.tool_calls]
            self._calls += turns.incoming(calls, first=len(self._calls))
        if part.done:
            self.done = True
            self._say(self._splitter.finish())
            self._finish = "length" if part.done_reason == "length" else "stop"
            self._usage = Usage(part.prompt_eval_count or 0, part.eval_count or 0)
            self._loading = (part.load_duration or 0) / 1e9

    def completion(self, model: str, *, num_ctx: int, asked: int, notes: Sequence[str] = ()) -> Completion:
        """Return the whole answer; ``asked`` is the prompt's length in characters, ``num_ctx`` is in tokens."""
        inline = self._splitter.thinking.strip()
        return Completion(
            self._splitter.speech,
            model,
            thinking="\n".join(filter(None, ["".join(self._thinking), inline])),
            tool_calls=self._calls,
            finish="tool_calls" if self._calls and self._finish == "stop" else self._finish,
            usage=self._usage,
            notes=(*notes, *self._warnings(num_ctx, asked)),
        )

    def _say(self, text: str) -> None:
        if text and self._on_delta:
            self._on_delta(text)

    def _warnings(self, num_ctx: int, asked: int) -> list[str]:
        read, warnings = self._usage.input, []
        if read and (read >= num_ctx or asked > _DENSEST * read):
            warnings.append(
                f"the prompt was probably cut: {asked} characters were sent, {read} tokens were read"
                f" (num_ctx {num_ctx})"
            )
        if self._loading >= 1:
            warnings.append(f"the model was loaded first, which took {self._loading:.1f} s")
        if self._finish == "length":
            warnings.append("the answer was cut by the token limit")
        return warnings
