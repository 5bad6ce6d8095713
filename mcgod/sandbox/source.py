"""Who runs a command, from where, and where its answer goes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.world import OVERWORLD, Entity, Player

if TYPE_CHECKING:
    from mcgod.sandbox.realm import Realm
    from mcgod.sandbox.world import Position, World


@dataclass(frozen=True, slots=True)
class Source:
    """A command's origin. ``replies`` collects what it answers; forks share it.

    Permission ``level`` is 4 for RCON. Relative coordinates count from
    ``position``. A ``silent`` one is told nothing, as inside a function.
    """

    realm: Realm
    name: str
    position: Position
    level: int = 4
    dimension: str = OVERWORLD
    entity: Player | Entity | None = None
    replies: list[str] = field(default_factory=list)
    silent: bool = False

    @property
    def world(self) -> World:
        """The world that the command changes."""
        return self.realm.world

    def answer(self, text: str, *, broadcast: bool = True) -> None:
        """Answer ``text``; with ``broadcast`` it also stands in the log, as feedback that operators see."""
        if self.silent:
            return
        self.replies.append(text)
        if broadcast and self.realm.broadcasts and self.world.gamerules["logAdminCommands"]:
            self.realm.log(f"[{self.name}: {text}]")

    def player(self) -> Player:
        """Return the player who runs the command; raises Refusal for anybody else."""
        if isinstance(self.entity, Player):
            return self.entity
        raise Refusal("A player is required to run this command here")

    def body(self) -> Player | Entity:
        """Return the entity that runs the command; raises Refusal where there is none."""
        if self.entity is None:
            raise Refusal("An entity is required to run this command here")
        return self.entity

    def by(self, entity: Player | Entity) -> Source:
        """Return this source as ``entity``, still at the same place."""
        return replace(self, entity=entity, name=self.realm.display(entity))

    def at(self, position: Position, dimension: str) -> Source:
        """Return this source at another place."""
        return replace(self, position=position, dimension=dimension)
