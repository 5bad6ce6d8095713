"""What reaches the terminal: data on stdout, everything else on stderr.

Text from players and models is made harmless before a person sees it. Only
this module translates "the reader of stdout has left".
"""

from __future__ import annotations

import json
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from mcgod.errors import McgodError

# C0 but tab and newline, DEL, C1, and the marks that reorder text on screen.
_UNSAFE = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


class ReaderGone(Exception):
    """Whoever read our stdout closed it; the command ends with success."""


class Output:
    """The two streams of one run and how they are dressed.

    ``json`` is switched on by a command's ``--json``, or by the setting
    ``output``. With it stdout carries JSON only, and errors are one JSON line
    on stderr.
    """

    def __init__(
        self,
        *,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        environ: Mapping[str, str] | None = None,
        color: str = "auto",
        quiet: bool = False,
    ) -> None:
        self.stdout = stdout or sys.stdout
        self.stderr = stderr or sys.stderr
        self.json = False
        self.quiet = quiet
        self._color = color
        self._environ = environ or {}

    def emit(self, record: Any, human: str, *, styled: bool = False) -> None:
        """Print one answer: ``record`` as a JSON document, or the line(s) ``human`` for a person.

        ``styled`` text has been cleaned before it was coloured, and stays as it is.
        """
        self.line(json.dumps(record, ensure_ascii=False) if self.json else human if styled else clean(human))

    def record(self, record: Any) -> None:
        """Print one JSON line and flush it, for whoever follows the stream."""
        self.line(json.dumps(record, ensure_ascii=False, separators=(",", ":")), flush=True)

    def line(self, text: str, *, end: str = "\n", flush: bool = False) -> None:
        """Write ``text`` to stdout as it is. Raises ReaderGone when nobody reads any more."""
        try:
            self.stdout.write(text + end)
            if flush:
                self.stdout.flush()
        except BrokenPipeError:
            raise ReaderGone from None

    def table(self, rows: Iterable[Sequence[str]], *, header: Sequence[str] = ()) -> None:
        """Print columns for a person, the last one ragged."""
        body = [[clean(cell).replace("\n", " ") for cell in row] for row in rows]
        lines = [list(header), *body] if header and body else body
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))] if lines else []
        for number, line in enumerate(lines):
            cells = [cell.ljust(width) for cell, width in zip(line[:-1], widths, strict=False)]
            text = "  ".join([*cells, line[-1]]).rstrip()
            self.line(self.style(text, "dim") if header and number == 0 else text)

    def note(self, text: str) -> None:
        """Tell the person something that is neither data nor an error."""
        if not self.quiet:
            self._aside(f"mcgod: {clean(text)}")

    def ask(self, text: str, *, end: str = "\n") -> None:
        """Show a part of a question to whoever sits at the terminal."""
        self.stderr.write(text + end)
        self.stderr.flush()

    def fail(self, error: McgodError) -> None:
        """Report ``error``: one JSON line in JSON mode, else a line and perhaps a hint."""
        body = {"slug": error.slug, "exit": error.exit, "message": error.message, "hint": error.hint}
        lines = [json.dumps({"error": body}, ensure_ascii=False)]
        if not self.json:
            lines = [self.style(f"mcgod: {clean(error.message)}", "red", stream=self.stderr)]
            lines += [f"try: {clean(error.hint)}"] if error.hint else []
        with suppress(ReaderGone):  # the exit code tells it as well
            self._aside("\n".join(lines))

    def style(self, text: str, name: str, *, stream: TextIO | None = None) -> str:
        """Colour ``text`` if ``stream`` (stdout by default) is to be coloured."""
        if not self.colored(stream or self.stdout):
            return text
        return f"\x1b[{_STYLES[name]}m{text}\x1b[0m"

    def colored(self, stream: TextIO) -> bool:
        """Decide on colour: flag, then NO_COLOR, FORCE_COLOR, TERM=dumb, then whether it is a terminal."""
        if self._color != "auto":
            return self._color == "always"
        if self._environ.get("NO_COLOR"):
            return False
        if self._environ.get("FORCE_COLOR"):
            return True
        return self._environ.get("TERM") != "dumb" and stream.isatty()

    def lively(self, stream: TextIO) -> bool:
        """Whether ``stream`` is a terminal on which a line may be written over."""
        return stream.isatty() and self._environ.get("TERM") not in (None, "", "dumb")

    def flush(self) -> None:
        """Push out what is buffered. Raises ReaderGone."""
        try:
            self.stdout.flush()
        except BrokenPipeError:
            raise ReaderGone from None

    def _aside(self, text: str) -> None:
        try:
            self.stderr.write(text + "\n")
            self.stderr.flush()
        except BrokenPipeError:
            raise ReaderGone from None


def clean(text: str) -> str:
    """Replace characters that could drive or deceive a terminal with U+FFFD."""
    # The pattern is compiled only for text that has something odd in it.
    return text if text.isprintable() else re.sub(_UNSAFE, "\ufffd", text)
