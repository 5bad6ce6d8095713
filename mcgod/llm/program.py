"""A program in a model's place: what it is to answer goes to its stdin, its answer is what it writes to stdout.

Any language and any harness will do. It runs once for each question, without a
shell, in a process group of its own that ends with the call.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from mcgod.errors import Cancelled
from mcgod.llm.faults import ModelBroken, ModelFailed, ModelMissing, ModelTimedOut
from mcgod.llm.port import Completion

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mcgod.llm.port import Message, OnDelta, Schema

_MOST = 1 << 20  # bytes of an answer
_GRUMBLE = 200  # characters of the last line on stderr that an error shows
_LOOK = 0.05  # seconds between two looks at whether to go on


class Program:
    """The Model port over ``command``, with ``environ`` and nothing else; ``total`` seconds to answer.

    It reads the content of the first message, one line, and may answer with
    JSON, or text that has JSON in it. What it could not be understood for is
    not told: it is only asked again.
    """

    def __init__(self, command: Sequence[str], environ: Mapping[str, str], *, total: float) -> None:
        self.name = f"exec:{Path(command[0]).name}"
        self._command = list(command)
        self._environ = dict(environ)
        self._total = total

    def chat(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[Schema] = (),  # noqa: ARG002 - it has its own
        schema: Schema | None = None,  # noqa: ARG002 - it was told
        on_delta: OnDelta | None = None,
        cancel: threading.Event | None = None,
    ) -> Completion:
        """Run the program once. Raises ModelUnreachable, or Cancelled once ``cancel`` is set."""
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self._environ,
                bufsize=0,  # a buffer would be flushed once more when it is closed, to a program that is gone
                start_new_session=True,
            )
        except OSError as error:
            hint = "god.engine is exec: and a command, without a shell"
            raise ModelMissing(f"{self.name} cannot be run: {error.strerror}", hint=hint) from error
        with process:
            try:
                question = messages[0].content.encode("utf-8", "replace") + b"\n"
                said, grumbled = self._conversed(process, question, cancel)
            finally:
                _end(process)
        if process.returncode:
            raise self._failed(process.returncode, grumbled)
        text = said.decode("utf-8", "replace").strip()
        if on_delta and text:
            on_delta(text)
        return Completion(text, self.name)

    def _conversed(
        self, process: subprocess.Popen[bytes], question: bytes, cancel: threading.Event | None
    ) -> tuple[bytes, bytes]:
        """Hand over the question and take what is said until the program ends."""
        said, grumbled = _Taken(process.stdout), _Taken(process.stderr)
        asking = threading.Thread(target=_hand_over, args=(process.stdin, question), daemon=True)
        asking.start()
        deadline = time.monotonic() + self._total
        while process.poll() is None and not said.overflowing:
            if cancel is not None and cancel.is_set():
                raise Cancelled("the request was stopped")
            if time.monotonic() >= deadline:
                raise ModelTimedOut(
                    f"{self.name} gave no answer in {self._total:g} s", hint="raise model.total_timeout"
                )
            with suppress(subprocess.TimeoutExpired):
                process.wait(_LOOK)
        _end(process)  # what it left behind may hold its pipes
        said.join()
        grumbled.join()
        if said.overflowing:
            raise ModelBroken(f"{self.name} said more than {_MOST} bytes")
        return said.data, grumbled.data

    def _failed(self, code: int, grumbled: bytes) -> ModelFailed:
        ended = f"was ended by signal {-code}" if code < 0 else f"ended with {code}"
        lines = grumbled.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")[:_GRUMBLE]
        return ModelFailed(f"{self.name} {ended}{f': {last}' if last else ''}", status=0, detail=last)


class _Taken(threading.Thread):
    """Takes what a pipe gives, as much as is wanted, and lets the rest go by."""

    def __init__(self, pipe: object) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self.data = b""
        self.overflowing = False
        self.start()

    def run(self) -> None:
        """Read to the end."""
        with suppress(OSError, ValueError):  # it was closed
            while piece := self._pipe.read(1 << 16):  # type: ignore[attr-defined]
                self.overflowing |= len(self.data) + len(piece) > _MOST
                if not self.overflowing:
                    self.data += piece


def _hand_over(pipe: object, question: bytes) -> None:
    rest = memoryview(question)
    with suppress(OSError, ValueError):  # it need not read what it is asked
        while rest:
            rest = rest[pipe.write(rest) :]  # type: ignore[attr-defined]
    pipe.close()  # type: ignore[attr-defined]


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program and whatever it has started."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
