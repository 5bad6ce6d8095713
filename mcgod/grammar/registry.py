"""The ids that one game version knows: items, blocks, entities, effects and the rest.

Read from the vendored files in ``data/registry``, which ``tests/datagen``
makes, or from what was imported from a server's reports. Loading one costs
about a millisecond, and only on first use.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from mcgod.grammar import packed, versions

if TYPE_CHECKING:
    from pathlib import Path

_FOLDER = packed.VENDORED / "registry"


class Registry:
    """The ids of the game version ``version``; ``asked`` is the version that was wanted.

    Names are given and taken without their ``minecraft:`` namespace; a name
    with another namespace is only in a registry that was imported. Kinds are the game's own:
    ``item``, ``block``, ``entity_type``, ``mob_effect``, ``enchantment``,
    ``attribute``, ``particle_type``, ``data_component_type``,
    ``worldgen/biome``, ``sound_event``.
    """

    def __init__(self, raw: dict[str, Any], asked: str) -> None:
        self.version: str = raw["version"]
        self.asked = asked
        self._raw = raw
        self._sets: dict[str, frozenset[str]] = {}

    @property
    def exact(self) -> bool:
        """Whether the data is of the very version that was asked for."""
        return versions.key(self.version) == versions.key(self.asked)

    @property
    def record(self) -> dict[str, Any]:
        """All of it in the form of its file; not to be changed."""
        return self._raw

    def ids(self, kind: str) -> tuple[str, ...]:
        """Return all names of ``kind``, in alphabetical order; empty for a kind this version lacks."""
        return tuple(self._raw.get(kind, ()))

    def has(self, kind: str, name: str) -> bool:
        """Tell whether ``name`` (``oak_log`` or ``minecraft:oak_log``) is an id of ``kind``."""
        if kind not in self._sets:
            self._sets[kind] = frozenset(self._raw.get(kind, ()))
        return name.removeprefix("minecraft:") in self._sets[kind]

    def display(self, name: str) -> str:
        """Return the English name of an item, block or entity: ``Oak Log``."""
        bare = name.removeprefix("minecraft:")
        shown: str = self._raw["_display"].get(bare) or bare.replace("_", " ").title()
        return shown

    def effect_display(self, name: str) -> str:
        """Return the English name of an effect: ``Bad Luck`` for ``unluck``."""
        bare = name.removeprefix("minecraft:")
        shown: str = self._raw["_effect_display"].get(bare) or bare.replace("_", " ").title()
        return shown

    def stack(self, item: str) -> int:
        """Return how many of ``item`` one slot holds."""
        size: int = self._raw["_stack"].get(item.removeprefix("minecraft:"), 64)
        return size

    def food(self, item: str) -> int:
        """Return how much ``item`` feeds, in half drumsticks; 0 for what cannot be eaten."""
        points: int = self._raw["_food"].get(item.removeprefix("minecraft:"), 0)
        return points

    def max_level(self, enchantment: str) -> int:
        """Return the highest level that ``enchantment`` has in survival; 0 for an unknown one."""
        level: int = self._raw["enchantment"].get(enchantment.removeprefix("minecraft:"), 0)
        return level

    def states(self, block: str) -> dict[str, list[str]]:
        """Return property name -> values that ``block`` may have; empty for an unknown block."""
        number = self._raw["block"].get(block.removeprefix("minecraft:"), 0)
        properties: dict[str, list[str]] = self._raw["_states"][number]
        return properties

    @cached_property
    def by_display(self) -> dict[str, str]:
        """Lower-case English name -> item id, for what players call things."""
        return {self.display(item).lower(): item for item in self.ids("item")}


def known() -> tuple[str, ...]:
    """Return the versions that have vendored data, oldest first."""
    return tuple(sorted(packed.names(_FOLDER), key=lambda name: versions.key(name) or ()))


@cache
def load(version: str, folder: Path | None = None) -> Registry:
    """Return the registry that serves ``version``: imported in ``folder``, vendored, or the nearest older one's.

    Raises BadInput for a broken imported file.
    """
    path = packed.imported(folder, "registry", version)
    if path is None:
        path = _FOLDER / f"{versions.serving(version, known())}{packed.SUFFIX}"
    return Registry(packed.read(path), version)
