"""The running world: the state, the ids of its version, dice, and a place for what it says.

Runs commands without a socket or a file. Not safe for threads: who shares a
realm holds one lock around every call.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol
from uuid import UUID

from mcgod.grammar import registry, versions
from mcgod.sandbox import functions, gamerules
from mcgod.sandbox.itemdata import custom_name
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.source import Source
from mcgod.sandbox.tree import perform
from mcgod.sandbox.verbs import command_tree
from mcgod.sandbox.world import Entity, Player, World

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.registry import Registry
    from mcgod.sandbox.tree import Node
    from mcgod.sandbox.world import Stack


class Logger(Protocol):
    """Takes one line of the log."""

    def __call__(self, text: str, *, thread: str = "Server thread", level: str = "INFO") -> None:
        """Log ``text``."""
        ...


def _ignore(text: str = "", *, thread: str = "", level: str = "") -> None:
    """Stand in for a hook that nobody set."""


def _nothing() -> None:
    """Stand in for a file that is not there."""


def _no_packs() -> dict[str, str]:
    return {}


@dataclass(slots=True)
class Realm:
    """A world in motion.

    ``log`` gets each line of the log; with ``broadcasts`` the feedback of
    commands stands there, too. ``on_lists`` is called when operators, bans,
    the whitelist or the known players changed, ``on_save`` and ``on_stop``
    when a command asks for that; ``read_whitelist`` returns name -> UUID from
    the whitelist's file, or None to leave the list as it is, and
    ``read_functions`` id -> text of every function in the data packs.
    """

    world: World = field(default_factory=World)
    log: Logger = _ignore
    broadcasts: bool = True
    on_lists: Callable[[], None] = _ignore
    on_save: Callable[[], None] = _ignore
    on_stop: Callable[[], None] = _ignore
    read_whitelist: Callable[[], dict[str, str] | None] = _nothing
    read_functions: Callable[[], dict[str, str]] = _no_packs
    functions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dice: random.Random = field(default_factory=random.Random)
    registry: Registry = field(init=False)
    tree: Node = field(init=False)

    def __post_init__(self) -> None:
        self.world.gamerules = {**gamerules.defaults(), **self.world.gamerules}
        self.registry = registry.load(self.world.version)
        self.tree = command_tree()

    @property
    def has_components(self) -> bool:
        """Whether items carry components, as since 1.20.5, instead of NBT."""
        return (versions.key(self.world.version) or ()) >= (1, 20, 5)

    def command(self, text: str, source: Source | None = None) -> str:
        """Run one command, as RCON unless ``source`` says otherwise, and return what it answers."""
        source = source or self.rcon()
        try:
            perform(self.tree, text.removeprefix("/"), source)
        except Refusal as refusal:
            source.replies.extend(refusal.lines())
        except RecursionError:
            source.replies.append("An unexpected error occurred trying to execute that command")
        # The game's RCON joins the lines of an answer with nothing.
        return "".join(source.replies)

    def reload(self) -> None:
        """Load the functions of the data packs anew; the log tells of those that do not parse."""
        self.functions = functions.load(self.read_functions(), self.tree, replace(self.rcon(), level=2), self.log)

    def rcon(self) -> Source:
        """Return the source that RCON commands have: no body, at the world's spawn."""
        x, y, z = self.world.spawn
        return Source(self, "Rcon", (float(x), float(y), float(z)))

    def player_source(self, player: Player) -> Source:
        """Return the source for a command that ``player`` types."""
        level = self.world.ops.get(player.name, 0)
        return Source(self, player.name, player.position, level, player.dimension, player)

    def display(self, entity: Player | Entity) -> str:
        """Return the name of an entity as the game writes it."""
        if isinstance(entity, Player):
            return entity.name
        if entity.item and not entity.custom_name:
            return self.registry.display(entity.item.id)
        return entity.custom_name or self.registry.display(entity.type)

    def display_stack(self, stack: Stack) -> str:
        """Return an item's name in brackets, ``[Oak Log]``."""
        return f"[{custom_name(stack.components) or self.registry.display(stack.id)}]"

    def drop(self, stack: Stack, entity: Player | Entity) -> None:
        """Let ``stack`` lie on the ground where ``entity`` is."""
        uuid = self.new_uuid()
        self.world.entities[uuid] = Entity(
            uuid, entity.position, entity.dimension, type="minecraft:item", item=stack, health=5.0
        )

    def new_uuid(self) -> str:
        """Return a random UUID from the dice of this realm."""
        return str(UUID(int=self.dice.getrandbits(128), version=4))
