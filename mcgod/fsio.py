"""Durable file primitives: replace a file, append a line, hold a lock, set a broken file aside.

Every writer in mcgod goes through this module; nothing else opens a file for
writing. The guarantees hold on a local file system, not on NFS. A refusal of
the disk surfaces as StoreFailed, and what was there before stays intact.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from mcgod.errors import Busy, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _try_lock(fd: int) -> None:
        """Take the lock on ``fd`` or raise OSError at once."""
        os.lseek(fd, 0, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(fd: int) -> None:
        """Take the lock on ``fd`` or raise OSError at once."""
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


_BINARY = getattr(os, "O_BINARY", 0)  # Windows would turn every \n into \r\n


def make_folder(path: Path, *, like: Path | None = None) -> None:
    """Create ``path`` and its parents, each new one readable by its owner only, or by whom ``like`` is readable.

    ``like`` is a folder of somebody else's, such as the game server's: new
    ones get its mode, and its owner when this process is root.
    """
    with _disk("create", path):
        missing = []
        while not path.is_dir():
            missing.append(path)
            path = path.parent
        for folder in reversed(missing):
            with suppress(FileExistsError):  # another process was quicker
                folder.mkdir(mode=0o700)
                if like is not None and sys.platform != "win32":
                    _resemble(folder, like)


def replace_file(
    path: Path,
    data: bytes | Iterable[bytes],
    *,
    mode: int = 0o600,
    durable: bool = True,
    like: Path | None = None,
) -> None:
    """Write ``data``, whole or in pieces, to ``path`` so that readers see the old or the new bytes, never a mix.

    The temporary file lives beside ``path`` (rename must not cross file
    systems) and is removed on failure. Not ``durable`` is for what need not
    outlive its process. The new file belongs to the owner of ``like`` when
    this process is root. Raises StoreFailed.
    """
    with _disk("write", path):
        # No tempfile: it costs start-up, and the name need only be one that nobody else takes.
        tmp = path.with_name(f".{path.name[:60]}.{os.getpid()}.{os.urandom(4).hex()}")
        fd = os.open(tmp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
        try:
            try:
                if sys.platform != "win32":
                    os.fchmod(fd, mode)  # whatever the umask says
                    if like is not None and os.geteuid() == 0:
                        os.fchown(fd, *_owner(like))
                for piece in (data,) if isinstance(data, bytes) else data:
                    _write_all(fd, piece)
                if durable:
                    os.fsync(fd)
            finally:
                os.close(fd)
            tmp.replace(path)
        except BaseException:
            tmp.unlink(missing_ok=True)
            raise
        if durable:
            _sync_folder(path.parent)


def append_line(path: Path, line: bytes, *, mode: int = 0o600) -> int:
    """Append ``line`` plus a newline, make it durable, and return the offset it starts at, in bytes.

    Call it with the file's lock held. A torn last line (a writer died inside
    its write) is cut off first: it was never acknowledged. When the disk
    refuses half-way the half is cut off again. Raises StoreFailed.
    """
    if b"\n" in line:
        raise ValueError("a JSONL record is one line")
    with _disk("append to", path):
        new = not path.exists()
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _BINARY, mode)
        try:
            start = _cut_torn_tail(fd)
            try:
                _write_all(fd, line + b"\n")
                os.fsync(fd)
            except OSError:
                os.ftruncate(fd, start)
                raise
        finally:
            os.close(fd)
        if new:
            _sync_folder(path.parent)
        return start


@contextmanager
def locked(path: Path, *, timeout: float = 30.0) -> Iterator[None]:
    """Hold an exclusive lock on the file ``path`` for the block.

    ``timeout`` is in seconds; Busy after it. The kernel drops the lock when
    the holder dies, so a lock is never stale and the lock file is never
    deleted. Hold it for one write, never across a network or model call:
    then dozens of waiting processes all get their turn.
    """
    with _disk("lock", path):
        fd = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        deadline = time.monotonic() + timeout
        pause = 0.0005
        while True:
            try:
                _try_lock(fd)
                break
            except OSError:
                if time.monotonic() >= deadline:
                    raise Busy(f"{path.name} is held by another mcgod", hint="try again in a moment") from None
                # Waiters that back off in step would collide for ever; the jitter spreads them.
                time.sleep(pause * (0.5 + os.urandom(1)[0] / 255))
                pause = min(pause * 2, 0.02)
        yield
    finally:
        os.close(fd)


def remove(path: Path, *, durable: bool = True) -> None:
    """Delete ``path``; a file that is not there is fine. Raises StoreFailed."""
    with _disk("remove", path), suppress(FileNotFoundError):
        path.unlink()
        if durable:
            _sync_folder(path.parent)


def set_aside(path: Path) -> Path:
    """Rename a file that does not parse to ``<name>.corrupt-<time>`` and return the new path.

    ``<time>`` is UTC as YYYYMMDDTHHMMSS; a number is added when that name is taken.
    """
    stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
    aside = path.with_name(f"{path.name}.corrupt-{stamp}")
    count = 1
    while aside.exists():
        count += 1
        aside = path.with_name(f"{path.name}.corrupt-{stamp}-{count}")
    with _disk("set aside", path):
        path.rename(aside)
        _sync_folder(path.parent)
    return aside


@contextmanager
def _disk(verb: str, path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StoreFailed(f"cannot {verb} {path}: {error.strerror or error}") from error


if sys.platform != "win32":

    def _resemble(folder: Path, like: Path) -> None:
        """Give ``folder``, which is new and empty, the owner of ``like`` if that may be done, and its mode."""
        # By descriptor: whoever owns the folder above could put a link in its place meanwhile.
        fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            if os.geteuid() == 0:
                os.fchown(fd, *_owner(like))
            os.fchmod(fd, stat.S_IMODE(like.stat().st_mode) | stat.S_IRWXU)
        finally:
            os.close(fd)

    def _owner(path: Path) -> tuple[int, int]:
        found = path.stat()
        return found.st_uid, found.st_gid


def _write_all(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _cut_torn_tail(fd: int, block: int = 4096) -> int:
    """Truncate ``fd`` just past its last newline and return that size, in bytes."""
    size = end = os.fstat(fd).st_size
    keep = 0
    while end > 0:
        start = max(0, end - block)
        os.lseek(fd, start, os.SEEK_SET)
        cut = os.read(fd, end - start).rfind(b"\n")
        if cut >= 0:
            keep = start + cut + 1
            break
        end = start
    if keep < size:
        os.ftruncate(fd, keep)
    return keep


def _sync_folder(path: Path) -> None:
    if sys.platform == "win32":  # a folder cannot be opened there
        return
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)
