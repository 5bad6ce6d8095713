"""From settings to the resolver of names: the game's ids, what the bases hold, and the facts of this world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.god.gamedata import version
from mcgod.grammar import registry
from mcgod.kb import kinds
from mcgod.kb.port import BASES
from mcgod.kb.resolver import Resolver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.config import Config
    from mcgod.kb.bases import Bases
    from mcgod.kb.finding import Finder
    from mcgod.kb.port import Reference
    from mcgod.paths import Paths


def resolver(config: Config, paths: Paths, known: Bases, finder: Finder) -> Resolver:
    """Return the resolver over the configured game version, the bases ``known`` and their facts."""
    wanted, imported = version(config), paths.gamedata

    def search(text: str, limit: int) -> Iterator[tuple[Reference, str, float]]:
        found = finder.find(text, kinds=("page", "memory", "item"), limit=limit)
        return ((hit.reference, hit.title, hit.score) for hit in found.hits)

    return Resolver(
        registry.load(wanted, imported),
        lambda item: kinds.way(item, wanted, imported),
        search=search,
        facts=lambda: ((name, fact) for name in BASES for fact in known.facts(name).all()),
    )
