"""What a game version changed about the arguments of commands.

The command tree says which arguments stand where; how one is spelled changed
with the game too, and that is told here, once, by version number.
Source: the changelogs of 1.20.3, 1.20.5 and 1.21.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.grammar import versions

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry


class Dialect:
    """How arguments are spelled in game version ``version``, and in ``registry`` the ids that it has.

    ``strict_text``: text components are checked field by field (1.20.3).
    ``components``: items carry ``[component=value]`` and particles ``{option:value}`` (1.20.5).
    ``modern``: SNBT is the new one, and text components are SNBT instead of JSON (1.21.5).
    A version without a number is taken for the one that its registry is of.
    """

    __slots__ = ("_key", "components", "modern", "registry", "strict_text")

    def __init__(self, version: str, registry: Registry) -> None:
        self.registry = registry
        self._key = versions.key(version) or versions.key(registry.version) or ()
        self.strict_text = self.since(1, 20, 3)
        self.components = self.since(1, 20, 5)
        self.modern = self.since(1, 21, 5)

    def since(self, *numbers: int) -> bool:
        """Tell whether the version is at least ``numbers``."""
        return self._key >= numbers
