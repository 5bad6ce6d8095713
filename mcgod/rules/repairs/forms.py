"""Rewrites of a command's form: old syntax, and arguments in the wrong order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.names import in_command

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context


def root_case(command: str, _seen: Match, context: Context) -> str:
    """``Give …`` and ``minecraft:give …`` -> ``give …``."""
    name, blank, rest = command.partition(" ")
    lower = name.lower().removeprefix("minecraft:")
    return lower + blank + rest if lower in context.tree.root.literals else command


def old_effect(command: str, _seen: Match, _context: Context) -> str:
    """``effect Steve speed 30`` (before 1.13) -> ``effect give Steve speed 30``."""
    found = re.match(r"effect (?!give\b|clear\b)(\S+) (\S.*)", command)
    if not found:
        return command
    return f"effect clear {found[1]}" if found[2] == "clear" else f"effect give {found[1]} {found[2]}"


def experience_form(command: str, _seen: Match, _context: Context) -> str:
    """``xp give Steve 5`` and ``xp 5 Steve`` -> ``xp add Steve 5``."""
    if found := re.match(r"(xp|experience) give (\S+ \d+.*)", command):
        return f"{found[1]} add {found[2]}"
    if found := re.match(r"(xp|experience) (\d+)(L?) (\S+)\Z", command):
        return f"{found[1]} add {found[4]} {found[2]} {'levels' if found[3] else 'points'}"
    return command


def give_order(command: str, seen: Match, context: Context) -> str:
    """``give bread 3 Alex`` and ``give Alex 3 bread`` -> ``give Alex bread 3``."""
    words = command.split(" ")
    if seen.ok or words[0] != "give" or len(words) not in (3, 4) or '"' in command:
        return command
    players = {in_command(name) for name in context.online or ()} | {in_command(context.player or "?")}
    who = [word for word in words[1:] if word in players]
    number = [word for word in words[1:] if word.isdecimal()]
    things = [word for word in words[1:] if word not in players and not word.isdecimal()]
    if len(who) != 1 or len(things) != 1 or len(number) > 1:
        return command
    return " ".join(["give", *who, *things, *number])
