"""The event journal: numbered JSON lines in segments on disk, so that a cursor outlives every process.

    events/current.json                     {"v":1,"stream":"3f9c0a7b12de"}
    events/<stream>/000000000001.jsonl      a segment, named after its first number

A batch of events is written in one go and made durable before anybody hears
of it. On disk the last event of each batch carries ``log_position``, the place in the
server's log that the batch reaches to (or null); what stands behind the last such
line after a crash was never acknowledged, and is cut off. So a log line makes its
events exactly once. Readers are not shown it.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from typing import TYPE_CHECKING, Any

from mcgod import fsio, jsonl
from mcgod.errors import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from mcgod.bridge.files import FileEvents

VERSION = 1
SEGMENT = 8 << 20  # bytes after which a new segment begins
_MARK = b',"log_position":'  # inside a JSON string its quotes would be escaped
_HIDDEN = re.compile(rb',"log_position":(?:null|\{[^{}\n]*\})\}\n')  # as an event's own last field only
_BLOCK = 1 << 20


class Journal:
    """The journal below ``folder``. One process writes; any number may read with the functions of this module."""

    def __init__(
        self, folder: Path, *, server: str = "default", keep_bytes: int = 1 << 30, keep_days: int = 90
    ) -> None:
        self.folder = folder
        self.stream = _current(folder) or _new_stream(folder)
        self._server = server
        self._keep_bytes = keep_bytes
        self._keep_days = keep_days
        self._fd = -1
        self._size = 0
        self.first, self.last, self.log = 1, 0, None
        self._open_last()

    @property
    def events(self) -> FileEvents:
        """What was written, to read."""
        from mcgod.bridge.files import FileEvents  # noqa: PLC0415 - it reads with this module

        return FileEvents(self.folder)

    def append(self, events: Sequence[Mapping[str, Any]], log: Any = None) -> list[bytes]:
        """Write ``events`` as one batch, numbered; return their lines as readers see them, in order.

        ``log`` is the position in the server's log that they reach to; None
        keeps the last one. Durable when this returns. Raises StoreFailed, and
        then nothing of the batch was kept.
        """
        if log is not None:
            self.log = log
        lines = []
        for number, event in enumerate(events, start=self.last + 1):
            head = {"v": VERSION, "stream": self.stream, "seq": number, "time": event["time"], "server": self._server}
            lines.append(jsonl.line({**head, **event}))
        end = _MARK + jsonl.line(self.log) + b"}\n"
        self._write(b"\n".join(lines)[:-1] + end)
        self.last += len(lines)
        if self._size >= SEGMENT:
            self._begin_segment()
            self._forget_old()
        return lines

    def close(self) -> None:
        """Let the file go."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _write(self, data: bytes) -> None:
        try:
            view = memoryview(data)
            while view:
                view = view[os.write(self._fd, view) :]
            os.fdatasync(self._fd)
        except OSError as error:
            os.ftruncate(self._fd, self._size)
            raise StoreFailed(f"cannot write the journal in {self.folder}: {error.strerror}") from error
        self._size += len(data)

    def _open_last(self) -> None:
        found = segments(self.folder, self.stream)
        if not found:
            self._begin_segment()
            return
        self.first = _first_of(found[0])
        path = found[-1]
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0))
        self._size = _cut(self._fd)
        self.last = _first_of(path) - 1
        if line := _last_line(found):
            event = json.loads(line)
            self.last, self.log = event["seq"], event["log_position"]

    def _begin_segment(self) -> None:
        self.close()
        path = self.folder / self.stream / f"{self.last + 1:012d}.jsonl"
        fsio.make_folder(path.parent)
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
        self._size = 0

    def _forget_old(self) -> None:
        """Remove the oldest segments that exceed the size or the age that is kept; never the one that is written."""
        import time  # noqa: PLC0415 - once in eight megabytes

        found = segments(self.folder, self.stream)
        sizes = [path.stat().st_size for path in found]
        limit = time.time() - self._keep_days * 86400
        while len(found) > 1 and (sum(sizes) > self._keep_bytes or found[0].stat().st_mtime < limit):
            fsio.remove(found.pop(0))
            sizes.pop(0)
        self.first = _first_of(found[0])


