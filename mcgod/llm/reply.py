"""One streamed answer, gathered piece by piece into a Completion, whoever sends it.

Keeps thinking out of the speech, whether it comes in its own field or inline,
and warns when the prompt looks cut.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.llm.port import Completion, Usage
from mcgod.llm.thinking import Splitter

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcgod.llm.port import OnDelta, ToolCall

# Nobody's text has more characters in a token on average; JSON and English have 3 to 4.
_DENSEST = 7


class Reply:
    """Gather the pieces of one answer; speech goes to ``on_delta`` as it becomes certain.

    ``done`` once the answer has ended as an answer should. ``extra`` is the provider's own, see the port.
    """

    def __init__(self, on_delta: OnDelta | None) -> None:
        self.done = False
        self.calls: tuple[ToolCall, ...] = ()
        self.extra: Mapping[str, Any] | None = None
        self._on_delta = on_delta
        self._splitter = Splitter()
        self._thinking: list[str] = []
        self._finish = "stop"
        self._usage = Usage()

    @property
    def silent(self) -> bool:
        """Whether the answer has neither speech nor tool calls so far."""
        return self._splitter.silent and not self.calls

    def think(self, piece: str) -> None:
        """Take a piece of reasoning."""
        self._thinking.append(piece)

    def say(self, piece: str) -> None:
        """Take a piece of speech, which may have reasoning in it."""
        self._tell(self._splitter.feed(piece))

    def count(self, usage: Usage) -> None:
        """Take the number of tokens."""
        self._usage = usage

    def end(self, *, cut: bool) -> None:
        """Take note that the answer is complete, or ``cut`` by a token limit."""
        if not self.done:
            self.done = True
            self._tell(self._splitter.finish())
            self._finish = "length" if cut else "stop"

    def completion(self, model: str, *, asked: int, window: int | None = None, notes: Sequence[str] = ()) -> Completion:
        """Return the whole answer.

        ``asked`` is the prompt's length in characters, ``window`` what the
        model was told to read, in tokens, None where it cannot be told.
        """
        inline = self._splitter.thinking.strip()
        return Completion(
            self._splitter.speech,
            model,
            thinking="\n".join(filter(None, ["".join(self._thinking), inline])),
            tool_calls=self.calls,
            finish="tool_calls" if self.calls and self._finish == "stop" else self._finish,
            usage=self._usage,
            notes=(*notes, *self._warnings(window, asked)),
            extra=self.extra,
        )

    def _tell(self, text: str) -> None:
        if text and self._on_delta:
            self._on_delta(text)

    def _warnings(self, window: int | None, asked: int) -> list[str]:
        read, warnings = self._usage.input, []
        if read and ((window and read >= window) or asked > _DENSEST * read):
            told = f"{asked} characters were sent, {read} tokens were read"
            warnings.append(f"the prompt was probably cut: {told}{f' (num_ctx {window})' if window else ''}")
        if self._finish == "length":
            warnings.append("the answer was cut by the token limit")
        return warnings
