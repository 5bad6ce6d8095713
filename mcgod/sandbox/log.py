"""``logs/latest.log`` as the game writes it, and its archive of earlier runs.

Source: vanilla's log4j layout, ``[HH:MM:SS] [thread/LEVEL]: text``.
"""

from __future__ import annotations

import gzip
import os
from contextlib import suppress
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING

from mcgod import fsio
from mcgod.errors import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SERVER = "Server thread"


def _now() -> datetime:
    return datetime.now(UTC).astimezone()


class Log:
    """One open log. Lines may come from several threads.

    The only writer beside fsio: a log that synced each line to disk would
    take a hundred times as long as the command that it tells of, and a torn
    last line is what log readers live with.
    """

    def __init__(self, path: Path, *, now: Callable[[], datetime] = _now) -> None:
        self._now = now
        self._lock = Lock()
        try:
            self._fd: int | None = os.open(
                path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600
            )
        except OSError as error:
            raise StoreFailed(f"cannot write {path}: {error.strerror}") from error

    def write(self, text: str, *, thread: str = SERVER, level: str = "INFO") -> None:
        """Append one line; line breaks inside ``text`` stay, as they do in the game's log."""
        line = f"[{self._now():%H:%M:%S}] [{thread}/{level}]: {text}\n".encode("utf-8", "replace")
        with self._lock:
            if self._fd is None:  # a straggler may come after the end
                return
            with suppress(OSError):  # a full disk stops the game's log, too, but not the game
                os.write(self._fd, line)

    def close(self) -> None:
        """Close the file; what comes later is dropped."""
        with self._lock:
            if self._fd is not None:
                os.close(self._fd)
            self._fd = None


def roll(folder: Path) -> None:
    """Pack the ``latest.log`` of an earlier run into ``YYYY-MM-DD-N.log.gz``, named after its last day."""
    latest = folder / "latest.log"
    if not latest.exists():
        return
    day = datetime.fromtimestamp(latest.stat().st_mtime, UTC).astimezone()
    number = 1
    while (packed := folder / f"{day:%Y-%m-%d}-{number}.log.gz").exists():
        number += 1
    fsio.replace_file(packed, gzip.compress(latest.read_bytes(), mtime=0))
    fsio.remove(latest)
