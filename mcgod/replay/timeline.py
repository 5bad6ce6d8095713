"""A turn as it happened, stage by stage: as records, at the pace of the day. Pure but for the sleep it is given."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any, TypeVar

from mcgod.errors import BadUsage
from mcgod.replay.trace import misshapen, seconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mcgod.replay.trace import Stage

T = TypeVar("T")


def speed_of(text: str) -> float | None:
    """Return the factor of a speed such as ``4x``; None for ``max``, which waits for nothing. Raises BadUsage."""
    if text == "max":
        return None
    try:
        factor = float(text.removesuffix("x"))
    except ValueError:
        factor = 0.0
    if not 0 < factor <= 1e6:  # also refuses nan
        raise BadUsage(f"{text!r} is no speed", hint="--speed 1x, 4x, 0.5x or max")
    return factor


def paced(
    things: Iterable[T], when: Callable[[T], float | None], speed: float | None, sleep: Callable[[float], None]
) -> Iterator[T]:
    """Yield what happened, with ``sleep`` (seconds) between as it was apart, divided by ``speed``; None: no sleep.

    ``when`` tells the epoch seconds of one, None where it has no time.
    """
    last = None
    for thing in things:
        now = when(thing)
        if speed and last is not None and now is not None and now > last:
            sleep((now - last) / speed)
        last = last if now is None else now
        yield thing


def told(turn: Iterable[Stage], *, full: bool) -> Iterator[tuple[Stage, dict[str, Any]]]:
    """Yield each stage of one turn with the record that is shown of it.

    That is the stage's own, with ``after``: milliseconds since the turn began,
    None where the trace does not tell. Of a request's prompt, unless ``full``,
    only ``{"messages","characters","sha256"}`` is left, as ``prompt``; in
    ``full`` a response that came in pieces has them as ``pieces``, each
    ``{"after","text"}``. Raises Damaged for a stage that holds something else
    than it should.
    """
    began = None
    for stage in turn:
        now = seconds(stage.record)
        began = now if began is None else began
        after = None if now is None or began is None else round((now - began) * 1000)
        record = {**stage.record, "after": after}
        if stage.name == "request" and not full:
            record["prompt"] = _digest(stage, record.pop("messages", []))
        if full and record.get("deltas"):
            record["pieces"] = _pieces(stage)
        yield stage, record


def _pieces(stage: Stage) -> list[dict[str, Any]]:
    """Return the pieces in which an answer came, with the milliseconds after which each was there."""
    text, pieces = str(stage.record.get("text") or ""), []
    try:
        for after, size in stage.record["deltas"]:
            pieces.append({"after": int(after), "text": text[:size]})
            text = text[size:]
    except (TypeError, ValueError):
        raise misshapen(stage) from None
    return pieces


def _digest(stage: Stage, messages: Any) -> dict[str, Any]:
    """Return how much was said to a model, and a hash by which equal prompts are known."""
    if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
        raise misshapen(stage)
    text = json.dumps(messages, ensure_ascii=False, sort_keys=True).encode("utf-8", "replace")
    characters = sum(len(str(one.get("content") or "")) for one in messages)
    return {"messages": len(messages), "characters": characters, "sha256": hashlib.sha256(text).hexdigest()}
