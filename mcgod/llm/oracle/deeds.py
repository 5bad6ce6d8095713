"""Commands in the words of a god: ``give Steve minecraft:bread 8`` as ``8 loaves of bread``.

Pure. Only commands that the oracle itself proposes have words; any other is
"a hidden sign".
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from mcgod.llm.oracle.plan import quoted
from mcgod.llm.oracle.words import terms

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_TARGET = r'(?P<who>"(?:[^"\\]|\\.)*"|\S+)'
_ID = r"(?:minecraft:)?(?P<id>[a-z_]+)(?:[\[{].*)?"
_MASS = terms(  # last words of names that have no plural, or are one
    "wool string leather gravel sand dirt glass coal redstone wheat obsidian meal concrete lazuli wood planks seeds"
    " leggings boots shears stairs bricks leaves carpet powder dust terracotta stone cobblestone beef cod salmon"
)
_WORDS = {
    "instant_health": "healing",
    "resistance": "a skin like stone",
    "absorption": "a shield of light",
    "fire_resistance": "peace with the fire",
    "water_breathing": "breath under water",
    "night_vision": "eyes for the night",
    "slow_falling": "a gentle fall",
    "jump_boost": "lightness of foot",
    "regeneration": "wounds that close",
    "speed": "swiftness",
    "haste": "quick hands",
    "luck": "good fortune",
}
_WEATHER = {"clear": "a clear sky", "rain": "rain", "thunder": "thunder"}
_TIMES = {
    "day": "the day",
    "night": "the night",
    "noon": "high noon",
    "midnight": "midnight",
    "0": "dawn",
    "12000": "sunset",
}


def listing(parts: Sequence[str]) -> str:
    """Join ``parts`` as English does: ``a, b and c``."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def told(commands: Iterable[str], player: str) -> list[str]:
    """Return what ``commands`` do, in order, as ``player`` would like to hear it."""
    times = Counter(_told(command, player) for command in commands)
    return [deed if count == 1 else f"{count} times {deed}" for deed, count in times.items()]


def _told(command: str, player: str) -> str:
    for pattern, words in _deeds():
        if found := pattern.fullmatch(command):
            groups = found.groupdict()
            who = groups.get("who", "")
            return words(groups) + (_for(who) if who and who != quoted(player) else "")
    return "a hidden sign"


def _for(who: str) -> str:
    return " for everyone" if who == "@a" else f" for {who.strip(chr(34))}"


def _given(groups: dict[str, str]) -> str:
    count, name = int(groups.get("n") or 1), groups["id"].replace("_", " ")
    if groups["id"] == "bread":
        return f"{count} loaves of bread" if count > 1 else "a loaf of bread"
    if name.rpartition(" ")[2] in _MASS:
        return f"{count} {name}" if count > 1 else f"some {name}"
    if count == 1:
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    return f"{count} {name}{'es' if name.endswith(('ch', 'sh', 'x')) else 's'}"


def _felt(groups: dict[str, str]) -> str:
    return _WORDS.get(groups["id"], groups["id"].replace("_", " "))


def _learnt(groups: dict[str, str]) -> str:
    return f"{groups['n']} {'levels' if groups['unit'] == 'levels' else 'points'} of experience"


@cache
def _deeds() -> tuple[tuple[re.Pattern[str], Callable[[dict[str, str]], str]], ...]:
    rows: tuple[tuple[str, Callable[[dict[str, str]], str]], ...] = (
        (rf"give {_TARGET} {_ID}(?: (?P<n>\d+))?", _given),
        (rf"effect give {_TARGET} {_ID}.*", _felt),
        (rf"effect clear {_TARGET}.*", lambda _: "a cleansing"),
        (r"weather (?P<w>\w+).*", lambda groups: _WEATHER.get(groups["w"], "other weather")),
        (r"time set (?P<t>\w+)", lambda groups: _TIMES.get(groups["t"], "another hour")),
        (rf"(?:tp|teleport) {_TARGET} .+", lambda _: "a journey"),
        (rf"summon {_ID}.*", lambda groups: f"a {groups['id'].replace('_', ' ')}"),
        (rf"(?:xp|experience) add {_TARGET} (?P<n>\d+)(?: (?P<unit>\w+))?", _learnt),
        (r"difficulty (?P<d>\w+)", lambda groups: f"a world that is {groups['d']}"),
        (rf"gamemode (?P<m>\w+)(?: {_TARGET})?", lambda groups: f"{groups['m']} mode"),
    )
    return tuple((re.compile(pattern), words) for pattern, words in rows)
