"""When the pieces of a model's answer came: for who follows it, and for the trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_TOGETHER = 50  # milliseconds; what comes closer than that is kept as one piece


class Pieces:
    """Takes the pieces of one answer; ``emit`` hears of each, ``timer`` gives seconds of any origin."""

    def __init__(self, timer: Callable[[], float], emit: Callable[[str, Any], None] | None) -> None:
        self._timer = timer
        self._emit = emit
        self._began = timer()
        self._came: list[list[int]] = []

    def take(self, piece: str) -> None:
        """Note when a piece came, and pass it on."""
        now = round((self._timer() - self._began) * 1000)
        if self._came and now - self._came[-1][0] < _TOGETHER:
            self._came[-1][1] += len(piece)
        else:
            self._came.append([now, len(piece)])
        if self._emit:
            self._emit("DELTA", piece)

    def to_json(self) -> dict[str, Any]:
        """Return ``{"deltas":[[12,5],[71,30]]}``: milliseconds since it was asked, and characters; nothing for one."""
        return {"deltas": self._came} if len(self._came) > 1 else {}
