"""teleport (tp): where players and entities are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.verbs.wording import decimal, whom

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Entity, Player, Position

    Creature = Player | Entity

FAMILY = Family()
FAMILY.alias("tp", "teleport")
_FAR, _HIGH = 30_000_000, 20_000_000


@FAMILY.command("teleport <location:position>")
def move_self(source: Source, location: Position) -> None:
    """Move who runs the command."""
    _move(source, [source.body()], location)


@FAMILY.command("teleport <destination:entity>")
def move_self_to(source: Source, destination: Creature) -> None:
    """Move who runs the command to somebody."""
    move_to(source, [source.body()], destination)


@FAMILY.command("teleport <targets:entities> <location:position> [<rotation:rotation>]")
def move(source: Source, targets: list[Creature], location: Position, rotation: None = None) -> None:  # noqa: ARG001 - nobody turns
    """Move ``targets`` to a place in the source's dimension."""
    _move(source, targets, location)


@FAMILY.command("teleport <targets:entities> <location:position> facing <look:position>")
@FAMILY.command("teleport <targets:entities> <location:position> facing entity <facing:entity> [(anchor:eyes|feet)]")
def move_facing(source: Source, targets: list[Creature], location: Position, **_: object) -> None:
    """Move ``targets``; where they look is not kept."""
    _move(source, targets, location)


@FAMILY.command("teleport <targets:entities> <destination:entity>")
def move_to(source: Source, targets: list[Creature], destination: Creature) -> None:
    """Move ``targets`` to somebody."""
    for one in targets:
        one.position, one.dimension = destination.position, destination.dimension
    source.answer(f"Teleported {whom(source, targets, 'entities')} to {source.realm.display(destination)}")


def _move(source: Source, targets: list[Creature], place: Position) -> None:
    x, y, z = place
    if not (-_FAR <= x < _FAR and -_FAR <= z < _FAR and -_HIGH <= y < _HIGH):
        raise Refusal("Invalid position for teleport")
    for one in targets:
        one.position, one.dimension = place, source.dimension
    source.answer(f"Teleported {whom(source, targets, 'entities')} to {decimal(x)}, {decimal(y)}, {decimal(z)}")
