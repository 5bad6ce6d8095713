"""Histories: every version that a page or a memory has had, one JSON line each, appended and never rewritten.

    history/pages/villages/north.jsonl
    {"v":1,"version":3,"at":"2026-01-02T03:04:05.678Z","action":"update","author":"Steve","detail":"",
     "before":"9f86…","after":"4e07…","text":"---…"}

``before`` and ``after`` are SHA-256 sums of the file, null where there is
none; ``text`` is the whole file after the change. Appending is the ledger's.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from mcgod import fsio, jsonl
from mcgod.errors import NotFound, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcgod.kb.shelf import Shelf

ACTIONS = ("create", "update", "remove", "restore", "rename", "import", "outside")
_BLOCK = 65536  # bytes that are read at a time, from the end

Version = dict[str, Any]


class History:
    """The histories below ``folder``, for the entries of ``shelf``."""

    def __init__(self, folder: Path, shelf: Shelf) -> None:
        self._shelf = shelf
        self._folder = folder

    def path(self, entry: str) -> Path:
        """Return the file of the entry's history, which need not exist."""
        below = self._shelf.path(entry).relative_to(self._shelf.folder)
        return self._folder / below.with_name(below.name.removesuffix(self._shelf.suffix) + ".jsonl")

    def files(self) -> list[Path]:
        """Return the files of all histories, in order."""
        return sorted(self._folder.rglob("*.jsonl")) if self._folder.is_dir() else []

    def id_of(self, path: Path) -> str | None:
        """Return whose history the file is, None for a name that no id has."""
        return self._shelf.id_of(path.relative_to(self._folder).as_posix().removesuffix(".jsonl"))

    def read(self, entry: str) -> jsonl.Lines:
        """Return the entry's versions, oldest first, and how many lines did not parse. Raises StoreFailed."""
        path = self.path(entry)
        try:
            return jsonl.read(path)
        except OSError as error:
            raise StoreFailed(f"cannot read {path}: {error.strerror}") from error

    def version(self, entry: str, number: int) -> Version:
        """Return one version. Raises NotFound."""
        lines = self.read(entry).records
        found = next((line for line in lines if line.get("version") == number), None)
        if found is None:
            known = f"1 to {lines[-1].get('version')}" if lines else "it has no history"
            raise NotFound(f"{entry} has no version {number} ({known})", hint=f"mcgod kb history {entry}")
        return found

    def last(self, entry: str) -> Version | None:
        """Return the newest version, read from the file's end. Raises StoreFailed."""
        path = self.path(entry)
        try:
            with path.open("rb") as file:
                lines = _last_lines(file, os.fstat(file.fileno()).st_size)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreFailed(f"cannot read {path}: {error.strerror}") from error
        for raw in reversed(lines):
            try:
                line = json.loads(raw)
            except ValueError:
                continue
            if isinstance(line, dict) and isinstance(line.get("version"), int):
                return line
        return None

    def append(self, entry: str, version: Mapping[str, Any]) -> None:
        """Append one version; the caller holds the base's lock. Raises StoreFailed."""
        path = self.path(entry)
        fsio.make_folder(path.parent)
        fsio.append_line(path, jsonl.line(version))


def diff(before: str, after: str, names: tuple[str, str]) -> str:
    """Return the unified diff of two texts, empty when they are the same; ``names`` head its two sides."""
    import difflib  # noqa: PLC0415 - only for who asks

    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), *names, lineterm="")
    shown = "\n".join(lines)
    return shown or ("" if before == after else f"--- {names[0]}\n+++ {names[1]}\n(only line ends differ)")


def _last_lines(file: Any, size: int) -> list[bytes]:
    """Return the last whole lines of ``file``, at least one if there is any."""
    tail, start = b"", size
    while start > 0 and tail[: tail.rfind(b"\n")].count(b"\n") < 1:
        step = min(_BLOCK, start)
        start -= step
        file.seek(start)
        tail = file.read(step) + tail
    lines: list[bytes] = tail[: tail.rfind(b"\n") + 1].split(b"\n")[:-1]
    return lines if start == 0 else lines[1:]
