"""Players who need not be online: names for the whitelist, bans and operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.arguments.entity import ONLY_PLAYERS, read_selector
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.world import Player

if TYPE_CHECKING:
    from mcgod.sandbox.arguments.selector import Selector
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source


class Profiles:
    """Names of players, from a name or a selector. A server in offline mode takes any name."""

    def parse(self, reader: Reader, source: Source) -> str | Selector:
        """Take a selector, or everything up to a space."""
        if reader.peek() != "@":
            return reader.until_space()
        selector = read_selector(reader, source)
        if selector.entities and not selector.itself:
            raise reader.fail(ONLY_PLAYERS)
        return selector

    def resolve(self, source: Source, value: str | Selector) -> list[str]:
        """Return the names, in the case in which their players joined."""
        if isinstance(value, str):
            if not value:
                raise Refusal("That player does not exist")
            return [source.world.known_name(value)]
        found = [one.name for one in value.pick(source) if isinstance(one, Player)]
        if not found:
            raise Refusal("No player was found")
        return found
