"""The patience of one model call: a wish to cancel, or the end of the total time, ends a blocked read.

A thread looks at both and shuts the call's socket down, which wakes the
reader at once. It knows sockets, not HTTP.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from typing import Self

from mcgod.errors import Cancelled

_LOOK = 0.05  # seconds between two looks at somebody else's event


class Watch:
    """Watch over a block: ``total`` is its time in seconds; ``cancel`` is the caller's event."""

    def __init__(self, cancel: threading.Event | None, total: float) -> None:
        self.expired = False
        self._cancel = cancel
        self._began = time.monotonic()
        self._deadline = self._began + total
        self._ended = threading.Event()
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._look, name="mcgod-model-watch", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def elapsed(self) -> float:
        """Seconds since the call began."""
        return time.monotonic() - self._began

    @property
    def cancelled(self) -> bool:
        """Whether the caller asked for a stop."""
        return self._cancel is not None and self._cancel.is_set()

    def check(self) -> None:
        """Raise Cancelled once the caller asked for a stop."""
        if self.cancelled:
            raise Cancelled("the request was stopped")

    def adopt(self, connection: socket.socket) -> None:
        """Watch over ``connection`` from now on; it is shut down at once when the time is already over."""
        with self._lock:
            self._socket = connection
            if self._stopped.is_set():
                self._shut()

    def pause(self, seconds: float) -> None:
        """Wait before another attempt; ends early when the call is stopped."""
        self._stopped.wait(seconds)

    def _look(self) -> None:
        while not self._ended.wait(_LOOK):
            self.expired = time.monotonic() >= self._deadline
            if self.expired or self.cancelled:
                with self._lock:
                    self._stopped.set()
                    self._shut()
                return

    def _shut(self) -> None:
        if self._socket:
            with suppress(OSError):  # it was closed already
                self._socket.shutdown(socket.SHUT_RDWR)
