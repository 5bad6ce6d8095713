"""A model that replays recorded answers in order: for tests, demos and replays, ours and yours.

Public fake of the ``Model`` port. It knows nothing of the questions; it only
keeps them in ``calls``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from mcgod.errors import BadInput, Cancelled, ModelUnreachable, NotFound
from mcgod.llm.port import Completion, ToolCall, Usage

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from threading import Event

    from mcgod.llm.port import Message, OnDelta, Schema

Answer = str | Completion | BaseException


@dataclass(frozen=True, slots=True)
class Call:
    """What one ``chat`` was asked."""

    messages: tuple[Message, ...]
    tools: tuple[Schema, ...]
    schema: Schema | None


class Scripted:
    """Give ``answers`` one after another: a text, a Completion, or an error to raise."""

    def __init__(self, answers: Iterable[Answer] = (), *, name: str = "scripted/1") -> None:
        self.name = name
        self.calls: list[Call] = []
        self._answers = list(answers)

    @classmethod
    def load(cls, path: Path, *, name: str = "scripted/1") -> Self:
        """Read answers from a JSONL file, one a line.

        ``{"text":"…"}`` with any of ``thinking``, ``finish``, ``notes``,
        ``usage`` (``{"input":0,"output":0}``) and ``tool_calls``
        (``[{"id":"…","name":"…","arguments":"{}"}]``), or ``{"error":"…"}``.
        Raises NotFound, or BadInput that names the line.
        """
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            raise NotFound(f"no file of recorded answers at {path}") from None
        except (OSError, UnicodeDecodeError) as error:
            raise BadInput(f"cannot read the recorded answers in {path}: {error}") from error
        answers: list[Answer] = []
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    answers.append(answer(json.loads(line), name))
                except (ValueError, TypeError, KeyError, AttributeError) as error:
                    raise BadInput(f"{path}:{number}: not a recorded answer: {error}") from error
        return cls(answers, name=name)

    def chat(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Schema] = (),
        schema: Schema | None = None,
        on_delta: OnDelta | None = None,
        cancel: Event | None = None,
    ) -> Completion:
        """Record the call and give the next answer; ModelUnreachable when there is none left."""
        self.calls.append(Call(tuple(messages), tuple(tools), schema))
        if cancel and cancel.is_set():
            raise Cancelled("the request was stopped")
        if not self._answers:
            raise ModelUnreachable(
                f"the script has no answer left for call {len(self.calls)}", hint="record one more answer"
            )
        answer = self._answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        completion = Completion(answer, self.name) if isinstance(answer, str) else answer
        if on_delta and completion.text:
            on_delta(completion.text)
        return completion


def answer(record: dict[str, Any], name: str) -> Answer:
    """Return the answer in a record of the shape that ``Scripted.load`` reads, which a trace's responses have too.

    Raises ValueError, TypeError, KeyError or AttributeError for another shape.
    """
    if "error" in record:
        return ModelUnreachable(str(record["error"]))
    calls = [
        ToolCall(str(call["id"]), str(call["name"]), str(call["arguments"])) for call in record.get("tool_calls", ())
    ]
    usage = record.get("usage") or {}
    return Completion(
        str(record["text"]),
        name,
        thinking=str(record.get("thinking", "")),
        tool_calls=tuple(calls),
        finish=str(record.get("finish") or ("tool_calls" if calls else "stop")),
        usage=Usage(int(usage.get("input", 0)), int(usage.get("output", 0))),
        notes=tuple(map(str, record.get("notes", ()))),
    )
