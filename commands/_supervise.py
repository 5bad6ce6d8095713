"""Keeps two processes running: the bridge, and then the god; ends them in the other order."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._output import Output

_PATIENCE = 10.0  # seconds for a process to end by itself
_QUICK = 5.0  # seconds; a process that ends sooner is started again with a growing pause
_LONGEST = 30.0
# What another start would not change: told to stop, wrong words, taken by another, not allowed, bad settings.
_FINAL = frozenset({0, 2, 75, 77, 78})


class Supervisor:
    """Starts ``bridge serve`` and ``god run`` with the global options ``home`` and looks after both."""

    def __init__(self, out: Output, home: list[str]) -> None:
        self._out = out
        self._home = home
        self._stop = threading.Event()

    def run(self) -> int:
        """Run both until a signal, or until one ends for good, whose exit code this returns.

        What they print on stderr goes where ours goes.
        """
        for one in (signal.SIGTERM, signal.SIGINT):
            signal.signal(one, lambda *_: self._stop.set())
        bridge = _Child("bridge", [*self._home, "bridge", "serve"], self._out)
        god = _Child("god", [*self._home, "god", "run"], self._out)
        try:
            bridge.start()
            god.start()
            self._out.emit({"up": ["bridge", "god"]}, "the bridge and the god are up")
            self._out.flush()
            while not self._stop.wait(0.2):
                for child in (bridge, god):
                    child.look()
                    if child.over is not None:
                        return child.over
            return 0
        finally:
            god.end()
            bridge.end()


class _Child:
    """One process that is kept alive. ``over`` is the exit code with which it ended for good."""

    def __init__(self, name: str, words: list[str], out: Output) -> None:
        self._name = name
        self._words = [sys.executable, "-m", "mcgod", *words]
        self._out = out
        self._process: subprocess.Popen[str] | None = None
        self._started = 0.0
        self._pause = 0.5
        self._next = 0.0
        self.over: int | None = None

    def start(self) -> None:
        """Start it, and wait for the line that says it serves."""
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            self._words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, start_new_session=True
        )
        assert self._process.stdout
        self._process.stdout.readline()

    def look(self) -> None:
        """Start it again when it has ended, the sooner it ended the later."""
        now = time.monotonic()
        if self._process and self._process.poll() is not None:
            code = self._process.returncode
            self._out.note(f"the {self._name} ended with {code}")
            self._close()
            if code in _FINAL:
                self.over = code
                return
            quick = now - self._started < _QUICK
            self._pause = min(self._pause * 2, _LONGEST) if quick else 0.5
            self._next = now + self._pause
        if self._process is None and now >= self._next:
            self.start()

    def end(self) -> None:
        """End it cleanly, or, when it does not listen, not so cleanly."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._close()

    def _close(self) -> None:
        if self._process and self._process.stdout:
            self._process.stdout.close()
        self._process = None
