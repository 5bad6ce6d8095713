"""Counts and rates of events, and a small chart of them."""

from __future__ import annotations

import json
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from mcgod.bridge import past
from mcgod.bridge.address import BridgeDown
from mcgod.bridge.client import Wish

if TYPE_CHECKING:
    from ._app import App


def count(app: App, since: str) -> dict[str, Any]:
    """Return ``{"events","seconds","by_type":{type:{"count","per_minute"}},"lag","missed"}``.

    ``lag`` is how many seconds ago the newest event happened; ``missed`` how
    many events slow subscribers have been told of instead of being sent, None
    when no bridge runs.
    """
    stream = past.stream_of(app.events)
    counts: Counter[str] = Counter()
    first = last = ""
    for line in past.lines(app.events, stream, past.read_since(since), Wish()):
        event = json.loads(line)
        counts[event["type"]] += 1
        first, last = first or event["time"], event["time"]
    seconds = max(1.0, (_when(last) - _when(first)).total_seconds()) if counts else 0.0
    by_type = {name: {"count": n, "per_minute": round(n * 60 / seconds, 2)} for name, n in counts.most_common()}
    lag = round((datetime.now(UTC) - _when(last)).total_seconds(), 3) if counts else None
    return {"events": sum(counts.values()), "seconds": seconds, "by_type": by_type, "lag": lag, "missed": _missed(app)}


def chart(told: dict[str, Any], *, width: int) -> str:
    """Return a bar for each type, the longest of ``width`` characters."""
    rows = told["by_type"]
    if not rows:
        return "no events"
    most = max(row["count"] for row in rows.values())
    longest = max(map(len, rows))
    lines = []
    for name, row in rows.items():
        bar = "█" * max(1, width * row["count"] // most)
        lines.append(f"{name:<{longest}}  {row['count']:>8}  {row['per_minute']:>10.2f}/min  {bar}")
    return "\n".join(
        [*lines, f"{told['events']} events in {told['seconds']:.0f} s, the newest {told['lag']:.1f} s ago"]
    )


def _when(moment: str) -> datetime:
    return datetime.fromisoformat(moment)


def _missed(app: App) -> int | None:
    try:
        with app.dial() as bridge:
            return int(bridge.call("status")["missed"])
    except BridgeDown:
        return None
