r"""A function's text, line by line before the rules. Pure.

Source for how the game reads a function: CommandFunction.fromLines. A line
ends at ``\n`` or ``\r``, blanks around it are dropped, ``#`` begins a comment,
``$`` a macro (since 1.20.2), and a backslash at the end joins the next line to
it. Its commands run at ``function-permission-level``, which is 2 by default.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadConfig, Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.rules.context import Context

    Confirm = Callable[[list[str]], bool]

_ANYBODY = "execute as @a run "
_BLANKS = "".join(map(chr, range(33)))  # what Java's trim takes off


class Repaired(NamedTuple):
    """A line, counted from 1, that the rules let pass in other words."""

    line: int
    before: str
    after: str

    def to_json(self) -> dict[str, Any]:
        """Return ``{"line","before","after"}``."""
        return self._asdict()

    def __str__(self) -> str:
        return f"line {self.line}: {self.before} -> {self.after}"


def split(text: str) -> list[str]:
    """Return the lines of ``text`` as the game sees them, the last line break left out."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def judged(
    text: str, context: Context | None, *, level: int = 2, confirm: Confirm | None = None
) -> tuple[str, list[Repaired]]:
    """Return a function's text with every command as the rules let it pass, and what they changed.

    ``level`` is the permission level of functions; ``confirm`` is asked about
    commands that only lack a yes. Raises Refused that names the first line
    that must not be, the reason and what to do, and BadConfig without rules.
    """
    if context is None:
        raise BadConfig("no rules are at hand to judge a function")
    out: list[str] = []
    repaired: list[Repaired] = []
    context = confirmed([line.strip(_BLANKS) for line in split(text)], context, confirm)
    for number, line in enumerate(split(text), 1):
        bare = line.strip(_BLANKS)
        if bare.endswith("\\"):
            raise _refused(number, "several-commands", "a backslash joins the next line to it: write one line")
        if not bare or bare[0] == "#":
            out.append(line)
            continue
        command = _judge(number, bare, context, level)
        out.append(command)
        if command != bare:
            repaired.append(Repaired(number, bare, command))
    return "".join(f"{line}\n" for line in out), repaired


def confirmed(commands: list[str], context: Context, confirm: Confirm | None) -> Context:
    """Ask whether those of ``commands`` that only lack a yes are meant; return the rules as they are after that."""
    from mcgod.rules.judge import judge  # noqa: PLC0415 - whoever lists tools judges nothing

    if confirm is None:
        return context
    blocked = [command for command in commands if judge(command, context).reason == "needs-yes"]
    return context._replace(yes_to=context.yes_to | {*blocked}) if blocked and confirm(blocked) else context


def _judge(number: int, line: str, context: Context, level: int) -> str:
    from mcgod.rules.judge import weigh  # noqa: PLC0415 - whoever lists tools judges nothing

    verdict, seen = weigh(line, context)
    if verdict.command is None and "@s" in line and verdict.reason == "target-selector":
        # Behind a function stands whoever runs it: one of the players, so that what all may have, one may.
        verdict, seen = weigh(_ANYBODY + line, context)
        if verdict.command is not None:
            verdict = verdict._replace(command=verdict.command.removeprefix(_ANYBODY))
    if verdict.command is None:
        raise _refused(number, verdict.reason or "", verdict.hint or "")
    needed = context.tree.commands.get(seen.family, 0) if seen else 0
    if seen and needed > level:
        raise _refused(number, "family-not-allowed", f"{seen.family} needs level {needed}, functions have {level}")
    return verdict.command


def _refused(number: int, reason: str, hint: str) -> Refused:
    return Refused(f"content: line {number} is refused: {reason}", hint=hint)
