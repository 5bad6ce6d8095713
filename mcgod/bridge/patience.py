"""How long a client should wait for an answer. Pure; imports nothing that a quick command would pay for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_SPARE = 5.0  # seconds, for the bridge itself
_MOD = 15.0  # seconds that the interface mod may take
# Methods that ask for much: entities are listed by the mod, or in many commands; a snapshot is written to disk.
_SLOW = {"entities": 60.0, "world": 60.0, "snapshot": 120.0}


def patience(method: str, params: Mapping[str, Any], command: float) -> float:
    """Return the seconds to wait for ``method``, where one command takes up to ``command`` seconds."""
    if method == "wait":
        ticks = params.get("ticks")
        return (ticks if isinstance(ticks, int) else 0) / 20 + 20.0 + _SPARE
    return max(command, _SLOW.get(method, _MOD)) + _SPARE
