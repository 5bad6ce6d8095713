"""data get entity: what the game knows of somebody."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING, Any

from mcgod.sandbox import snbt
from mcgod.sandbox.entitydata import describe
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from mcgod.sandbox.nbtpath import Path
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Entity, Player

FAMILY = Family()


@FAMILY.command("data get entity <target:entity> [<path:path>]")
def get(source: Source, target: Player | Entity, path: Path | None = None) -> None:
    """Print the data, or the part of it that ``path`` names."""
    value = _single(source, target, path) if path else describe(source.realm, target)
    name = source.realm.display(target)
    source.answer(f"{name} has the following entity data: {snbt.pretty(value)}", broadcast=False)


@FAMILY.command("data get entity <target:entity> <path:path> <scale:float>")
def get_scaled(source: Source, target: Player | Entity, path: Path, scale: float) -> None:
    """Print a number times ``scale``, rounded down."""
    value = _single(source, target, path)
    if not isinstance(value, int | float):
        raise Refusal(f"Can't get {path.text}; only numeric tags are allowed")
    name = source.realm.display(target)
    scaled = floor(value * scale)
    source.answer(f"{path.text} on {name} after scale factor of {scale:.2f} is {scaled}", broadcast=False)


def _single(source: Source, target: Player | Entity, path: Path) -> Any:
    found = path.get(describe(source.realm, target))
    if len(found) > 1:
        raise Refusal("This argument accepts a single NBT value")
    return found[0]
