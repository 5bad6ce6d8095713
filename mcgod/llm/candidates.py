"""What Vertex answers with, streamed or whole, read into a Reply. Pure.

Sources: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference
and the enum FinishReason of https://ai.google.dev/api/generate-content
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.llm.contents import incoming
from mcgod.llm.faults import ModelGarbled, ModelWithheld, StreamError
from mcgod.llm.port import Usage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.llm.reply import Reply

_GARBLED = frozenset({"MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL"})
_TEXT = frozenset({"text", "thought"})  # the keys of a part that is text and nothing else


class Piece(NamedTuple):
    """One response object. ``finish`` is empty until the last; ``why`` is Google's sentence on it or on ``blocked``."""

    parts: tuple[dict[str, Any], ...] = ()
    finish: str = ""
    blocked: str = ""
    why: str = ""
    usage: Usage | None = None


def read(value: Any) -> Piece:
    """Read a response object.

    Raises StreamError for an error in its place, and AttributeError,
    TypeError or ValueError for what is neither.
    """
    if error := value.get("error"):
        code = error.get("code") if isinstance(error, dict) else None
        told = error.get("message") or error if isinstance(error, dict) else error
        raise StreamError(told, code if isinstance(code, int) else 0)
    candidate: Mapping[str, Any] = next((one for one in value.get("candidates") or () if not one.get("index")), {})
    feedback, counted = value.get("promptFeedback") or {}, value.get("usageMetadata")
    return Piece(
        parts=tuple(_part(part) for part in (candidate.get("content") or {}).get("parts") or ()),
        finish=str(candidate.get("finishReason") or ""),
        blocked=str(feedback.get("blockReason") or ""),
        why=str(candidate.get("finishMessage") or feedback.get("blockReasonMessage") or ""),
        usage=_usage(counted) if counted else None,
    )


class Gatherer:
    """Feeds ``reply`` with the pieces of one answer from ``endpoint``."""

    def __init__(self, reply: Reply, endpoint: str) -> None:
        self._reply = reply
        self._endpoint = endpoint
        self._parts: list[dict[str, Any]] = []
        self._finish = self._why = ""

    def take(self, piece: Piece) -> None:
        """Take the next piece. Raises ModelWithheld when the prompt was blocked."""
        for part in piece.parts:
            text = part.get("text")
            if text:
                (self._reply.think if part.get("thought") else self._reply.say)(text)
            self._keep(part)
        if piece.usage:
            self._reply.count(piece.usage)
        self._finish, self._why = piece.finish or self._finish, piece.why or self._why
        if piece.blocked:
            raise _withheld(f"the model at {self._endpoint} would not have the prompt", piece.blocked, piece.why)

    def end(self, *, told: bool) -> None:
        """Close the answer, if it is whole: the server gave a reason, or ``told`` that this is the end.

        Raises ModelWithheld or ModelGarbled for a reason that makes it none.
        """
        if self._finish in _GARBLED:
            detail = _joined(self._finish, self._why)
            message = f"the model at {self._endpoint} wrote a call that cannot be read: {detail}"
            raise ModelGarbled(message, status=0, detail=detail)
        if self._finish not in ("", "STOP", "MAX_TOKENS"):
            raise _withheld(f"the model at {self._endpoint} broke off its answer", self._finish, self._why)
        if self._finish or (told and self._parts):
            self._reply.calls = incoming(self._parts).calls
            self._reply.extra = {"parts": self._parts} if self._parts else None
            self._reply.end(cut=self._finish == "MAX_TOKENS")

    def _keep(self, part: dict[str, Any]) -> None:
        """Keep ``part`` as it came; the pieces of one text become one part, signed ones stay apart."""
        last = self._parts[-1] if self._parts else {}
        if part == {"text": ""}:
            return
        plain = "text" in last and "text" in part and not (last.keys() | part.keys()) - _TEXT
        if plain and last.get("thought") == part.get("thought"):
            self._parts[-1] = {**last, "text": last["text"] + part["text"]}
        else:
            self._parts.append(part)


def _part(value: Any) -> dict[str, Any]:
    """Return a part as it came, once it is known to be one. Raises TypeError."""
    if not isinstance(value, dict) or not isinstance(value.get("text", ""), str):
        raise TypeError("a part is neither text nor a call")
    if not isinstance(value.get("functionCall", {}), dict):
        raise TypeError("a functionCall is no object")
    return value


def _withheld(what: str, reason: str, why: str) -> ModelWithheld:
    detail = _joined(reason, why)
    hint = "its filters did this: say it in other words, or set model.command to another model"
    fault = ModelWithheld(f"{what}: {detail}", status=0, detail=detail)
    fault.hint = hint
    return fault


def _joined(reason: str, why: str) -> str:
    text = " ".join(f"{reason}: {why}".split()) if why else reason
    return text if len(text) <= 200 else f"{text[:200]}…"


def _usage(counted: Mapping[str, Any]) -> Usage:
    names = ("promptTokenCount", "candidatesTokenCount", "thoughtsTokenCount")
    prompt, answer, thoughts = (int(counted.get(name) or 0) for name in names)
    return Usage(prompt, answer + thoughts)
