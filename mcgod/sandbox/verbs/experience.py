"""experience (xp): levels and points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox import experience
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.verbs.wording import whom

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Player

FAMILY = Family()
FAMILY.alias("xp", "experience")


@FAMILY.command("experience add <targets:players> <amount:int> [(unit:points|levels)]")
def add(source: Source, targets: list[Player], amount: int, unit: str = "points") -> None:
    """Give experience, or take it with a negative amount."""
    for player in targets:
        if unit == "points":
            player.levels, player.points = experience.add(player.levels, player.points, amount)
        else:
            player.levels += amount
            if player.levels < 0:
                player.levels = player.points = 0
            player.points = min(player.points, experience.needed(player.levels) - 1)
    source.answer(f"Gave {amount} experience {unit} to {whom(source, targets, 'players')}")


@FAMILY.command("experience set <targets:players> <amount:int 0> [(unit:points|levels)]")
def put(source: Source, targets: list[Player], amount: int, unit: str = "points") -> None:
    """Set experience; points only within the player's level."""
    hit = 0
    for player in targets:
        if unit == "levels":
            player.levels = amount
            player.points = min(player.points, experience.needed(amount) - 1)
        elif amount < experience.needed(player.levels):
            player.points = amount
        else:
            continue
        hit += 1
    if not hit:
        raise Refusal("Cannot set experience points above the maximum points for the player's current level")
    source.answer(f"Set {amount} experience {unit} on {whom(source, targets, 'players')}")


@FAMILY.command("experience query <target:player> (unit:points|levels)")
def query(source: Source, target: Player, unit: str) -> None:
    """Tell the experience of one player."""
    amount = target.points if unit == "points" else target.levels
    source.answer(f"{target.name} has {amount} experience {unit}", broadcast=False)
