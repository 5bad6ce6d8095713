"""Rewrites of words that the command itself asks for: ``clear``, ``creative``, ``true``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.rules.repairs.pieces import faulty_word, replaced

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

# What models say for a literal, by the command that it belongs to.
_WORDS: dict[str, dict[str, str]] = {
    "weather": {
        "sun": "clear", "sunny": "clear", "sunshine": "clear", "fine": "clear", "raining": "rain", "rainy": "rain",
        "storm": "thunder", "thunderstorm": "thunder", "stormy": "thunder", "lightning": "thunder",
    },
    "difficulty": {"0": "peaceful", "1": "easy", "2": "normal", "3": "hard",
                   "p": "peaceful", "e": "easy", "n": "normal", "h": "hard", "medium": "normal"},
    "gamemode": {"0": "survival", "1": "creative", "2": "adventure", "3": "spectator", "s": "survival",
                 "c": "creative", "a": "adventure", "sp": "spectator"},
    "time": {"day": "day", "noon": "noon", "night": "night", "midnight": "midnight", "morning": "day", "daytime": "day",
             "midday": "noon", "nighttime": "night", "sunrise": "23000", "dawn": "23000",
              "sunset": "12000", "dusk": "12000", "evening": "12000"},
    "effect": {"add": "give", "apply": "give", "remove": "clear", "infinity": "infinite", "forever": "infinite",
               "permanent": "infinite"},
    "experience": {"level": "levels", "lvl": "levels", "lvls": "levels", "point": "points", "l": "levels"},
    "title": {"action_bar": "actionbar", "sub": "subtitle", "main": "title"},
    "playsound": {"players": "player", "blocks": "block", "records": "record", "sound": "master", "sounds": "master"},
    "execute": {"do": "run"},
}  # fmt: skip
_WORDS["defaultgamemode"] = _WORDS["gamemode"]
_TIMES = (("<time>",), ("<timemarker>",))
_MODES = frozenset(_WORDS["gamemode"].values())
_SETS = ("Unknown color", "Unknown criterion", "Unknown slot", "Unknown display slot", "Invalid entity anchor",
         "Invalid value")  # fmt: skip
_WORD = re.compile(r"[A-Za-z_.:]+")
_TRUTHS = {"on": "true", "yes": "true", "1": "true", "enabled": "true", "1b": "true",
           "off": "false", "no": "false", "0": "false", "disabled": "false", "0b": "false"}  # fmt: skip


def literal_word(command: str, seen: Match, _context: Context) -> str:
    """``weather Clear``, ``weather sun``, ``gamemode 1``, ``difficulty 2`` -> the word that the game has."""
    if not seen.inner_path:
        return command
    start, end = faulty_word(command, seen)
    word = command[start:end].lower().removeprefix("minecraft:")
    meant = _WORDS.get(seen.inner_path[0], {}).get(word, word)
    last = seen.expected[-1:]
    argument = (last == ("<gamemode>",) and meant in _MODES) or (last in _TIMES and meant in _WORDS["time"].values())
    if meant in seen.expected or argument:
        return replaced(command, start, end, meant)
    return command


def time_marker(command: str, seen: Match, _context: Context) -> str:
    """``time set morning`` -> ``time set day`` where the game takes any word and finds the fault only later (26.1)."""
    for span in seen.spans:
        if span.name == "timemarker":
            word = str(span.value).removeprefix("minecraft:")
            if (meant := _WORDS["time"].get(word, word)) != word:
                return replaced(command, span.start, span.end, meant)
    return command


def truth_value(command: str, seen: Match, _context: Context) -> str:
    """``gamerule keepInventory on`` -> ``gamerule keepInventory true``."""
    if not seen.message.startswith(("Invalid boolean", "Expected boolean")):
        return command
    start, end = faulty_word(command, seen)
    word = command[start:end].lower()
    return replaced(command, start, end, word if word in ("true", "false") else _TRUTHS.get(word, command[start:end]))


def lower_case(command: str, seen: Match, _context: Context) -> str:
    """``team modify x color Red`` -> ``team modify x color red``, where one of a set of words is asked for."""
    if not seen.message.startswith(_SETS):
        return command
    start, end = faulty_word(command, seen)
    word = command[start:end]
    return replaced(command, start, end, word.lower()) if _WORD.fullmatch(word) else command
