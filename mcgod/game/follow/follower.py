"""Follows a growing log through rotation, truncation and restarts, without waiting and without writing.

By polling alone: change notices do not arrive on network folders, in
containers, or on Windows until somebody looks. Times of files are not
trusted; size, identity and first bytes are.
"""

from __future__ import annotations

import sys
from collections import deque
from typing import TYPE_CHECKING, Literal

from mcgod.game.follow.files import Open, blocks, mark_of
from mcgod.game.follow.position import HEAD, NO_MARK, Line, Mark, Position
from mcgod.game.follow.rolled import since
from mcgod.game.follow.splitter import CAP, Piece, Splitter

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable, Iterator
    from pathlib import Path

_PATIENCE = 20  # polls that a packed log may take to be written to its end


class Follower:
    """Reads the log ``path``, which need not exist yet.

    ``start`` is ``"end"``, ``"beginning"``, or the Position of the last line
    that was dealt with: then what was rolled away meanwhile is read first.
    ``hold`` keeps the file open between polls; Windows cannot rename an open
    file, so there it is opened anew for each. ``cut`` counts over-long lines,
    ``lost`` the times when the rest of a log was gone before it was read.
    """

    def __init__(
        self,
        path: Path,
        *,
        start: Position | Literal["end", "beginning"] = "end",
        encoding: str = "utf-8",
        cap: int = CAP,
        hold: bool = sys.platform != "win32",
    ) -> None:
        self.path = path
        self.cut = 0
        self.lost = 0
        self._encoding, self._cap, self._hold = encoding, cap, hold
        self._open: Open | None = None
        self._rolled: deque[tuple[Path, int]] = deque()  # older logs still to read, and from which offset
        self._blocks: Iterator[bytes] | None = None  # of the first of them
        self._failures = 0
        self._ended = False  # the log that the position lies in was read to its end and is not written any more
        self._mark = NO_MARK
        self._splitter = Splitter(encoding=encoding, cap=cap)
        if isinstance(start, Position):
            self._go_to(start.offset, Mark(start.inode, start.head, start.head_size))
        elif start == "end":
            self._skip_to_end()
        self._position = self._here()

    @property
    def position(self) -> Position:
        """Where the last line that was returned ended; where it started before there was one."""
        return self._position

    def poll(self) -> list[Line]:
        """Return the next lines, some thousand at most; none when all were returned that there are.

        A file that is missing or in motion is no error: the next poll looks again.
        """
        try:
            lines: list[Line] = []
            going = True
            while going and not lines:
                lines, going = self._read_rolled() if self._rolled else self._read_current()
        except OSError:  # a stale handle, a folder that went away
            self._let_go()
            return []
        if not self._hold:
            self._let_go()
        if lines:
            self._position = lines[-1].position
        return lines

    def batches(
        self, stop: threading.Event, *, interval: float = 0.5, wait: Callable[[float], object] | None = None
    ) -> Iterator[list[Line]]:
        """Yield the result of each poll until ``stop`` is set.

        An empty one means that the log is silent; ``wait(interval)``, in
        seconds, follows it. Another thread may set ``stop``.
        """
        wait = wait or stop.wait
        while not stop.is_set():
            lines = self.poll()
            yield lines
            if not lines and not stop.is_set():
                wait(interval)

    def lines(
        self, stop: threading.Event, *, interval: float = 0.5, wait: Callable[[float], object] | None = None
    ) -> Iterator[Line]:
        """Yield line after line until ``stop`` is set; see ``batches``."""
        for batch in self.batches(stop, interval=interval, wait=wait):
            yield from batch

    def close(self) -> None:
        """Let the files go; a poll opens them again."""
        self._let_go()

    def _read_current(self) -> tuple[list[Line], bool]:
        """Return new lines of the file that has the name now, and whether to look again at once."""
        file = self._open or self._find()
        if not file:
            return [], bool(self._rolled)
        if file.rewritten() or file.size < self._splitter.offset + self._splitter.pending:
            self._let_go()  # emptied; perhaps copied away before
            return [], True
        if lines := self._drain(file):
            return lines, False
        if not self._replaced(file):
            return [], False
        lines = self._drain(file)  # written between the last read and the rename
        if not lines:
            lines = self._lines(self._splitter.finish())
            self._let_go()
            self._ended = True
        return lines, True

    def _drain(self, file: Open) -> list[Line]:
        while data := file.read(self._splitter.offset + self._splitter.pending):
            pieces = self._splitter.feed(data)
            self._mark = file.mark(self._splitter.offset)
            if pieces:
                return self._lines(pieces)
        return []

    def _replaced(self, file: Open) -> bool:
        try:
            status = self.path.stat()
        except FileNotFoundError:  # between rename and re-creation
            return False
        return (status.st_dev, status.st_ino) != file.identity

    def _find(self) -> Open | None:
        """Open the file that has the name now, or line up the older logs that come before it.

        The file is opened before the older ones are listed: what is rolled in
        between is then in the list. Short logs of two days may begin alike;
        then the inode tells whether the older one is meant.
        """
        try:
            file = Open(self.path)
        except FileNotFoundError:
            return None
        here = self._here()
        same = not self._ended and file.starts_as(here)
        sure = same and (here.head_size in (0, HEAD) or file.identity[1] == here.inode)
        found = None if sure else since(self.path, here)
        if sure or (same and not found):
            self._open, self._mark = file, file.mark(here.offset)
            return file
        if found is None and not self._ended:
            self.lost += 1
        rolled = [(path, 0 if index else here.offset) for index, path in enumerate(found or [])]
        self._rolled = deque(rolled[1:] if self._ended else rolled)
        if self._rolled:
            file.close()
            return None
        self._go_to(0, NO_MARK)
        self._open, self._ended = file, False
        return file

    def _read_rolled(self) -> tuple[list[Line], bool]:
        """Return the next lines of the first older log, and whether to look again at once."""
        path, offset = self._rolled[0]
        try:
            if self._blocks is None:
                self._go_to(offset, mark_of(path))
                self._blocks = blocks(path, offset)
            data = next(self._blocks, None)
        except OSError:
            return [], self._retry(path)
        if data is not None:
            lines = self._lines(self._splitter.feed(data))
            self._failures = 0 if lines else self._failures
            self._rolled[0] = path, self._splitter.offset
            return lines, True
        lines = self._lines(self._splitter.finish())
        self._rolled.popleft()
        self._blocks = None
        self._ended = True
        return lines, True

    def _retry(self, path: Path) -> bool:
        """Prepare another try at an older log, which may be about to be packed; give up in the end."""
        self._let_go()
        self._failures += 1
        packed = path.with_name(path.name + ".gz")
        if not path.exists() and packed.exists():
            self._rolled[0] = packed, self._rolled[0][1]
            return True
        if self._failures < _PATIENCE:
            return False
        self.lost += 1
        self._failures = 0
        self._rolled.popleft()
        self._ended = True
        return True

    def _lines(self, pieces: list[Piece]) -> list[Line]:
        mark = self._mark
        self.cut += sum(piece.cut for piece in pieces)
        return [Line(text, mark, end, cut) for text, end, cut in pieces]

    def _here(self) -> Position:
        return Position(self._mark.inode, self._splitter.offset, self._mark.head, self._mark.head_size)

    def _go_to(self, offset: int, mark: Mark) -> None:
        self._mark = mark
        self._splitter = Splitter(offset, encoding=self._encoding, cap=self._cap)

    def _let_go(self) -> None:
        """Close what is open, and forget the half line, which will be read again."""
        if self._open:
            self._open.close()
        self._open = self._blocks = None
        self._go_to(self._splitter.offset, self._mark)

    def _skip_to_end(self) -> None:
        try:
            self._open = Open(self.path)
            end = self._open.last_line_end()
            self._go_to(end, self._open.mark(end))
        except OSError:  # not there yet: then all that comes is new
            self._let_go()
