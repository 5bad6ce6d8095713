"""Arguments that mean players or entities: a name, a UUID or a selector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from mcgod.sandbox.arguments.options import read_options
from mcgod.sandbox.arguments.selector import Selector
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.world import Player

if TYPE_CHECKING:
    from mcgod.sandbox.arguments.selector import Creature
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source

_NAME_LIMIT = 16


@dataclass(frozen=True, slots=True)
class Entities:
    """One or more entities, of all kinds or only players."""

    single: bool
    players: bool
    optional: bool = False  # whether nobody at all is fine, too

    def parse(self, reader: Reader, source: Source) -> Selector:
        """Take a name, a UUID or a selector, and refuse one that means too many or others."""
        selector = read_selector(reader, source)
        if self.single and selector.limit != 1:
            kind = "player" if self.players else "entity"
            # The game points at the start of the command here.
            raise reader.fail(f"Only one {kind} is allowed, but the provided selector allows more than one", 0)
        if self.players and selector.entities and not selector.itself:
            raise reader.fail(ONLY_PLAYERS, 0)
        return selector

    def resolve(self, source: Source, value: Selector) -> Any:
        """Return who is meant now, or refuse when that is nobody."""
        found: list[Creature] = value.pick(source)
        if self.players:
            found = [one for one in found if isinstance(one, Player)]
        if not found and not self.optional:
            raise Refusal("No player was found" if self.players else "No entity was found")
        return found[0] if self.single else found


ONLY_PLAYERS = "Only players may be affected by this command, but the provided selector includes entities"


def read_selector(reader: Reader, source: Source) -> Selector:
    """Take a selector, a UUID or a player's name."""
    return _variable(reader, source) if reader.peek() == "@" else _fixed(reader)


def _variable(reader: Reader, source: Source) -> Selector:
    start = reader.cursor
    reader.expect("@")
    kind = reader.peek()
    if not kind or kind == " ":
        raise reader.fail("Missing selector type")
    reader.cursor += 1
    match kind:
        case "a":
            selector = Selector()
        case "p":
            selector = Selector(limit=1, order="nearest")
        case "r":
            selector = Selector(limit=1, order="random")
        case "s":
            selector = Selector(limit=1, itself=True, entities=True)
        case "e":
            selector = Selector(entities=True)
        case "n":
            selector = Selector(limit=1, order="nearest", entities=True)
        case _:
            raise reader.fail(f"Unknown selector type '@{kind}'", start)
    if reader.skip("["):
        read_options(reader, source, selector)
    return selector


def _fixed(reader: Reader) -> Selector:
    start = reader.cursor
    text = reader.string()
    if len(text) == 36:  # a UUID with its dashes
        try:
            return Selector(uuid=str(UUID(text)), limit=1, entities=True)
        except ValueError:
            pass
    if not 0 < len(text) <= _NAME_LIMIT:
        raise reader.fail("Invalid name or UUID", start)
    return Selector(name=text, limit=1)
