"""One row for each recorded turn: who asked what when, and what became of it. Pure; prompts are not even parsed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.replay import trace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_WANTED = frozenset({"input", "verdicts", "end"})


def rows(lines: Iterable[bytes], where: str) -> Iterator[dict[str, Any]]:
    """Yield ``{"turn","request_id","at","player","mode","text","accepted","repaired","rejected","state","ms"}``.

    ``ms`` is the whole turn's in milliseconds, None where it did not end;
    ``state`` is ``done``, ``failed`` or ``unfinished``. Raises Damaged after
    the rows before the damage.
    """
    for turn in trace.turns(trace.stages(lines, where, _WANTED)):
        yield _row(turn)


def head(turn: Sequence[trace.Stage]) -> dict[str, Any]:
    """Return ``{"turn","request_id","at","player","mode","text"}``: how every row of a turn begins."""
    asked = next((stage.record for stage in turn if stage.name == "input"), {})
    told = {name: asked.get(name) for name in ("at", "player", "mode", "text")}
    return {"turn": turn[0].turn, "request_id": turn[0].request_id, **told}


def _row(turn: list[trace.Stage]) -> dict[str, Any]:
    kinds: list[Any] = []
    state, spent = "unfinished", None
    for stage in turn:
        try:
            if stage.name == "verdicts":
                kinds = [verdict["verdict"] for verdict in stage.record.get("verdicts") or ()]
            elif stage.name == "end":
                state, spent = stage.record.get("state", state), (stage.record.get("ms") or {}).get("total")
        except (AttributeError, KeyError, TypeError):
            raise trace.misshapen(stage) from None
    counts = {kind: kinds.count(kind) for kind in ("accepted", "repaired", "rejected")}
    return {**head(turn), **counts, "state": state, "ms": spent}
