"""Logs into events for ``events parse``: as fast as lines can be read."""

from __future__ import annotations

import json
import sys
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
        for event in _events(reader, lines):
            if everything or event.type not in _SILENT:
                told = event.to_json()
                app.out.line(
                    json.dumps(told, ensure_ascii=False, separators=(",", ":")) if as_lines else clean(line_of(told))
                )
                printed += 1
        stats = reader.stats()
        odd = stats.strange + stats.unread
        if odd:
            app.out.note(f"{name}: {odd} of {stats.lines} lines look like events and were not understood")
    return printed


def _events(reader: LogReader, lines: Iterator[str]) -> Iterator[LogEvent]:
    for line in lines:
        yield from reader.feed(line)
    yield from reader.settle()
