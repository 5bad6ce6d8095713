"""What the oracle does of its own accord when something happens in a player's life.

Data and one choice. Everything here is a gift; nothing harms.
"""

from __future__ import annotations

from zlib import crc32

# event -> the gifts, one row chosen by who and when
_GIFTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "first_login": (
        (
            "give {who} minecraft:bread 16",
            "give {who} minecraft:torch 16",
            "give {who} minecraft:stone_axe 1",
            "give {who} minecraft:stone_pickaxe 1",
        ),
    ),
    "death": (
        ("give {who} minecraft:bread 8", "effect give {who} minecraft:resistance 120 0"),
        ("give {who} minecraft:cooked_beef 4", "effect give {who} minecraft:regeneration 30 0"),
        ("give {who} minecraft:apple 8", "effect give {who} minecraft:absorption 120 0"),
    ),
    "advancement": (
        ("experience add {who} 3 levels",),
        ("experience add {who} 2 levels", "give {who} minecraft:cake 1"),
    ),
    "random": (
        ("give {who} minecraft:golden_carrot 4",),
        ("give {who} minecraft:cake 1",),
        ("effect give {who} minecraft:luck 300 0",),
        ("experience add {who} 1 levels",),
        ("give {who} minecraft:firework_rocket 8",),
        ("give {who} minecraft:poppy 3", "give {who} minecraft:honey_bottle 1"),
    ),
}


def known(event: object) -> bool:
    """Whether ``event`` is one that calls for something."""
    return isinstance(event, str) and event in _GIFTS


def answer(event: str, who: str, moment: str) -> list[str]:
    """Return the commands for ``event``; ``who`` is a command's argument, ``moment`` varies the choice."""
    rows = _GIFTS[event]
    row = rows[crc32(f"{event}|{who}|{moment}".encode("utf-8", "replace")) % len(rows)]
    return [command.format(who=who) for command in row]
