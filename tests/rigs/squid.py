"""A real game: npm ``flying-squid`` as the server, npm ``mineflayer`` as whoever plays on it. Needs Node 18 or newer.

Both are installed once, into the user's cache, by ``npm`` and without their
install scripts; what they depend on is as it was on the day of ``BEFORE``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from platformdirs import user_cache_path

if TYPE_CHECKING:
    from collections.abc import Iterator

BEFORE = "2026-11-30"
PATIENCE = 120  # seconds that a start may take on a busy machine
_PROGRAMS = Path(__file__).with_name("flyingsquid")


class Player(NamedTuple):
    """Somebody in the game."""

    process: subprocess.Popen[str]

    def say(self, *lines: str) -> None:
        """Type ``lines`` into the chat."""
        assert self.process.stdin
        self.process.stdin.writelines(f"{line}\n" for line in lines)
        self.process.stdin.flush()

    def await_line(self, end: str) -> str:
        """Return the next line with ``end`` at its end that is heard, such as ``<Steve> hi``, or ``slot bread 3``."""
        assert self.process.stdout
        return next(line for line in map(str.rstrip, self.process.stdout) if line.endswith(end))


class Server(NamedTuple):
    """A server that players may join. ``log`` is its stdout; ``console`` takes commands."""

    version: str
    port: int
    log: IO[bytes]
    console: IO[bytes]

    @contextmanager
    def joined(self, name: str) -> Iterator[Player]:
        """Let ``name`` play for the block."""
        words = ["node", _PROGRAMS / "player.js", self.version, str(self.port), name]
        with subprocess.Popen(
            words, env=_environ(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        ) as process:
            try:
                yield Player(process)
                process.communicate(timeout=PATIENCE)
            finally:
                process.kill()
        assert process.returncode == 0

    def order(self, line: str) -> None:
        """Type ``line`` at the server's console."""
        self.console.write(f"{line}\n".encode())
        self.console.flush()


@contextmanager
def flying_squid(version: str, folder: Path) -> Iterator[Server]:
    """Serve ``version`` of the game on 127.0.0.1 from an empty ``folder``; what still runs at the end is killed."""
    reading, writing = os.pipe()
    with os.fdopen(reading) as told:
        process = subprocess.Popen(
            ["node", _PROGRAMS / "server.js", version, str(writing)],
            cwd=folder,
            env=_environ(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pass_fds=[writing],
        )
        os.close(writing)
        with process:
            assert process.stdin
            assert process.stdout
            try:
                yield Server(version, int(told.readline()), process.stdout, process.stdin)
            finally:
                process.kill()


def install() -> None:
    """Have npm install what package.json pins, unless it is there."""
    assert shutil.which("npm"), "this needs Node 18 or newer with npm"
    wanted, folder = (_PROGRAMS / "package.json").read_bytes(), _folder()
    here = folder / "package.json"
    if (folder / "node_modules" / ".package-lock.json").exists() and here.read_bytes() == wanted:
        return
    folder.mkdir(parents=True, exist_ok=True)
    here.write_bytes(wanted)
    options = ["--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(["npm", "install", f"--before={BEFORE}", *options], cwd=folder, check=True)


def _folder() -> Path:
    return user_cache_path("mcgod-rigs") / "flyingsquid"


def _environ() -> dict[str, str]:
    return {**os.environ, "NODE_PATH": str(_folder() / "node_modules")}
