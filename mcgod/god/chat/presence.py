"""Who listens on a home: a lock that dies with its holder, and the holder's process id beside it.

One god alone, or as many as want to where they share their prayers.
"""

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
    """The gods that listen on this home."""

    def __init__(self, run_root: Path) -> None:
        self._root = run_root

    @contextmanager
    def held(self, *, shared: bool = False) -> Iterator[None]:
        """Be one that listens, for the block. Unless ``shared``, raises Busy when there is one already."""
        lock = self._root / (f"god-{os.getpid()}.lock" if shared else "god.lock")
        fsio.make_folder(self._root)
        try:
            with fsio.locked(lock, timeout=0):
                fsio.replace_file(lock.with_suffix(".pid"), str(os.getpid()).encode())
                yield
                fsio.remove(lock.with_suffix(".pid"))
                if shared:
                    fsio.remove(lock)
        except Busy:
            raise Busy("a god listens on this home already", hint="mcgod god status") from None

    def read(self) -> list[int]:
        """Return the process ids of those that listen."""
        found = []
        for lock in sorted(self._root.glob("god*.lock")):
            try:
                with fsio.locked(lock, timeout=0):
                    continue
            except Busy:
                pass
            try:
                found.append(int(lock.with_suffix(".pid").read_text()))
            except (OSError, ValueError):
                continue
        return found
