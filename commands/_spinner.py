"""What a person sees while a model thinks: a line on stderr that turns, and goes when there is something to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._output import clean

if TYPE_CHECKING:
    from rich.status import Status

    from ._output import Output

THINKING = "the god is thinking"


class Spinner:
    """The line; on anything but a terminal, with --quiet, or in JSON mode it shows nothing."""

    def __init__(self, out: Output) -> None:
        self._status: Status | None = None
        if out.json or out.quiet or not out.lively(out.stderr):
            return
        from rich.console import Console
        from rich.status import Status

        self._status = Status(THINKING, console=Console(file=out.stderr, no_color=not out.colored(out.stderr)))

    def show(self, text: str) -> None:
        """Show ``text`` from now on."""
        if self._status:
            from rich.text import Text  # a model's words hold no markup

            self._status.update(Text(clean(text).replace("\n", " ")))
            self._status.start()

    def clear(self) -> None:
        """Take the line away, so that something else can be written."""
        if self._status:
            self._status.stop()

    def event(self, name: str, data: Any) -> None:
        """Follow a stream event of a turn."""
        if name == "TOOL_STATUS":
            self.show(str(data["short"]))
        elif name in ("START", "TOOL_STATUS_CLEAR"):
            self.show(THINKING)
        elif name in ("DELTA", "DONE", "ERROR"):
            self.clear()
