"""What log files gained while something ran, whatever becomes of them meanwhile. Reads only."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from mcgod.game.follow.files import Open

MOST = 512_000  # bytes of one file; what is older is left out


class Growth:
    """The bytes that come to ``paths`` from now on. A file is held open, so one that is rolled away is read to its end.

    with Growth(paths) as growth:
        ...
        growth.read()  # whether anything came
        growth.lines()
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._files = [_File(path) for path in paths]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in self._files:
            file.close()

    def read(self) -> bool:
        """Read on, and tell whether anything came."""
        came = [file.read() for file in self._files]
        return any(came)

    def lines(self) -> list[tuple[Path, str]]:
        """Return the lines that came, each with its file."""
        return [
            (file.path, line) for file in self._files for line in file.gained.decode("utf-8", "replace").splitlines()
        ]


class _File:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.gained = b""
        self._open: Open | None = None
        self._at = 0
        with suppress(OSError):
            self._open = _opened(path)
            self._at = self._open.size

    def read(self) -> bool:
        before = len(self.gained), self._at
        if self._open:
            if self._open.size < self._at:  # emptied, and written anew
                self._at = 0
            self._drain(self._open)
        if self._is_another():
            self.close()
            with suppress(OSError):
                self._open = _opened(self.path)
                self._at = 0
                self._drain(self._open)
        return (len(self.gained), self._at) != before

    def close(self) -> None:
        if self._open:
            self._open.close()
        self._open = None

    def _drain(self, file: Open) -> None:
        self._at = max(self._at, file.size - MOST)
        while data := file.read(self._at):
            self._at += len(data)
            self.gained = (self.gained + data)[-MOST:]

    def _is_another(self) -> bool:
        """Tell whether the name stands for another file than the one that is open."""
        try:
            status = os.stat(self.path)  # noqa: PTH116 - identity, as Open has it
        except OSError:
            return False
        return self._open is None or (status.st_dev, status.st_ino) != self._open.identity


def _opened(path: Path) -> Open:
    from mcgod.game.follow.files import Open  # noqa: PLC0415 - it brings all of the follower, and few tools read logs

    return Open(path)
