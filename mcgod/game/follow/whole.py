"""Whole logs and pipes, line by line: what a parser wants when nothing has to be followed. Reads only."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby
from typing import TYPE_CHECKING, BinaryIO

from mcgod.errors import BadInput, NotFound
from mcgod.game.follow.files import blocks
from mcgod.game.follow.splitter import CAP, Piece, Splitter
from mcgod.game.loglines.dates import midnights, read_date
from mcgod.game.loglines.headers import split
from mcgod.game.replies import strip_codes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PLAIN = re.compile(rb"^\[(\d\d:\d\d):\d\d\]", re.MULTILINE)
_DATED = re.compile(r"(\d{4}-\d\d-\d\d)", re.ASCII)


def read_file(path: Path, *, encoding: str = "utf-8", cap: int = CAP) -> Iterator[str]:
    """Yield the lines of a log, plain or packed with gzip, without their line ends.

    A last line without a line end counts; over-long lines are cut to ``cap``
    bytes. Raises NotFound when it is missing, BadInput when it cannot be read
    to its end; what could be read comes first.
    """
    splitter = Splitter(encoding=encoding, cap=cap)
    try:
        for data in blocks(path):
            yield from _texts(splitter.feed(data))
    except FileNotFoundError:
        raise NotFound(f"no log at {path}") from None
    except OSError as error:
        yield from _texts(splitter.finish())
        raise BadInput(f"cannot read {path}: {error.strerror or error}") from error
    yield from _texts(splitter.finish())


def read_pipe(stream: BinaryIO, *, encoding: str = "utf-8", cap: int = CAP) -> Iterator[str]:
    """Yield the lines of a byte stream as they arrive, such as what ``docker logs -f`` writes. Blocks in between."""
    for lines in read_bursts(stream, encoding=encoding, cap=cap):
        yield from lines


def read_bursts(stream: BinaryIO, *, encoding: str = "utf-8", cap: int = CAP) -> Iterator[list[str]]:
    """Yield the same as ``read_pipe``, with the lines together that arrived together."""
    splitter = Splitter(encoding=encoding, cap=cap)
    read = getattr(stream, "read1", stream.read)  # what is there, not a full buffer
    while data := read(CAP):
        if lines := list(_texts(splitter.feed(data))):
            yield lines
    if lines := list(_texts(splitter.finish())):
        yield lines


def first_day(path: Path, zone: tzinfo | None = None) -> date:
    """Return the date of a log's first line: from the line, or from the last line's day and the midnights between.

    The last line's day is in the name of a rolled log, else it is when the
    file was last written, in the server's ``zone`` (the machine's when None).
    Raises what read_file raises.
    """
    clocks = _plain_clocks(path)
    for line in () if clocks else read_file(path):
        if header := split(strip_codes(line)):
            if not clocks and (day := read_date(header.date)):
                return day
            clocks.append(header.clock[:5])
    try:
        named = _DATED.match(path.name)
        last = date.fromisoformat(named[1]) if named else None
        last = last or datetime.fromtimestamp(path.stat().st_mtime, zone or datetime.now().astimezone().tzinfo).date()
    except (ValueError, OSError) as error:
        raise BadInput(f"cannot tell the day of {path}: {error}") from error
    return last - timedelta(days=midnights(clocks))


def _plain_clocks(path: Path) -> list[str]:
    """Return the clocks of a log whose every header is the plain ``[HH:MM:SS]``; none when its first line is not so.

    Most logs are so, and looking for nothing else is ten times as fast.
    """
    found: list[bytes] = []
    rest = b""
    try:
        for data in blocks(path):
            if not found and not _PLAIN.match(data):
                return []
            lines, _, rest = (rest + data).rpartition(b"\n")
            # Which minute it is matters, not how often in a row it is said.
            found.extend(clock for clock, _ in groupby(_PLAIN.findall(lines)))
    except OSError:
        return []  # whoever reads the lines says what is wrong
    return [clock.decode() for clock in (*found, *_PLAIN.findall(rest))]


def _texts(pieces: list[Piece]) -> Iterator[str]:
    return (piece.text for piece in pieces)
