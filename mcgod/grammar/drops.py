"""What breaking a block or killing a mob gives, by game version. Names come without their ``minecraft:`` namespace.

The tables behind it end with 1.20; what later blocks give to silk touch is
partly derived. Chances and numbers are not kept, nor what chests, fishing,
trades and bartering give.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from mcgod.grammar import packed, registry, versions

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER = packed.VENDORED / "drop"


class Drops(NamedTuple):
    """Where items of one version come from: ``blocks`` and ``mobs`` by item; ``silk`` need silk touch or shears."""

    blocks: dict[str, tuple[str, ...]]
    mobs: dict[str, tuple[str, ...]]
    silk: frozenset[str]

    def others(self, item: str) -> tuple[str, ...]:
        """Return the blocks that give ``item`` without being it."""
        return tuple(block for block in self.blocks.get(item, ()) if block != item)


@cache
def load(version: str, folder: Path | None = None) -> Drops:
    """Return what serves ``version``, with the blocks of the registry in ``folder``. Shared: do not change it."""
    raw = packed.read(_FOLDER / f"{versions.serving(version, packed.names(_FOLDER))}{packed.SUFFIX}")
    known = registry.load(version, folder)
    silk, never = frozenset(raw["silk"]), frozenset(raw["never"])
    blocks = {item: tuple(found) for item, found in raw["block"].items()}
    for item in known.ids("item"):
        if known.has("block", item) and item not in never:
            blocks[item] = (item, *blocks.get(item, ()))
    return Drops(blocks, {item: tuple(found) for item, found in raw["mob"].items()}, silk)
