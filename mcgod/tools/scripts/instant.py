"""Run a few lines at once and keep nothing: commands, each before the rules, or JavaScript where KubeJS is open."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, BadUsage, GameUnreachable, Refused
from mcgod.tools.port import ToolResult
from mcgod.tools.scripts import lines
from mcgod.tools.scripts.reloading import check_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.rules.context import Context as RulesContext
    from mcgod.rules.verdict import Verdict
    from mcgod.tools.port import Context
    from mcgod.tools.scripts.oneshot import OneShot
    from mcgod.tools.scripts.shelf import Shelf

_FENCE = re.compile(r"```[a-z]*")


@dataclass(frozen=True, slots=True)
class Instant:
    """The tool that runs ``code``: as JavaScript through ``oneshot`` where the scripts on ``shelf`` are that."""

    shelf: Shelf
    oneshot: OneShot

    def apply(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Run ``code``. Raises Refused, BadUsage, BadConfig before anything has run, GameUnreachable and Cancelled."""
        if self.shelf.folder is not None and (here := self.shelf.place).kind == "kubejs":
            return self.oneshot.run(here, given["code"], context)
        return _commands(given["code"], context)


def _commands(code: str, context: Context) -> ToolResult:
    """Run the commands in ``code`` one after the other, if all may be run. In a dry run they are only judged."""
    from mcgod.tools.commands import run_judged  # noqa: PLC0415 - whoever lists tools judges nothing

    numbered = [
        (number, line)
        for number, line in enumerate(lines.split(code), 1)
        if line.strip() and not line.lstrip().startswith("#") and not _FENCE.fullmatch(line.strip())
    ]
    if not numbered:
        raise BadUsage("code: no command is in it", hint="write one command a line")
    if context.rules is None:
        raise BadConfig("no rules are at hand to judge a command")
    confirm = None if context.dry_run else context.confirm  # nobody is asked about what will not be done
    rules = lines.confirmed([line for _, line in numbered], context.rules, confirm)
    verdicts = _judged(numbered, rules, context.ran)
    if context.dry_run:
        told = [f"would run /{one.command}" for one in verdicts]
        return ToolResult("\n".join(told), {"dry_run": True, "verdicts": [one.to_json() for one in verdicts]})
    check_game(context)
    # Nothing has changed since, so what is judged again on its way passes as before.
    context, done = replace(context, rules=rules), list["Verdict"]()
    for _, line in numbered:
        try:
            done.append(run_judged(line, context))
        except GameUnreachable as error:
            so_far = f"; {len(done)} of {len(numbered)} commands had run before"
            raise GameUnreachable(f"{error.message}{so_far if done else ''}", hint=error.hint) from error
    told = [f"/{one.command}: {(one.output or '').strip() or '(nothing)'}" for one in done]
    return ToolResult("\n".join(told), {"verdicts": [one.to_json() for one in done]}, ok=all(one.ok for one in done))


def _judged(numbered: list[tuple[int, str]], rules: RulesContext, ran: list[Verdict]) -> tuple[Verdict, ...]:
    """Return the verdicts on all commands, after what ``ran`` before. Raises Refused that names the first refused."""
    from mcgod.rules.plan import plan  # noqa: PLC0415 - whoever lists tools judges nothing

    if len(numbered) > rules.cap:
        raise Refused(f"code: {len(numbered)} commands are too many", hint=f"at most {rules.cap} at once")
    before = [verdict.command or "" for verdict in ran]
    verdicts = plan([*before, *(line for _, line in numbered)], rules)[len(before) :]
    for (number, _), verdict in zip(numbered, verdicts, strict=False):
        if not verdict.allowed:
            raise Refused(f"code: line {number} is refused: {verdict.reason}", hint=verdict.hint or "")
    if len(verdicts) != len(numbered):
        raise Refused(f"code: {len(numbered)} commands are too many", hint=f"at most {len(verdicts)} at once")
    return verdicts
