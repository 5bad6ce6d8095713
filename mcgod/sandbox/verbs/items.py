"""give and clear: what players carry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox import inventory
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.verbs.wording import whom
from mcgod.sandbox.world import Stack

if TYPE_CHECKING:
    from mcgod.sandbox.arguments.item import ItemKind, ItemMatch
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Player

FAMILY = Family()
_MOST_STACKS = 100  # of one give


@FAMILY.command("give <targets:players> <item:item> [<count:int 1>]")
def give(source: Source, targets: list[Player], item: ItemKind, count: int = 1) -> None:
    """Put items into inventories; what does not fit lies on the ground."""
    size = source.realm.registry.stack(item.id)
    shown = source.realm.display_stack(Stack(item.id, 1, item.components))
    if count > size * _MOST_STACKS:
        source.answer(f"Can't give more than {size * _MOST_STACKS} of {shown}", broadcast=False)
        return
    for player in targets:
        left = inventory.add(player, Stack(item.id, count, item.components), size)
        # Who builds in creative mode has no use for what does not fit.
        while left > 0 and player.gamemode != "creative":
            source.realm.drop(Stack(item.id, min(left, size), item.components), player)
            left -= size
    source.answer(f"Gave {count} {shown} to {whom(source, targets, 'players')}")


@FAMILY.command("clear [<targets:players>] [<item:item_test>] [<maxCount:int 0>]")
def clear(
    source: Source,
    targets: list[Player] | None = None,
    item: ItemMatch | None = None,
    maxCount: int = -1,  # noqa: N803 - the game's name for it
) -> None:
    """Take items away; a ``maxCount`` of 0 only counts them, and -1 means all."""
    players = targets or [source.player()]
    found = sum(inventory.take(player, item, maxCount) for player in players)
    if not found:
        where = f"player {players[0].name}" if len(players) == 1 else f"{len(players)} players"
        raise Refusal(f"No items were found on {where}")
    who = f"player {players[0].name}" if len(players) == 1 else f"{len(players)} players"
    if maxCount == 0:
        source.answer(f"Found {found} matching item(s) on {who}")
    else:
        source.answer(f"Removed {found} item(s) from {who}")
