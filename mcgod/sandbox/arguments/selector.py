"""Selectors such as ``@e[type=zombie,limit=3]``: what was asked for, and who that is."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import dist, inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Entity, Player, Position

    Creature = Player | Entity
    Test = Callable[[Source, Creature], bool]


@dataclass(slots=True)
class Selector:
    """A choice among players and entities.

    ``name`` picks one player, ``uuid`` one creature, and both leave the rest
    unused; ``itself`` is ``@s``. ``origin`` and ``box`` replace parts of the source's position
    and stretch a box from there.
    """

    name: str = ""
    uuid: str = ""
    itself: bool = False
    entities: bool = False
    limit: int | None = None
    order: str = "arbitrary"
    distance: tuple[float, float] | None = None
    origin: dict[str, float] = field(default_factory=dict)
    box: dict[str, float] = field(default_factory=dict)
    tests: list[Test] = field(default_factory=list)

    def pick(self, source: Source) -> list[Creature]:
        """Return who is meant, in the order that was asked for."""
        world = source.world
        if self.name:
            player = world.player(self.name)
            return [player] if player else []
        if self.uuid:
            everybody: list[Creature] = [*world.online(), *world.entities.values()]
            return [one for one in everybody if one.uuid == self.uuid]
        here = self._origin(source)
        if self.itself:
            return [source.entity] if source.entity and self._fits(source, source.entity, here) else []
        crowd: list[Creature] = [*world.online(), *(world.entities.values() if self.entities else ())]
        found = [one for one in crowd if self._fits(source, one, here)]
        if self.order == "random":
            source.realm.dice.shuffle(found)
        elif self.order != "arbitrary":
            found.sort(key=lambda one: dist(one.position, here), reverse=self.order == "furthest")
        return found[: self.limit]

    def _origin(self, source: Source) -> Position:
        x, y, z = source.position
        return (self.origin.get("x", x), self.origin.get("y", y), self.origin.get("z", z))

    def _fits(self, source: Source, one: Creature, here: Position) -> bool:
        if self.distance or self.box or self.origin:
            if one.dimension != source.dimension:
                return False
            if self.box and not self._inside(one, here):
                return False
            low, high = self.distance or (0, inf)
            if not low <= dist(one.position, here) <= high:
                return False
        return all(test(source, one) for test in self.tests)

    def _inside(self, one: Creature, here: Position) -> bool:
        for axis, at, corner in zip("xyz", one.position, here, strict=True):
            size = self.box.get(f"d{axis}", 0.0)
            if not min(corner, corner + size) <= at <= max(corner, corner + size) + 1:
                return False
        return True
