"""Asking a model again when its server was busy, stumbled or did not listen, and never after it has said a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.llm import faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.errors import ModelUnreachable
    from mcgod.llm.watch import Watch

_PAUSE = 1.5  # seconds, times the number of the retry
_LONGEST_PAUSE = 60.0  # seconds; a server that asks for more is as good as out of reach


class Retries:
    """Those of one call under ``watch``; ``sleep`` replaces the waiting."""

    def __init__(self, watch: Watch, sleep: Callable[[float], object] | None = None) -> None:
        self._sleep = sleep or watch.pause
        self._made = 0

    def wait(self, fault: ModelUnreachable, *, silent: bool) -> None:
        """Wait until it is time to ask again; raise ``fault`` where that would not help, or would repeat words.

        Too many requests, faults of the server and of the connection are
        worth another attempt; a time-out is not.
        """
        self._made += 1
        told = fault.retry_after if isinstance(fault, faults.ModelFailed) else None
        wait = _PAUSE * self._made if told is None else told
        if not silent or self._made > faults.retries(fault) or wait > _LONGEST_PAUSE:
            raise fault
        self._sleep(wait)
