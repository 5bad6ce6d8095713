"""The body of a page while it grows, on the disk once it is long, so that memory does not grow with the turns."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Self

from mcgod.errors import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

_IN_MEMORY = 4_000_000  # bytes
_PIECE = 1_000_000  # bytes


class Spool:
    """Takes text and gives it back as UTF-8; its file has no name, and is gone when the block ends."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - the block that closes it is ours

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def write(self, text: str) -> None:
        """Append ``text``. Raises StoreFailed."""
        try:
            self._file.write(text.encode())
        except OSError as error:
            raise StoreFailed(f"cannot keep the page in {tempfile.gettempdir()}: {error.strerror}") from error

    def pieces(self) -> Iterator[bytes]:
        """Yield everything, from the beginning."""
        self._file.seek(0)
        while piece := self._file.read(_PIECE):
            yield piece
