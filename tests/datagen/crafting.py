"""One game version's crafting recipes, as ``mcgod.grammar.recipes`` reads them.

Source: npm ``minecraft-data`` 3.119.0 (MIT). Its recipes of 1.20.5 and 1.20.6
lost the alternatives (one plank for a chest instead of eleven), so 1.20.6
takes those of 1.20.4 with the one item name that changed in between.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sources import MinecraftData

LOSSY = {"1.20.6": "1.20.4"}
RENAMED = {"1.20.6": {"scute": "turtle_scute"}}


def recipes(package: MinecraftData, version: str) -> dict[str, list]:
    """Return result -> [[how many come out, {ingredient: how many go in}], ...], equal ways once."""
    source = LOSSY.get(version, version)
    renamed: dict[str, str] = RENAMED.get(version, {})
    names = {row["id"]: str(renamed.get(row["name"], row["name"])) for row in package.load(source, "items")}
    found: dict[str, list] = {}
    for rows in package.load(source, "recipes").values():
        for row in rows:
            ways = found.setdefault(names[row["result"]["id"]], [])
            way = [row["result"]["count"], _needs(row, names)]
            if way not in ways:
                ways.append(way)
    return dict(sorted(found.items()))


def _needs(row, names) -> dict[str, int]:
    flat = row["ingredients"] if "ingredients" in row else [one for line in row["inShape"] for one in line]
    return dict(sorted(Counter(names[one] for one in flat if one is not None).items()))
