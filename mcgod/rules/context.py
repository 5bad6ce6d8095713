"""For whom, and on which server, a command is judged. Values only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mcgod.rules import policy as policies

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.grammar.nodes import Tree
    from mcgod.grammar.registry import Registry
    from mcgod.rules.policy import Policy


class Context(NamedTuple):
    """What the judge knows besides the command.

    ``online`` is None when nobody could be asked; then no name is refused for
    being offline. ``position`` is the praying player's, in blocks.
    ``newcomer`` makes only gifts pass, whatever the mode. ``confirmed``: an
    admin has said yes beforehand to what destroys or rules; ``yes_to`` holds
    the very commands that one has said yes to since. ``policies`` holds every
    mode's limits, the shipped ones by default.
    """

    registry: Registry
    tree: Tree
    mode: str = "god"
    player: str | None = None
    online: frozenset[str] | None = None
    position: tuple[float, float, float] | None = None
    newcomer: bool = False
    confirmed: bool = False
    yes_to: frozenset[str] = frozenset()
    policies: Mapping[str, Policy] | None = None
    max_commands: int | None = None

    @property
    def policy(self) -> Policy:
        """The limits that hold."""
        return (self.policies or policies.shipped())["benevolent" if self.newcomer else self.mode]

    @property
    def cap(self) -> int:
        """How many commands a turn may run."""
        most = self.policy.commands
        return most if self.max_commands is None else min(most, self.max_commands)

    @property
    def is_god(self) -> bool:
        """Whether a god acts, rather than an admin."""
        return self.mode != "sudo" or self.newcomer
