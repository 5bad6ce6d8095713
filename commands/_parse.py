"""Logs into events for ``events parse``: as fast as lines can be read."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from mcgod.game.follow import first_day, read_file, read_pipe
from mcgod.game.loglines import Dater, LogReader

from ._output import clean
from ._tail import line_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.game.loglines import LogEvent

    from ._app import App

_BATCH = 500  # lines in one write
_SILENT = frozenset({"other", "continuation"})


def parse_logs(
    app: App, files: list[str], *, everything: bool, roster: tuple[str, ...], kind: str | None, private: bool,
    encoding: str, as_lines: bool,
) -> int:  # fmt: skip
    """Print the events of every file, each read as a log of its own; return how many there were."""
    printed = 0
    for name in files:
        path = None if name == "-" else Path(name)
        reader = LogReader(kind, roster, dater=Dater(first_day(path)) if path else None, private=private)
        lines = read_file(path, encoding=encoding) if path else read_pipe(sys.stdin.buffer, encoding=encoding)
        events = (event for event in _events(reader, lines) if everything or event.type not in _SILENT)
        told = (event.to_line() if as_lines else clean(line_of(event.to_json())) for event in events)
        # A pipe is read as it comes, and its events go out at once; a file's go out many at a time.
        while batch := list(islice(told, _BATCH if path else 1)):
            app.out.line("\n".join(batch), flush=path is None)
            printed += len(batch)
        stats = reader.stats()
        if odd := stats.strange + stats.unread:
            app.out.note(f"{name}: {odd} of {stats.lines} lines look like events and were not understood")
    return printed


def _events(reader: LogReader, lines: Iterator[str]) -> Iterator[LogEvent]:
    for line in lines:
        yield from reader.feed(line)
    yield from reader.settle()
