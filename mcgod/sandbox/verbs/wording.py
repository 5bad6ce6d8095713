"""Turns of phrase that many commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Entity, Player


def whom(source: Source, targets: Sequence[Player | Entity], many: str) -> str:
    """Return the name of the only target, or how many of ``many`` there are: ``3 players``."""
    return source.realm.display(targets[0]) if len(targets) == 1 else f"{len(targets)} {many}"


def decimal(value: float) -> str:
    """Write a coordinate as Java's ``%f`` does: six places."""
    return f"{value:f}"
