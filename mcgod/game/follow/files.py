"""One log file, plain or packed with gzip, read by offset of its unpacked bytes. Reads only."""

from __future__ import annotations

import os
import zlib
from typing import TYPE_CHECKING

from mcgod.game.follow.position import HEAD, Mark, Position, fingerprint

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BLOCK = 1 << 18  # bytes read at once
_GZIP = b"\x1f\x8b"


def mark_of(path: Path) -> Mark:
    """Return what ``path`` is known by. Raises OSError when it cannot be read."""
    head = _head(path)
    return Mark(path.stat().st_ino, fingerprint(head), len(head))


def holds(path: Path, position: Position) -> bool:
    """Tell whether ``path`` is the log that ``position`` lies in; False for one that cannot be read."""
    try:
        head = _head(path)
    except OSError:
        return False
    return len(head) >= position.head_size and fingerprint(head[: position.head_size]) == position.head


def blocks(path: Path, offset: int = 0, *, size: int = BLOCK) -> Iterator[bytes]:
    """Yield the unpacked bytes of ``path`` from ``offset`` on, at most ``size`` at once.

    Raises OSError when it cannot be read; a packed file that ends too early
    or is damaged gives what it holds first.
    """
    with path.open("rb") as file:
        packed = file.read(2) == _GZIP
        if not packed:
            file.seek(offset)
            while data := file.read(size):
                yield data
            return
    yield from _unpacked(path, offset, size)


def _unpacked(path: Path, offset: int, size: int) -> Iterator[bytes]:
    import gzip  # noqa: PLC0415 - most logs that are followed are plain

    try:
        with gzip.open(path, "rb") as file:
            file.seek(offset)
            while data := file.read1(size):
                yield data
    except (EOFError, zlib.error) as error:
        raise OSError(f"{path} is damaged or not written to its end: {error}") from error


def _head(path: Path) -> bytes:
    head = b""
    for data in blocks(path, size=HEAD):
        head += data
        if len(head) >= HEAD:
            break
    return head[:HEAD]


class Open:
    """A plain log held open, so that nothing is lost when its name goes to another file."""

    def __init__(self, path: Path) -> None:
        self._fd = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        status = os.fstat(self._fd)
        self.identity = (status.st_dev, status.st_ino)
        self._head = b""

    @property
    def size(self) -> int:
        """Its size now, in bytes."""
        return os.fstat(self._fd).st_size

    def read(self, offset: int) -> bytes:
        """Return up to BLOCK bytes from ``offset`` on."""
        os.lseek(self._fd, offset, os.SEEK_SET)
        return os.read(self._fd, BLOCK)

    def mark(self, end: int) -> Mark:
        """Return what it is known by: its first HEAD bytes, as far as they are whole lines, which end at ``end``."""
        if len(self._head) < min(HEAD, end):
            self._head = self._read_head()[:end]
        return Mark(self.identity[1], fingerprint(self._head), len(self._head))

    def starts_as(self, position: Position) -> bool:
        """Tell whether it is the log that ``position`` lies in, and reaches that far."""
        head = self._read_head()[: position.head_size]
        return fingerprint(head) == position.head and self.size >= position.offset

    def last_line_end(self) -> int:
        """Return the offset behind its last line end, in bytes."""
        end = self.size
        while end > 0:
            start = max(0, end - BLOCK)
            os.lseek(self._fd, start, os.SEEK_SET)
            found = os.read(self._fd, end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
        return 0

    def rewritten(self) -> bool:
        """Tell whether it no longer begins as it did: somebody emptied it and wrote anew."""
        return bool(self._head) and self._read_head()[: len(self._head)] != self._head

    def close(self) -> None:
        """Let it go."""
        os.close(self._fd)

    def _read_head(self) -> bytes:
        os.lseek(self._fd, 0, os.SEEK_SET)
        return os.read(self._fd, HEAD)
