"""How an item is come by: smelted, mined, crafted, or none of these. Pure, over the data of ``mcgod.grammar``.

Every item has exactly one type: the way that a player would take. What the
data cannot know (trades, chests, mobs, buckets, time) is WikiItem.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from mcgod.grammar import drops, recipes, registry
from mcgod.grammar.smelting import SMELTED

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.grammar.recipes import Recipe

ITEM_TYPES = ("Smeltable", "DirectMineable", "Craftable", "WikiItem")

# Found in the ground far more often than anybody makes them.
_FOUND = frozenset({"granite", "diorite", "andesite"})
# Mobs give it; the recipe is for want of them.
_HUNTED = frozenset({"leather"})
# Blocks that the world has by itself, though they can be made as well.
_NATURAL = frozenset({"snow", "snow_block", "glowstone"})
# Made where they stand, by a tool, by water, by time or by mobs; breaking one only gives it back.
_IN_PLACE = re.compile(
    r"stripped_.+|(?:.+_)?concrete|carved_pumpkin|(?:exposed|weathered|oxidized)_.+|.+_froglight|wither_rose|heavy_core|"
    r"(?:zombie|creeper|piglin|player|skeleton)_(?:head|skull)|wither_skeleton_skull|dragon_(?:egg|head)|.*cake|"
    r"copper_golem_statue|dried_ghast|.+_egg|frogspawn|(?:chipped|damaged)_anvil|petrified_oak_slab"
)
# Recipes that the game has in its code, those of the smithing table, and worked forms that a version's data lacks.
_BY_HAND = re.compile(
    r".+_(?:wool|shulker_box|bundle)|firework_(?:rocket|star)|suspicious_stew|tipped_arrow|decorated_pot|written_book|filled_map|"
    r".+_(?:slab|stairs|wall|planks|button|pressure_plate|fence|fence_gate|door|trapdoor|sign|boat|raft|carpet|bed)|"
    r"netherite_(?:sword|pickaxe|axe|shovel|hoe|spear|helmet|chestplate|leggings|boots|horse_armor|nautilus_armor)"
)


class Way(NamedTuple):
    """The type of an item, and from what: blocks to break, things to smelt, or the needs of one recipe."""

    type: str
    sources: tuple[str, ...]
    detail: str


@cache
def way(item: str, version: str, folder: Path | None = None) -> Way:
    """Return how ``item`` is come by in ``version``; ``folder`` has imported data."""
    known = registry.load(version, folder)
    broken = drops.load(version, folder)
    made = _made(item, version, folder)
    smelted = tuple(one for one in SMELTED.get(item, ()) if known.has("item", one))
    found = tuple(one for one in broken.others(item) if one in _NATURAL or not _made(one, version, folder))
    by_hand = _BY_HAND.fullmatch(item) and not _IN_PLACE.fullmatch(item)
    itself = item in broken.blocks.get(item, ()) and not (_IN_PLACE.fullmatch(item) or by_hand)
    if item in _HUNTED:
        return Way("WikiItem", (), _mobs(item, broken))
    if item in _FOUND or (found and not made):
        return _mined(item, (*((item,) if itself else ()), *found), broken)
    # An ingot is also made of nuggets, which are made of ingots, or lie about in the Nether.
    if smelted and (not made or item.endswith("_ingot")):
        return Way("Smeltable", smelted, f"smelted from {_list(smelted)}")
    if itself and not made:
        return _mined(item, (item,), broken)
    if made or by_hand:
        return _crafted(made)
    return Way("WikiItem", (), _mobs(item, broken))


@cache
def _made(item: str, version: str, folder: Path | None) -> list[Recipe]:
    """Return the recipes that make ``item`` of something else than itself: not an ingot of its own block."""
    ways = recipes.load(version, folder).get(item, [])
    return [(n, needs) for n, needs in ways if n and not _circles(item, needs, version, folder)]


def _circles(item: str, needs: dict[str, int], version: str, folder: Path | None, depth: int = 3) -> bool:
    """Tell whether something in ``needs`` is itself had from ``item`` alone, by crafting or by breaking it."""
    if item in needs:
        return True
    broken = drops.load(version, folder)
    for one in needs:
        ways = recipes.load(version, folder).get(one, [])
        if ways and depth and one not in SMELTED and not broken.others(one):
            # A block of something is made of it, whatever gives it back.
            circle = all(_circles(item, below, version, folder, depth - 1) for _, below in ways)
            if circle and not item.endswith("_block"):
                return True
        elif not ways and one not in broken.mobs and broken.blocks.get(one) == (item,):
            return True
    return False


def _crafted(made: list[Recipe]) -> Way:
    if not made:
        return Way("Craftable", (), "made at a crafting or smithing table; its recipe is not in the data")
    # Of eleven woods the one that everybody thinks of.
    count, needs = next((one for one in made if any(need.startswith("oak_") for need in one[1])), made[0])
    return Way("Craftable", (), f"{count} crafted from {_list([f'{n} {one}' for one, n in needs.items()])}")


def _mined(item: str, sources: tuple[str, ...], broken: drops.Drops) -> Way:
    tool = ", with silk touch or shears" if item in broken.silk and sources == (item,) else ""
    return Way("DirectMineable", sources, f"source_blocks: {_list(sources)}{tool}")


def _mobs(item: str, broken: drops.Drops) -> str:
    return f"dropped by {_list(broken.mobs[item])}" if item in broken.mobs else ""


def _list(names: tuple[str, ...] | list[str]) -> str:
    shown = ", ".join(names[:6])
    return shown if len(names) <= 6 else f"{shown} and {len(names) - 6} more"
