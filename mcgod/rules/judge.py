"""The doors of the rules: one proposed command to a verdict, and a turn's list to its plan. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules import catalogue, hygiene, repairs, suggest
from mcgod.rules.seen import Seen
from mcgod.rules.verdict import ACCEPTED, REJECTED, REPAIRED, Rejection, Verdict

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context
    from mcgod.rules.verdict import Repair

_UNKNOWN_COMMAND = "Unknown or incomplete command"


def judge(proposed: str, context: Context) -> Verdict:
    """Judge one proposed command. Never raises: whatever is not understood is rejected."""
    return weigh(proposed, context)[0]


def weigh(proposed: str, context: Context) -> tuple[Verdict, Seen | None]:
    """Judge one proposed command, and return what was seen in it when it passed as the game's own."""
    if proposed in context.yes_to:
        context = context._replace(confirmed=True)
    try:
        command, fixed = hygiene.tidy(proposed)
        if _is_plugins(command, context):
            _check_plugin(command, context)
            return _passed(proposed, command, fixed), None
        command, match, rewritten = repairs.apply(command, context)
        _check_form(command, match, context)
        hygiene.check_clean(command)
        seen = Seen(command, match, context)
        _check_rules(seen)
    except Rejection as rejection:
        hint = hint_of(rejection)
        return Verdict(proposed, REJECTED, reason=rejection.reason, hint=hint), None
    return _passed(proposed, command, (*fixed, *rewritten)), seen


def hint_of(rejection: Rejection) -> str:
    """Return what is wrong and what to do about it, in one line."""
    rule = catalogue.find(rejection.reason)
    assert rule is not None, rejection.reason
    return f"{rejection.detail}: {rule.hint}" if rejection.detail else rule.hint


def _passed(proposed: str, command: str, made: tuple[Repair, ...]) -> Verdict:
    return Verdict(proposed, REPAIRED if made else ACCEPTED, command, made)


def _is_plugins(command: str, context: Context) -> bool:
    """Tell whether a plugin's or pack's command is open by name; the game's own go through the grammar."""
    name = command.split(" ", 1)[0]
    return name in context.policy.plugins and name.removeprefix("minecraft:") not in context.tree.root.literals


def _check_plugin(command: str, context: Context) -> None:
    """Refuse to aim a command whose form nobody knows at a selector, or at somebody else than the mode is for."""
    words = command.split(" ")[1:]
    if aimed := next((word for word in words if word[:1] in {"@", "*"}), None):
        raise Rejection("target-selector", aimed[:20])
    if context.policy.targets == "self" and context.player is not None:
        others = {name.lower() for name in context.online or ()} - {context.player.lower()}
        if named := next((word for word in words if word.strip("\"'").lower() in others), None):
            raise Rejection("target-other", named)


def _check_form(command: str, match: Match, context: Context) -> None:
    if match.ok:
        return
    if unknown := suggest.unknown_id(match.message):
        meant = " or ".join(suggest.near(unknown, context.registry))
        raise Rejection("unknown-id", f"{match.message}{f', perhaps {meant}' if meant else ''}")
    if match.message.startswith(_UNKNOWN_COMMAND) and not match.path:
        raise Rejection("unknown-command", command.split(" ", 1)[0][:40])
    expected = f", expected {' or '.join(match.expected[:4])}" if match.expected else ""
    raise Rejection("wrong-form", f"{match.message} at {match.offset}{expected}")


def _check_rules(seen: Seen) -> None:
    for code, check in catalogue.checks():
        if wrong := check(seen):
            raise Rejection(code, wrong)
