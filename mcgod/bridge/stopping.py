"""Being told to stop: SIGTERM and SIGINT, for a process that runs a loop of asyncio."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def on_signals(stop: Callable[[], None]) -> None:
    """Call ``stop`` on the running loop when a signal asks for an end; only the main thread may."""
    loop = asyncio.get_running_loop()
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(stop))
        return
    for one in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(one, stop)
