"""The doors of the rules: one proposed command to a verdict, and a turn's list to its plan. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.names import in_command
from mcgod.rules import hygiene, repairs
from mcgod.rules.checks import BY_KIND
from mcgod.rules.forms import Command, parse
from mcgod.rules.verdict import ACCEPTED, REJECTED, REPAIRED, Rejection, Repair, Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.rules.policy import Context

_AT_PLAYER = re.compile(r"execute (?:as (?P<who>\S+|\"[^\"]*\") )?at (?P<at>\S+|\"[^\"]*\") run /?(?P<inner>.+)\Z")


def plan(proposed: Sequence[str], context: Context) -> tuple[Verdict, ...]:
    """Judge the commands of one turn, in order; those above the cap are rejected as too many.

    A proposed string with several lines is judged line by line.
    """
    verdicts: list[Verdict] = []
    allowed = 0
    for text in proposed:
        for line in hygiene.split_lines(text):
            verdict = judge(line, context)
            if verdict.allowed and allowed >= context.max_commands:
                hint = f"at most {context.max_commands} commands a turn"
                verdict = Verdict(line, REJECTED, reason="too-many-commands", hint=hint)
            allowed += verdict.allowed
            verdicts.append(verdict)
            if len(verdicts) >= 10 * context.max_commands:
                return tuple(verdicts)
    return tuple(verdicts)


def judge(proposed: str, context: Context) -> Verdict:
    """Judge one proposed command. Never raises: whatever is not understood is rejected."""
    try:
        command, fixed = hygiene.tidy(proposed)
        command, wrapped = _unwrapped(command, context)
        command, rewritten = repairs.apply(command, context)
        parsed = parse(command)
        _check(parsed, context)
        command, anchored = _anchored(parsed, context)
        hygiene.check_length(command)
    except Rejection as rejection:
        return Verdict(proposed, REJECTED, reason=rejection.reason, hint=rejection.hint)
    made = (*fixed, *rewritten, *(() if wrapped and anchored else anchored or wrapped))
    return Verdict(proposed, REPAIRED if made else ACCEPTED, command, made)


def _check(command: Command, context: Context) -> None:
    if command.family not in context.policy.families:
        raise Rejection("family-not-allowed", command.family)
    for argument in command.arguments:
        if check := BY_KIND.get(argument.kind):
            check(argument.word.text, command, context)
    if command.family == "fill":
        _check_volume(command, context)
    _check_distance(command, context)


def _check_volume(command: Command, context: Context) -> None:
    volume = 1.0
    for axis in "XYZ":
        first, second = (word.text for word in command.of(axis))
        if first.startswith("~") != second.startswith("~"):
            raise Rejection("wrong-form", "both corners absolute or both relative")
        volume *= abs(float(first.lstrip("~") or 0) - float(second.lstrip("~") or 0)) + 1
    if volume > context.policy.volume:
        raise Rejection("volume-cap", f"{volume:.0f} blocks, at most {context.policy.volume}")


def _check_distance(command: Command, context: Context) -> None:
    """Absolute coordinates must lie near the player, whose position is known when there is one."""
    if context.position is None:
        return
    for axis, here in zip("XYZ", context.position, strict=True):
        for word in command.of(axis):
            if not word.text.startswith("~") and abs(float(word.text) - here) > context.policy.distance:
                raise Rejection("distance-cap", word.text)


def _unwrapped(command: str, context: Context) -> tuple[str, tuple[Repair, ...]]:
    """Take ``execute at <player> run`` off; the inner command is judged as if alone."""
    found = _AT_PLAYER.match(command)
    if not found or context.player is None:
        return command, ()
    me = {in_command(context.player), "@s", "@p"}
    if found["at"] not in me or (found["who"] or "@s") not in me:
        raise Rejection("family-not-allowed", "execute")
    return found["inner"], (Repair("unwrapped", command[: found.start("inner")].strip(), ""),)


def _anchored(command: Command, context: Context) -> tuple[str, tuple[Repair, ...]]:
    """Anchor relative coordinates at the player: RCON itself stands at the world's spawn."""
    if not any(word.text.startswith("~") for axis in "XYZ" for word in command.of(axis)):
        return command.text, ()
    if context.player is None:
        raise Rejection("wrong-form", "relative coordinates need a player")
    prefix = f"execute at {in_command(context.player)} run"
    return f"{prefix} {command.text}", (Repair("anchored", "", prefix),)
