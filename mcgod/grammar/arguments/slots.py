"""Places for things: inventory slots, and where a scoreboard is shown. Source: SlotRanges, DisplaySlot of the game."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar.arguments.words import COLORS

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

_NUMBERED = {
    "container": 54, "hotbar": 9, "inventory": 27, "enderchest": 27, "villager": 8, "horse": 15, "player.crafting": 4,
}  # fmt: skip
_PLAIN = frozenset({
    "weapon", "weapon.mainhand", "weapon.offhand", "armor.head", "armor.chest", "armor.legs", "armor.feet",
    "horse.armor", "horse.chest", "horse.saddle",
})  # fmt: skip
_SINCE_1_20_5 = frozenset({"armor.body", "contents", "player.cursor"})
_WILD = frozenset({"weapon.*", "armor.*"})
_DISPLAYS = frozenset({"list", "sidebar", *(f"sidebar.team.{color}" for color in COLORS)})
_NUMBER = re.compile(r"0|[1-9][0-9]?")


def item_slot(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take one slot."""
    return "slot", _read(reader, several=False)


def item_slots(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take one slot, or several as in ``hotbar.*``."""
    return "slot", _read(reader, several=True)


def scoreboard_slot(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take where an objective is shown."""
    word = reader.word()
    below = "below_name" if reader.dialect.since(1, 20, 2) else "belowName"
    if word not in _DISPLAYS and word != below:
        raise reader.fail(f"Unknown display slot '{word}'")
    return "display_slot", word


def _read(reader: Reader, *, several: bool) -> str:
    new = reader.dialect.components
    word = reader.until_space() if new else reader.word()
    if word in _PLAIN or (new and word in _SINCE_1_20_5) or (word == "saddle" and reader.dialect.modern):
        return word
    group, _, number = word.rpartition(".")
    exists = group in _NUMBERED and (group != "player.crafting" or new)
    if exists and _NUMBER.fullmatch(number) and int(number) < _NUMBERED[group]:
        return word
    wild = word in _WILD or (exists and number == "*")
    if wild and several:
        return word
    raise reader.fail(f"Only single slots allowed, got '{word}'" if wild and new else f"Unknown slot '{word}'")
