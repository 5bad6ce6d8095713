"""Rewrites of effects and enchantments: the form of before 1.13, numbers for names, durations and levels in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.grammar.naming.renames import EFFECT_NUMBERS, ENCHANTMENT_NUMBERS
from mcgod.rules.repairs.pieces import WHO, dialect, faulty_word, innermost, is_somebody, replaced

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_OLD = re.compile(rf"effect (?!(?:give|clear|add|apply|remove)\b)({WHO}) (\S.*)", re.IGNORECASE)
_SWAPPED = re.compile(r"(effect give|enchant) (\S+) (\S+)( .*)?")
_DURATION = re.compile(r"(\d{1,6})(?:\.0+)?\s*(s|secs?|seconds?|m|mins?|minutes?|h|hours?)?(?= |\Z)", re.IGNORECASE)
_TIME = re.compile(
    r"(time (?:set|add) |weather \w+ )(\d{1,6}) ?(t|ticks?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?)",
    re.IGNORECASE,
)
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}


def old_effect(command: str, seen: Match, _context: Context) -> str:
    """``effect Steve speed 30`` (before 1.13) -> ``effect give Steve speed 30``; 0 seconds took an effect away."""
    head, body = innermost(command, seen)
    found = _OLD.fullmatch(body)
    if not found:
        return command
    who, rest = found[1], found[2]
    if rest == "clear":
        return f"{head}effect clear {who}"
    effect, *more = rest.split(" ")
    if more[:1] == ["0"]:
        return f"{head}effect clear {who} {effect}"
    return f"{head}effect give {who} {rest}"


def number_for_name(command: str, seen: Match, _context: Context) -> str:
    """``effect give Steve 1 30`` -> ``effect give Steve minecraft:speed 30``; the numbers are those of before 1.13."""
    head, body = innermost(command, seen)
    found = re.fullmatch(rf"(effect (?:give|clear) {WHO} |enchant {WHO} )(\d+)( .*)?", body)
    names = EFFECT_NUMBERS if body.startswith("effect") else ENCHANTMENT_NUMBERS
    name = names.get(int(found[2])) if found else None
    return f"{head}{found[1]}minecraft:{name}{found[3] or ''}" if found and name else command


def target_first(command: str, seen: Match, context: Context) -> str:
    """``effect give speed Steve 30`` -> ``effect give Steve speed 30``."""
    head, body = innermost(command, seen)
    found = _SWAPPED.fullmatch(body)
    if not found or is_somebody(found[2], context) or not is_somebody(found[3], context):
        return command
    return f"{head}{found[1]} {found[3]} {found[2]}{found[4] or ''}"


def duration_words(command: str, seen: Match, _context: Context) -> str:
    """``effect give Steve speed 2 minutes`` -> ``effect give Steve speed 120``."""
    if "<seconds>" not in (*seen.expected, *seen.path[-1:]) or seen.inner_path[:1] != ("effect",):
        return command
    start = faulty_word(command, seen)[0]
    if seen.path[-1] == "<seconds>":
        # `60 seconds`: the number was read, the word behind it was not.
        start = command.rfind(" ", 0, start - 1) + 1
    found = _DURATION.match(command, start)
    if not found:
        return command
    unit = (found[2] or "s")[0].lower()
    return replaced(command, start, found.end(), str(int(found[1]) * {"s": 1, "m": 60, "h": 3600}[unit]))


def time_units(command: str, seen: Match, context: Context) -> str:
    """``time add 2 days`` -> ``time add 2d``, ``weather rain 5 minutes`` -> ``weather rain 300s``."""
    head, body = innermost(command, seen)
    found = _TIME.fullmatch(body)
    if not found:
        return command
    number, unit = int(found[2]), found[3][0].lower()
    if unit in "mh":
        # Those of the clock on the wall; what an hour of the game's own day would be is another question.
        if body.startswith("time"):
            return command
        number, unit = number * (60 if unit == "m" else 3600), "s"
    # Until 1.19.3 the weather's duration was a number of seconds.
    plain = body.startswith("weather") and not dialect(context).since(1, 19, 4)
    if plain and unit != "s":
        return command
    return f"{head}{found[1]}{number}{'' if plain else unit}"


def roman_level(command: str, seen: Match, _context: Context) -> str:
    """``enchant Steve sharpness V`` -> ``… 5``; ``effect give Steve speed 60 II`` -> ``… 1``, as the first is 0."""
    start, end = faulty_word(command, seen)
    level = _ROMAN.get(command[start:end].lower())
    if level is None or seen.expected[-1:] not in (("<level>",), ("<amplifier>",)):
        return command
    return replaced(command, start, end, str(level - (seen.expected[-1] == "<amplifier>")))
