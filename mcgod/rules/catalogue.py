"""Every rule there is, by its code: what it guards, and the hint for whoever broke it.

A rule is a small function that looks at one command and returns what is
wrong, in a few words, or nothing. ``rule`` enters it here; order is the order
in which rules are asked. The codes of hygiene, of the grammar and of the plan
stand in OTHERS: they are found before, or beyond, one command's meaning.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.rules.seen import Seen

    Check = Callable[[Seen], "str | None"]


class Rule(NamedTuple):
    """A rule: its code, the group it belongs to, a hint to act on, what it guards, and its function."""

    code: str
    group: str
    hint: str
    text: str
    check: Check | None = None


OTHERS = (
    Rule("empty", "hygiene", "write one command", "Nothing is left when marks and blanks are taken off."),
    Rule("too-long", "hygiene", "keep a command below 1446 bytes of UTF-8", "More than one RCON packet takes."),
    Rule(
        "control-character",
        "hygiene",
        "write plain text on one line",
        "Control characters, and characters that show nothing or turn the text around.",
    ),
    Rule(
        "several-commands",
        "hygiene",
        "put each command into its own list entry",
        "Two commands in one string; only line breaks separate commands.",
    ),
    Rule("comment", "hygiene", "write a command, not a comment", "A line that begins with #."),
    Rule("macro", "hygiene", "write the command with its values filled in", "A line that begins with $."),
    Rule(
        "unknown-command",
        "grammar",
        "use a command of this game",
        "No command of this game version begins so, and none of that name is allowed from elsewhere.",
    ),
    Rule(
        "unknown-id",
        "grammar",
        "use an id of this game version",
        "An item, block, creature or effect that is not in the game.",
    ),
    Rule("wrong-form", "grammar", "follow the form of the command", "The server would not parse it."),
    Rule("too-many-commands", "plan", "send fewer commands", "More commands in one turn than are allowed."),
    Rule("repeated", "plan", "say it once", "The same command again in the same turn."),
    Rule("total-cap", "plan", "ask for less in all", "More things in one turn than one command may give."),
    Rule("cooldown", "plan", "wait a moment", "The player's last deed is too short a while ago."),
    Rule("hourly-budget", "plan", "come back later", "The player has used up what an hour allows."),
)

_RULES: dict[str, Rule] = {}


def rule(code: str, group: str, hint: str) -> Callable[[Check], Check]:
    """Enter the decorated function as the rule ``code``; its docstring says what it guards."""

    def enter(check: Check) -> Check:
        _RULES[code] = Rule(code, group, hint, " ".join((check.__doc__ or "").split()), check)
        return check

    return enter


@cache
def rules() -> tuple[Rule, ...]:
    """Return the rules that look at a parsed command, in the order in which they are asked."""
    # The modules enter their rules when they are imported, in this order.
    from mcgod.rules import families, targets, amounts, places, texts, things  # noqa: F401, I001, PLC0415

    return tuple(_RULES.values())


@cache
def checks() -> tuple[tuple[str, Check], ...]:
    """Return code and function of each of ``rules``."""
    return tuple((one.code, one.check) for one in rules() if one.check)


def find(code: str) -> Rule | None:
    """Return the rule of that code, of whatever group, or None."""
    return _by_code().get(code)


@cache
def _by_code() -> dict[str, Rule]:
    return {one.code: one for one in (*OTHERS, *rules())}
