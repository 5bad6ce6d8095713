"""Ask the person at the terminal a question of a tool, and wait for the answer."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from mcgod.tools.port import Answer

from ._output import clean

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.tools.port import Question

    from ._output import Output


def asker(out: Output) -> Callable[[Question], Answer] | None:
    """Return what asks at this terminal, None where nobody sits at it."""
    return (lambda question: ask(out, question)) if sys.stdin.isatty() and sys.stderr.isatty() else None


def ask(out: Output, question: Question) -> Answer:
    """Show ``question`` on stderr and read a line: a number, words of one's own, or nothing to skip."""
    out.ask(f"\n{clean(question.text)}")
    for number, option in enumerate(question.options, start=1):
        out.ask(f"  {number}  {clean(option)}")
    out.ask(f"A number, your own words, or Enter to skip ({question.seconds:.0f} s): ", end="")
    line = _line(question.seconds)
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


def _line(seconds: float) -> str | None:
    """Read a line of the terminal, or None when the time is over."""
    if sys.platform == "win32":  # select takes sockets only there; the reader is left behind
        import queue
        import threading

        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=lambda: lines.put(sys.stdin.readline()), daemon=True).start()
        try:
            return lines.get(timeout=seconds)
        except queue.Empty:
            return None
    import select

    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return sys.stdin.readline() if ready else None
