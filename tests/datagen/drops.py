"""What breaking blocks and killing mobs gives in one game version, as ``mcgod.grammar.drops`` reads it.

Source: npm ``minecraft-data`` 3.119.0 (MIT). Its loot tables end with 1.20 and
serve later versions too; of later blocks it only has the drop without an
enchanted tool, so what that leaves out is filled in here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sources import MinecraftData

# Names that changed after the loot tables were made.
_RENAMED = {"grass": "short_grass", "scute": "turtle_scute", "chain": "iron_chain"}
# Blocks later than the tables that need silk touch or shears, or drop what the package leaves out.
_LATER = {
    "pale_oak_leaves": "pale_oak_leaves pale_oak_sapling stick",
    "pale_hanging_moss": "pale_hanging_moss",
    "resin_clump": "resin_clump",
    "leaf_litter": "leaf_litter",
    "bush": "bush",
    "firefly_bush": "firefly_bush",
    "short_dry_grass": "short_dry_grass",
    "tall_dry_grass": "tall_dry_grass",
    "cactus_flower": "cactus_flower",
    "wildflowers": "wildflowers",
}
# Forms that a block takes where somebody put it: they give back what was put there.
_PLACED = re.compile(r"(?:.+_)?wall_.+|potted_.+|.+_cauldron|.*candle_cake|redstone_wire|tripwire|infested_.+")


def drops(package: MinecraftData, version: str) -> dict:
    """Return ``{"block": {item: [block, ...]}, "silk": [...], "never": [...], "mob": {item: [mob, ...]}}``, sorted.

    A block gives itself unless it is in ``never``, and in ``silk`` only to
    silk touch or shears; ``block`` is what else blocks give.
    """
    names = {row["id"]: row["name"] for row in package.load(version, "items")}
    known = frozenset(names.values())
    blocks = [row for row in package.load(version, "blocks") if row["diggable"] and not _PLACED.fullmatch(row["name"])]
    loot = {_now(row["block"], known): row["drops"] for row in package.load(version, "blockLoot")}
    plain: dict[str, set[str]] = defaultdict(set)
    silk: dict[str, set[str]] = defaultdict(set)
    for block in blocks:
        name = block["name"]
        for item in [names.get(_id(drop), "air") for drop in block["drops"]] + _LATER.get(name, "").split():
            plain[item].add(name)
        for drop in loot.get(name, ()):
            (silk if drop.get("silkTouch") else plain)[_now(drop["item"], known)].add(name)
    mobs: dict[str, set[str]] = defaultdict(set)
    for row in package.load(version, "entityLoot"):
        for drop in row["drops"]:
            mobs[_now(drop["item"], known)].add(row["entity"].replace(" ", "_").lower())
    own = known & {row["name"] for row in package.load(version, "blocks")}
    without_silk = {item for item in own if item in plain[item]}
    return {
        "format": 1,
        "version": version,
        "block": _sorted({item: found - {item} for item, found in plain.items() if item in known - {"air"}}),
        "silk": sorted(item for item in own - without_silk if item in silk[item]),
        "never": sorted(item for item in own - without_silk if item not in silk[item]),
        "mob": _sorted({item: found for item, found in mobs.items() if item in known}),
    }


def _sorted(table) -> dict[str, list[str]]:
    return {item: sorted(table[item]) for item in sorted(table) if table[item]}


def _id(drop) -> int:
    return drop if isinstance(drop, int) else drop["drop"]


def _now(name: str, known: frozenset[str]) -> str:
    """Return how ``name`` of an older table is called in this version."""
    bare = name.removeprefix("minecraft:")
    return _RENAMED[bare] if bare in _RENAMED and bare not in known else bare
