"""One row for each recorded turn: who asked what when, and what became of it. Pure; prompts are not even parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.replay import trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WANTED = frozenset({"input", "verdicts", "end"})


def rows(lines: Iterable[bytes], where: str) -> Iterator[dict[str, Any]]:
    """Yield ``{"turn","request_id","at","player","mode","text","accepted","repaired","rejected","state","ms"}``.

    ``ms`` is the whole turn's in milliseconds, None where it did not end;
    ``state`` is ``done``, ``failed`` or ``unfinished``. Raises Damaged after
    the rows before the damage.
    """
    for turn in trace.turns(trace.stages(lines, where, _WANTED)):
        yield _row(turn)


def _row(turn: list[trace.Stage]) -> dict[str, Any]:
    asked: dict[str, Any] = {}
    verdicts: Any = ()
    end: dict[str, Any] = {}
    for stage in turn:
        if stage.name == "input":
            asked = stage.record
        elif stage.name == "verdicts":
            verdicts = stage.record.get("verdicts") or ()
        elif stage.name == "end":
            end = stage.record
    try:
        kinds = [verdict["verdict"] for verdict in verdicts]
        spent = (end.get("ms") or {}).get("total")
    except (AttributeError, KeyError, TypeError):
        raise trace.misshapen(turn[-1]) from None
    return {
        "turn": turn[0].turn,
        "request_id": turn[0].request_id,
        "at": asked.get("at"),
        "player": asked.get("player"),
        "mode": asked.get("mode"),
        "text": asked.get("text"),
        **{kind: kinds.count(kind) for kind in ("accepted", "repaired", "rejected")},
        "state": end.get("state", "unfinished"),
        "ms": spent,
    }
