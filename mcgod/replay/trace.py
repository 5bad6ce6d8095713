"""Read turn traces: JSON lines in, stages and turns out, one turn in memory at a time. Pure.

A trace is read as far as it is sound. What follows the first line that does
not parse, or is cut short, is not guessed at: Damaged says which line it was.
Shape: ``mcgod.god.trace``, version 1.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadInput
from mcgod.god.trace import VERSION

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

# The head that mcgod writes. Whoever needs few of the stages need not parse the prompts in the others.
_HEAD = re.compile(rb'\{"v":1,"request_id":"([^"\\]*)","turn":(\d+),"at":"[^"\\]*","stage":"(\w+)"[,}]')
_decode = json.JSONDecoder().decode  # json.loads, but for its guess at the encoding of each line


class Damaged(BadInput):
    """A trace that cannot be read beyond a line; everything before that line has been given out."""

    slug = "damaged-trace"


class Stage(NamedTuple):
    """One line of a trace. ``record`` is empty where nobody asked for it; ``place`` is ``FILE:LINE``, from 1."""

    request_id: str
    turn: int
    name: str
    record: dict[str, Any]
    place: str


def stages(lines: Iterable[bytes], where: str, wanted: Collection[str] | None = None) -> Iterator[Stage]:
    """Yield the stages of a trace in order; all by default, else those ``wanted``.

    Of a turn that begins with none of these its first stage is given too,
    with an empty record. ``lines`` come with their newlines, ``where`` names
    their file. Raises Damaged at the first line that is not a whole stage, and
    BadInput for a trace of a newer version.
    """
    names = None if wanted is None else frozenset(name.encode() for name in wanted)
    turn = b""  # the head of the last stage's line up to the number of its turn
    for number, line in enumerate(lines, 1):
        head = None if names is None else _HEAD.match(line)
        if names is None or head is None:
            yield _parsed(line, f"{where}:{number}")
            turn = b""
            continue
        here, name = line[: head.end(2)], head[3]
        if name in names or not line.endswith(b"}\n"):
            yield _parsed(line, f"{where}:{number}")
        elif here != turn:
            yield Stage(head[1].decode("utf-8", "replace"), int(head[2]), name.decode(), {}, f"{where}:{number}")
        turn = here


def turns(found: Iterable[Stage]) -> Iterator[list[Stage]]:
    """Yield the stages of each turn together, that of a damaged trace's last turn before Damaged is raised."""
    held: list[Stage] = []
    fault = None
    try:
        for stage in found:
            if held and (held[0].request_id, held[0].turn) != (stage.request_id, stage.turn):
                yield held
                held = []
            held.append(stage)
    except BadInput as error:
        fault = error
    if held:
        yield held
    if fault:
        raise fault


def seconds(record: dict[str, Any]) -> float | None:
    """Return when a stage was written, in epoch seconds; None where it does not tell."""
    return moment(record.get("at"))


def moment(text: Any) -> float | None:
    """Return an ISO 8601 time in epoch seconds; None for what is none."""
    try:
        return datetime.fromisoformat(str(text)).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def misshapen(stage: Stage) -> Damaged:
    """Return the error for a stage that parses as JSON and holds something else than it should."""
    return _damaged(stage.place, f"is no sound {stage.name!r} stage")


def _parsed(line: bytes, place: str) -> Stage:
    if not line.endswith(b"\n"):
        raise _damaged(place, "is cut short")
    try:
        record = _decode(line.decode("utf-8", "surrogatepass").removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        raise _damaged(place, "does not parse") from None
    if not isinstance(record, dict):
        raise _damaged(place, "is no stage of a turn")
    version = record.get("v")
    if isinstance(version, int) and version > VERSION:
        raise BadInput(f"{place}: a trace of version {version}; this mcgod reads {VERSION}", hint="upgrade mcgod")
    turn, name = record.get("turn"), record.get("stage")
    if not isinstance(turn, int) or not isinstance(name, str):
        raise _damaged(place, "is no stage of a turn")
    return Stage(str(record.get("request_id")), turn, name, record, place)


def _damaged(place: str, fault: str) -> Damaged:
    return Damaged(f"{place}: the line {fault}", hint="what stands before it is sound; without it the rest is read too")
