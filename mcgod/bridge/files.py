"""The Events port on the journal's folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mcgod.bridge import journal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class FileEvents:
    """The events below ``folder``, which any number of processes may read while one bridge writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def current(self) -> str | None:
        """Return the name of the stream that is being written, or None when there has never been one."""
        return journal.current(self.folder)

    def newest(self, stream: str) -> int:
        """Return the number of the newest event, 0 when there is none."""
        return journal.newest(self.folder, stream)

    def read(self, stream: str, since: int = 0) -> Iterator[bytes]:
        """Yield the lines of the events after ``since``, oldest first."""
        return journal.read(self.folder, stream, since)

    def read_blocks(self, stream: str, since: int = 0) -> Iterator[bytes]:
        """Yield the same in blocks of whole lines, each with its line end."""
        return journal.read_blocks(self.folder, stream, since)

    def start_of(self, stream: str, time: str) -> int:
        """Return the end of the newest segment that began before ``time``."""
        start = 0
        for path in journal.segments(self.folder, stream):
            first = next(self.read(stream, int(path.stem) - 1), None)
            if first is None or json.loads(first)["time"] >= time:
                break
            start = int(path.stem) - 1
        return start
