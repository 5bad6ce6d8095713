"""Ask the person at the terminal a question of a tool, and wait for the answer."""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from threading import Event
from typing import TYPE_CHECKING

import typer

from mcgod.errors import Cancelled
from mcgod.tools.port import Answer

from ._output import clean

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.tools.port import Question

    from ._output import Output


_LOOK = 0.1  # seconds between two looks for a wish to stop


def asker(out: Output, cancel: Event | None = None) -> Callable[[Question], Answer] | None:
    """Return what asks at this terminal, None where nobody sits at it; ``cancel`` ends the waiting."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    return lambda question: ask(out, question, cancel or Event())


def ask(out: Output, question: Question, cancel: Event) -> Answer:
    """Show ``question`` on stderr and read a line: a number, words of one's own, or nothing to skip."""
    out.ask(f"\n{clean(question.text)}")
    for number, option in enumerate(question.options, start=1):
        out.ask(f"  {number}  {clean(option)}")
    out.ask(f"A number, your own words, or Enter to skip ({question.seconds:.0f} s): ", end="")
    line = _line(question.seconds, cancel)
    if cancel.is_set():
        raise Cancelled("the request was stopped")
    if line is None:
        out.ask("")
        return Answer(skipped="no answer in time")
    return answer_of(line, question)


def confirm(commands: list[str]) -> bool:
    """Ask whether what destroys is to be run; only the whole word counts."""
    for command in commands:
        typer.echo(f"  {clean(command)}", err=True)
    answer = typer.prompt("This destroys, or rules the server. Type yes to run it", default="no", err=True)
    return str(answer).strip() == "yes"


def answer_of(line: str, question: Question) -> Answer:
    """Read what was typed."""
    text = line.strip()
    if not text or text.lower() == "skip":
        return Answer(skipped="the player skipped it")
    if text.isdigit() and 1 <= int(text) <= len(question.options):
        return Answer(option=int(text) - 1)
    return Answer(text=text)


def _line(seconds: float, cancel: Event) -> str | None:
    """Read a line of the terminal, or None when the time is over or ``cancel`` is set."""
    if sys.platform == "win32":  # select takes sockets only there; the reader is left behind
        import queue
        import threading

        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=lambda: lines.put(sys.stdin.readline()), daemon=True).start()
        with suppress(queue.Empty):
            return lines.get(timeout=seconds)
        return None
    import select

    end = time.monotonic() + seconds
    while not cancel.is_set() and (left := end - time.monotonic()) > 0:
        if select.select([sys.stdin], [], [], min(left, _LOOK))[0]:
            return sys.stdin.readline()
    return None