def segments(folder: Path, stream: str) -> list[Path]:
    """Return the stream's segments, oldest first; none for a stream that is not there."""
    return sorted((folder / stream).glob("[0-9]*.jsonl"))


def current(folder: Path) -> str | None:
    """Return the name of the stream that is being written, or None when there has never been one."""
    return _current(folder)


def newest(folder: Path, stream: str) -> int:
    """Return the number of the newest event, 0 when there is none."""
    line = _last_line(segments(folder, stream))
    return int(json.loads(line)["seq"]) if line else 0


def read(folder: Path, stream: str, since: int = 0) -> Iterator[bytes]:
    """Yield the lines of the events after ``since``, oldest first, without line ends.

    What is being written while this reads may or may not be among them; a
    half line never is.
    """
    for block in read_blocks(folder, stream, since):
        yield from block.split(b"\n")[:-1]


def read_blocks(folder: Path, stream: str, since: int = 0) -> Iterator[bytes]:
    """Yield the same as ``read`` in blocks of whole lines, each with its line end: for copying."""
    found = segments(folder, stream)
    starts = [_first_of(path) for path in found]
    for place, path in enumerate(found):
        if place + 1 < len(found) and starts[place + 1] - 1 <= since:
            continue
        skip = max(0, since - starts[place] + 1)
        yield from _blocks_of(path, skip)


def _blocks_of(path: Path, skip: int) -> Iterator[bytes]:
    """Yield the whole lines of a segment but the first ``skip``. A segment that is removed meanwhile just ends."""
    rest = b""
    try:
        with path.open("rb") as segment:
            while data := segment.read(_BLOCK):
                data = rest + data
                end = data.rfind(b"\n") + 1
                rest, data = data[end:], data[:end]
                while skip and data:
                    cut = data.find(b"\n") + 1
                    skip, data = skip - 1, data[cut:]
                if data:
                    yield _HIDDEN.sub(b"}\n", data)
    except FileNotFoundError:
        return


def _last_line(found: Sequence[Path]) -> bytes:
    """Return the last line of the newest segment that has any, or nothing."""
    for segment in reversed(found):
        with segment.open("rb") as handle:
            handle.seek(max(0, handle.seek(0, os.SEEK_END) - _BLOCK))
            lines = handle.read().split(b"\n")
        if len(lines) > 1:
            return lines[-2]
    return b""


def _cut(fd: int) -> int:
    """Cut off what stands behind the last whole line that ends a batch; return the size that is left."""
    size = os.fstat(fd).st_size
    os.lseek(fd, 0, os.SEEK_SET)
    data = b""
    while chunk := os.read(fd, _BLOCK):
        data += chunk
    mark, end = data.rfind(_MARK), 0
    while mark >= 0 and not end:
        line_end = data.find(b"\n", mark)
        if line_end >= 0 and _ends_a_batch(data[mark:line_end]):
            end = line_end + 1
        mark = data.rfind(_MARK, 0, mark)
    if end < size:
        os.ftruncate(fd, end)
    return end


def _ends_a_batch(rest: bytes) -> bool:
    """Tell whether ``rest``, from the mark to the end of its line, is the last field of a whole event."""
    try:
        return list(json.loads(b"{" + rest[1:])) == ["log_position"]
    except ValueError:
        return False


def _first_of(path: Path) -> int:
    return int(path.stem)


def _current(folder: Path) -> str | None:
    path = folder / "current.json"
    try:
        stream = json.loads(path.read_bytes())["stream"]
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        fsio.set_aside(path)
        return None
    except OSError as error:
        raise StoreFailed(f"cannot read {path}: {error.strerror}") from error
    return str(stream) if (folder / str(stream)).is_dir() else None


def _new_stream(folder: Path) -> str:
    stream = secrets.token_hex(6)
    fsio.make_folder(folder / stream)
    fsio.replace_file(folder / "current.json", jsonl.document({"v": VERSION, "stream": stream}))
    return stream
