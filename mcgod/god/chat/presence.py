"""One listening god a home: a lock that dies with its holder, and the holder's process id beside it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mcgod import fsio
from mcgod.errors import Busy

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Presence:
    """Whether a god listens on this home."""

    def __init__(self, run_root: Path) -> None:
        self._lock = run_root / "god.lock"
        self._pid = run_root / "god.pid"

    @contextmanager
    def held(self) -> Iterator[None]:
        """Be the one that listens, for the block. Raises Busy when there is one already."""
        fsio.make_folder(self._lock.parent)
        try:
            with fsio.locked(self._lock, timeout=0):
                fsio.replace_file(self._pid, str(os.getpid()).encode())
                yield
                fsio.remove(self._pid)
        except Busy:
            raise Busy("a god listens on this home already", hint="mcgod god status") from None

    def read(self) -> int | None:
        """Return the process id of the one that listens, or None."""
        if not self._lock.exists():
            return None
        try:
            with fsio.locked(self._lock, timeout=0):
                return None
        except Busy:
            try:
                return int(self._pid.read_text())
            except (OSError, ValueError):
                return None
