"""Putting stacks into an inventory and taking them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.world import Stack

if TYPE_CHECKING:
    from mcgod.sandbox.arguments.item import ItemMatch
    from mcgod.sandbox.world import Player

SLOTS = 36
OFF_HAND = -106


def add(player: Player, stack: Stack, size: int) -> int:
    """Put ``stack`` where it fits, ``size`` to a slot, and return how many did not fit.

    First to the same items in the hand, the off hand and the other slots,
    then into empty slots from the first one on.
    """
    left = stack.count
    for slot in (player.selected, OFF_HAND, *range(SLOTS)):
        held = player.inventory.get(slot)
        if held and (held.id, held.components) == (stack.id, stack.components) and held.count < size:
            moved = min(left, size - held.count)
            held.count += moved
            left -= moved
    for slot in range(SLOTS):
        if left <= 0:
            break
        if slot not in player.inventory:
            player.inventory[slot] = Stack(stack.id, min(left, size), stack.components)
            left -= min(left, size)
    return max(left, 0)


def take(player: Player, test: ItemMatch | None, most: int) -> int:
    """Take at most ``most`` items that pass ``test`` (-1: all, 0: only count) and return how many."""
    found = 0
    for slot, held in sorted(player.inventory.items()):
        if test and not test.fits(held):
            continue
        if most == 0:
            found += held.count
            continue
        taken = held.count if most < 0 else min(held.count, most - found)
        found += taken
        held.count -= taken
        if not held.count:
            del player.inventory[slot]
    return found
