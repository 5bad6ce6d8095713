"""Commands in processes of their own that are killed in the middle of things and started again."""

import os
import signal
import subprocess
import sys
from pathlib import Path

MCGOD = Path(sys.executable).parent / "mcgod"


class Process:
    """A command that is killed and started again."""

    def __init__(self, *words, **environ):
        self._words = [MCGOD, *words]
        self._environ = {**os.environ, **environ}
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            self._words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self._environ
        )
        assert self._process.stdout
        self._out = self._process.stdout

    def ready(self):
        """Wait for the line that says that it serves; False when it ended instead, such as a god without a bridge."""
        return bool(self._out.readline())

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._out.close()
        self.start()

    def end(self):
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)
        self._out.close()

    @property
    def ended(self):
        return self._process.poll() is not None
