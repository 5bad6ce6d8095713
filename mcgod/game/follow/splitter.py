"""Bytes in, lines out: holds back the unfinished last line, cuts over-long ones. Pure.

Only a line feed, or carriage return and line feed, ends a line: a lone
carriage return is text, and may be there to deceive.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple

from mcgod.errors import BadUsage

CAP = 65536  # bytes of a line that are kept
_BOM = codecs.BOM_UTF8


class Piece(NamedTuple):
    """A line's text, the offset behind its line end in bytes, and whether it was cut."""

    text: str
    end: int
    cut: bool


class Splitter:
    """Splits one stream that starts at byte ``offset``. ``offset`` then moves to the end of the last whole line."""

    def __init__(self, offset: int = 0, *, encoding: str = "utf-8", cap: int = CAP) -> None:
        self.offset = offset
        self._encoding = checked(encoding)
        self._cap = max(cap, 1)
        self._held = bytearray()  # the start of the unfinished line, at most the cap
        self._skipped = 0  # its bytes beyond the cap

    def feed(self, data: bytes) -> list[Piece]:
        """Return the lines that ``data`` completes."""
        *whole, rest = data.split(b"\n")
        pieces = []
        for line in whole:
            if self._held or self._skipped:
                self._hold(line)
                pieces.append(self._finish(1))
            else:
                start, self.offset = self.offset, self.offset + len(line) + 1
                pieces.append(self._piece(line, start, 0))
        self._hold(rest)
        return pieces

    def finish(self) -> list[Piece]:
        """Return the last line of a stream that has ended without a line end, if there is one."""
        return [self._finish(0)] if self._held or self._skipped else []

    @property
    def pending(self) -> int:
        """How many bytes of an unfinished line are held back."""
        return len(self._held) + self._skipped

    def _hold(self, data: bytes) -> None:
        room = self._cap + 1 - len(self._held)  # one more for the carriage return of a line that just fits
        self._held += data[:room]
        self._skipped += max(0, len(data) - room)

    def _finish(self, line_end: int) -> Piece:
        start = self.offset
        self.offset += len(self._held) + self._skipped + line_end
        line, skipped = bytes(self._held), self._skipped
        self._held.clear()
        self._skipped = 0
        return self._piece(line, start, skipped)

    def _piece(self, line: bytes, start: int, skipped: int) -> Piece:
        if not skipped and line.endswith(b"\r"):
            line = line[:-1]
        cut = skipped > 0 or len(line) > self._cap
        if cut:
            # The cap may fall into a character; what is left of it is dropped, not shown as damage.
            text = codecs.getincrementaldecoder(self._encoding)("replace").decode(line[: self._cap])
        else:
            text = line.decode(self._encoding, "replace")
        if start == 0 and line.startswith(_BOM):
            text = text.removeprefix("\ufeff")
        return Piece(text, self.offset, cut)


def checked(encoding: str) -> str:
    """Return ``encoding`` if a log can be split in it. Raises BadUsage."""
    try:
        splits = "a\n".encode(encoding) == b"a\n" and b"\n".decode(encoding) == "\n"
    except (LookupError, UnicodeError):
        splits = False
    if not splits:
        raise BadUsage(f"a log cannot be read as {encoding!r}", hint="utf-8, latin-1, cp1252, gbk and the like")
    return encoding
