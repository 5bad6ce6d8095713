"""A shelf: the files of one kind of entry, ``pages/**/<slug>.md`` or ``memories/<id>.json``. Reads, never writes."""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from mcgod.errors import BadInput, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class File(NamedTuple):
    """A file as the folder lists it; ``stamp`` changes whenever the file does, ``modified`` is epoch seconds."""

    path: str
    stamp: str
    modified: float
    size: int


class Shelf:
    """The files of ``kind`` in ``folder``, each named by its id plus ``suffix``.

    ``name_of`` and ``id_of`` translate between an id and the name without its
    suffix; ``id_of`` returns None for a name that no id has. ``beneath`` is a
    folder of shipped files, which show where the first has none.
    """

    def __init__(
        self,
        kind: str,
        folder: Path,
        suffix: str,
        *,
        name_of: Callable[[str], str] = str,
        id_of: Callable[[str], str | None] = str,
        beneath: Path | None = None,
    ) -> None:
        self.kind = kind
        self.folder = folder
        self.suffix = suffix
        self._name_of = name_of
        self.id_of = id_of
        self._beneath = beneath

    def path(self, entry: str) -> Path:
        """Return where the entry's own file is, or would be."""
        return self.folder / f"{self._name_of(entry)}{self.suffix}"

    def shipped(self, entry: str) -> bool:
        """Whether a file of that id ships with mcgod."""
        return self._beneath is not None and (self._beneath / f"{self._name_of(entry)}{self.suffix}").is_file()

    def has(self, entry: str) -> bool:
        """Whether there is a file for the entry, its own or one that ships."""
        return self.path(entry).is_file() or self.shipped(entry)

    def files(self) -> dict[str, File]:
        """Return id -> file of every entry; names that are no ids are left out. Raises StoreFailed."""
        found = dict(self._named(self._beneath)) if self._beneath else {}
        found.update(self._named(self.folder))
        return {entry: found[entry] for entry in sorted(found)}

    def own(self) -> dict[str, File]:
        """Return the same without what ships."""
        return dict(self._named(self.folder))

    def strays(self) -> list[str]:
        """Return the files that nobody can open, since their names are no ids."""
        return [file.path for name, file in _walk(str(self.folder), "", self.suffix) if self.id_of(name) is None]

    def data(self, entry: str) -> bytes | None:
        """Return the bytes of the entry's file, None when there is none. Raises StoreFailed."""
        for folder in (self.folder, self._beneath):
            if folder is None:
                continue
            path = folder / f"{self._name_of(entry)}{self.suffix}"
            try:
                return path.read_bytes()
            except (FileNotFoundError, NotADirectoryError):
                continue
            except OSError as error:
                raise StoreFailed(f"cannot read {path}: {error.strerror}") from error
        return None

    def stamp(self, entry: str) -> str | None:
        """Return the stamp of the entry's file, as ``files`` has it; None where it is not there."""
        for folder in (self.folder, self._beneath or self.folder):
            with suppress(OSError):
                return _stamp((folder / f"{self._name_of(entry)}{self.suffix}").stat())
        return None

    def modified(self, entry: str) -> float:
        """Return when the entry's file was last changed, in epoch seconds; 0 where it is not there."""
        for folder in (self.folder, self._beneath or self.folder):
            with suppress(OSError):
                return (folder / f"{self._name_of(entry)}{self.suffix}").stat().st_mtime
        return 0.0

    def text(self, entry: str) -> str | None:
        """Return the text of the entry's file. Raises StoreFailed, and BadInput when it is not UTF-8."""
        data = self.data(entry)
        if data is None:
            return None
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise BadInput(f"{self.path(entry)}, line {line}: not UTF-8 text", hint="save it as UTF-8") from error

    def _named(self, folder: Path) -> Iterator[tuple[str, File]]:
        for name, file in _walk(str(folder), "", self.suffix):
            entry = self.id_of(name)
            if entry is not None:
                yield entry, file


def digest(data: bytes | str | None) -> str | None:
    """Return the SHA-256 of a file's content in hex, None for a file that is not there."""
    if data is None:
        return None
    return sha256(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data).hexdigest()


def _stamp(status: os.stat_result) -> str:
    return f"{status.st_mtime_ns:x}-{status.st_size:x}-{status.st_ino:x}"


def _walk(folder: str, below: str, suffix: str) -> Iterator[tuple[str, File]]:
    """Yield (path below the first folder without its suffix, file); hidden names and ``assets`` are passed by.

    In strings, since a path object takes longer than the look at its file.
    """
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        for entry in entries:
            name = entry.name
            if name.startswith("."):
                continue
            if entry.is_dir(follow_symlinks=False):
                if name != "assets":
                    yield from _walk(entry.path, f"{below}{name}/", suffix)
            elif name.endswith(suffix) and entry.is_file():
                status = entry.stat()
                named = below + name.removesuffix(suffix)
                yield named, File(entry.path, _stamp(status), status.st_mtime, status.st_size)
    except (FileNotFoundError, NotADirectoryError):  # also a file that has gone meanwhile
        return
    except OSError as error:
        raise StoreFailed(f"cannot read {folder}: {error.strerror}") from error
