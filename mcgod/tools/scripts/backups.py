"""What scripts held before they were overwritten or deleted: the last twenty of each, beside mcgod's own data.

    <folder>/<server>/<kind>/<path with + for />/000007

The server's part is a hash of its folder, so that one mcgod may serve several.
"""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from mcgod import fsio
from mcgod.errors import NotFound, StoreFailed

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from pathlib import Path

    from mcgod.tools.scripts.place import Place

KEPT = 20


class Backup(NamedTuple):
    """One backup: its number, rising with time, its size in bytes, and when it was made, in UTC."""

    number: int
    size: int
    at: datetime

    def __str__(self) -> str:
        return f"{self.number} ({self.at:%Y-%m-%d %H:%M:%S} UTC, {self.size} bytes)"


class Backups:
    """The backups of the scripts in ``place``, below ``folder``, which need not exist yet."""

    def __init__(self, folder: Path, place: Place) -> None:
        server = sha256(str(place.server.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:12]
        self._folder = folder / server / place.kind

    def locked(self) -> AbstractContextManager[None]:
        """Hold the lock under which scripts are changed, so that nobody overwrites what has no backup yet."""
        fsio.make_folder(self._folder)
        return fsio.locked(self._folder / ".lock")

    def keep(self, relative: str, data: bytes) -> int:
        """Keep ``data`` as the newest backup of the script, and return its number. Call it with the lock held."""
        folder = self._of(relative)
        fsio.make_folder(folder)
        before = self.all(relative)
        number = before[-1].number + 1 if before else 1
        fsio.replace_file(folder / f"{number:06}", data)
        for old in before[: max(0, len(before) + 1 - KEPT)]:
            fsio.remove(folder / f"{old.number:06}")
        return number

    def all(self, relative: str) -> list[Backup]:
        """Return the backups of a script, oldest first."""
        found = []
        folder = self._of(relative)
        for file in folder.iterdir() if folder.is_dir() else ():
            if file.name.isdecimal():
                status = file.stat()
                found.append(Backup(int(file.name), status.st_size, datetime.fromtimestamp(status.st_mtime, UTC)))
        return sorted(found)

    def read(self, relative: str, number: int | None) -> tuple[int, bytes]:
        """Return a backup, the newest where ``number`` is None, with its number. Raises NotFound that lists them."""
        there = self.all(relative)
        if not there:
            raise NotFound(
                f"there is no backup of {relative}", hint="one is made when a script is overwritten or deleted"
            )
        wanted = there[-1].number if number is None else number
        if wanted not in {one.number for one in there}:
            raise NotFound(f"there is no backup {wanted} of {relative}", hint=f"there are {', '.join(map(str, there))}")
        try:
            return wanted, (self._of(relative) / f"{wanted:06}").read_bytes()
        except OSError as error:
            raise StoreFailed(f"cannot read backup {wanted} of {relative}: {error.strerror}") from error

    def _of(self, relative: str) -> Path:
        return self._folder / relative.replace("/", "+")
