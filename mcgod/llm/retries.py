"""Asking a model again when its server was busy or stumbled, and never after it has said a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.llm.faults import ModelFailed
    from mcgod.llm.watch import Watch

_MOST = 2
_PAUSE = 1.5  # seconds, times the number of the retry
_LONGEST_PAUSE = 60.0  # seconds; a server that asks for more is as good as out of reach


class Retries:
    """Those of one call under ``watch``; ``sleep`` replaces the waiting."""

    def __init__(self, watch: Watch, sleep: Callable[[float], object] | None = None) -> None:
        self._sleep = sleep or watch.pause
        self._made = 0

    def wait(self, fault: ModelFailed, *, silent: bool) -> None:
        """Wait until it is time to ask again; raise ``fault`` where that would not help, or would repeat words."""
        self._made += 1
        wait = _PAUSE * self._made if fault.retry_after is None else fault.retry_after
        if not fault.passing or not silent or self._made > _MOST or wait > _LONGEST_PAUSE:
            raise fault
        self._sleep(wait)
