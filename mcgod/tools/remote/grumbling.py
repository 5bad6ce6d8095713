"""What a server that we started says on its standard error: the last of it, to explain why it ended."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_KEPT = 2000  # bytes
_SHOWN = 200  # characters
_MASK = "********"


class Grumbling:
    """A pipe that is read to its end, of which the last line is kept. ``secrets`` are masked in it."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets = [secret for secret in secrets if secret]
        self._last = b""
        self._writing: int | None = None
        self._reader: threading.Thread | None = None

    def descriptor(self) -> int:
        """Return the end that a child writes to; call ``handed_over`` once it has it."""
        reading, self._writing = os.pipe()
        self._reader = threading.Thread(target=self._read, args=(reading,), name="mcgod-mcp-stderr", daemon=True)
        self._reader.start()
        return self._writing

    def handed_over(self) -> None:
        """Close our copy of the writing end, so that the pipe ends with the child."""
        if self._writing is not None:
            os.close(self._writing)
            self._writing = None

    def __str__(self) -> str:
        """Return ``; it said: …``, or nothing where it said nothing."""
        if self._reader:
            self._reader.join(timeout=0.2)  # a child that has just died may still have words in the pipe
        lines = self._last.decode("utf-8", "replace").split("\n")
        line = next((kept for line in reversed(lines) if (kept := "".join(filter(str.isprintable, line)).strip())), "")
        for secret in self._secrets:
            line = line.replace(secret, _MASK)
        return f"; it said: {line[:_SHOWN]}" if line else ""

    def _read(self, reading: int) -> None:
        with suppress(OSError):
            while data := os.read(reading, 65536):
                self._last = (self._last + data)[-_KEPT:]
        os.close(reading)
