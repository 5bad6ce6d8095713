"""Which id a name surely stands for: renames, everyday and display names, order, a single letter. Pure.

Nothing is guessed: a name is taken only when one way of reading it leads to
exactly one id. Source of the dangers: ``grass`` is a letter from ``glass``,
``steak`` near ``stick``, ``redstone_dust`` near ``glowstone_dust``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from mcgod.grammar.naming.edits import one_edit
from mcgod.grammar.naming.everyday import EVERYDAY
from mcgod.grammar.naming.plurals import singulars
from mcgod.grammar.naming.renames import counterpart, was_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.grammar.registry import Registry

# Words of their own that are a letter from an id.
_WORDS = frozenset({"brass", "house", "pager", "pepper", "stack", "steel", "stock", "store"})
_SHORTEST = 5  # letters of an id that may be found by a wrong letter
_MATERIALS = {"gold": "golden", "wood": "wooden", "golden": "gold", "wooden": "oak"}


class Reading(NamedTuple):
    """An id, and how a name led to it.

    ``how`` is ``id`` where the name is the id itself, ``renamed`` where some other version calls it so,
    ``everyday`` and ``display`` for what people and the game call it, ``plural``, ``variant`` for
    an ending or a material spelt otherwise, ``order`` for its words in another order or run together.
    """

    id: str
    how: str


def reading(kind: str, written: str, registry: Registry, *, everyday: bool = True) -> Reading | None:
    """Return the id of ``kind`` that ``written`` surely stands for, without its namespace; None when none does.

    Without ``everyday``, words for many things at once, as ``sword``, stand for none of them.
    """
    bare = snake(written)
    for how, guess in _guesses(kind, bare, registry, EVERYDAY.get(kind, {}) if everyday else {}):
        if registry.has(kind, guess):
            return Reading(guess, how)
    found = _unordered(kind, registry).get(_order(bare)) or _squeezed(kind, registry).get(bare.replace("_", ""))
    return Reading(found, "order") if found else None


def meant(kind: str, written: str, registry: Registry, *, everyday: bool = True) -> str | None:
    """Return the id of ``reading`` alone."""
    found = reading(kind, written, registry, everyday=everyday)
    return found.id if found else None


def misspelt(kind: str, written: str, registry: Registry) -> str | None:
    """Return the one id of ``kind`` that is a single letter from ``written``; None for none, or several."""
    bare = snake(written)
    if is_word(bare, registry) or was_named(kind, bare):
        return None
    near = [
        name
        for name in registry.ids(kind)
        if name[:1] == bare[:1] and name.count("_") == bare.count("_") and one_edit(bare, name)
    ]
    return near[0] if len(near) == 1 and len(near[0]) >= _SHORTEST else None


def is_word(bare: str, registry: Registry) -> bool:
    """Tell whether ``bare`` is a name or a word of its own, and so no misspelling of another."""
    return bare in _WORDS or any(registry.has(other, bare) for other in ("item", "block", "entity_type"))


def snake(written: str) -> str:
    """Return how an id spells ``written``: ``Oak Log``, ``OakLog`` and ``minecraft:oak-log`` are ``oak_log``."""
    bare = re.sub(r"\A(?:minecraft|item|block)[:.]", "", written, flags=re.IGNORECASE)
    bare = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", bare)
    return re.sub(r"[ _-]+", "_", bare.replace("'", "")).lower()


def _guesses(kind: str, bare: str, registry: Registry, everyday: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what ``bare`` may stand for and how, the surest first."""
    yield "id", bare
    yield from _called(kind, bare, registry, everyday)
    for one in _singular(bare):
        yield "plural", one
        yield from (("plural", guess) for _, guess in _called(kind, one, registry, everyday))
    if not bare.endswith("s"):
        yield "variant", f"{bare}s"
    yield "variant", bare.removesuffix("_block")
    first, _, rest = bare.partition("_")
    if rest and kind in ("item", "block") and first in _MATERIALS:
        yield "variant", f"{_MATERIALS[first]}_{rest}"


def _called(kind: str, bare: str, registry: Registry, everyday: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what versions, people and the game call ``bare``."""
    yield from (("renamed", other) for other in counterpart(kind, bare))
    if thing := everyday.get(bare):
        yield "everyday", thing
        yield from (("everyday", other) for other in counterpart(kind, thing))
    yield "display", _displays(kind, registry).get(bare.replace("_", " "), "")


def _singular(bare: str) -> tuple[str, ...]:
    """Return what ``bare`` may be the plural of: ``torches``, ``berries``, ``eyes_of_ender``."""
    thing, of, rest = bare.partition("_of_")
    return tuple(one + of + rest for one in singulars(thing))


@lru_cache(maxsize=32)
def _displays(kind: str, registry: Registry) -> dict[str, str]:
    """Return the English names that only one thing has; ``Music Disc`` is not one."""
    if kind not in ("item", "block", "entity_type", "mob_effect"):
        return {}
    show = registry.effect_display if kind == "mob_effect" else registry.display
    return _unique((show(name).lower().replace("'", ""), name) for name in registry.ids(kind))


@lru_cache(maxsize=32)
def _unordered(kind: str, registry: Registry) -> dict[str, str]:
    return _unique((_order(name), name) for name in registry.ids(kind) if "_" in name)


@lru_cache(maxsize=32)
def _squeezed(kind: str, registry: Registry) -> dict[str, str]:
    return _unique((name.replace("_", ""), name) for name in registry.ids(kind) if "_" in name)


def _order(name: str) -> str:
    return " ".join(sorted(name.split("_")))


def _unique(pairs: Iterator[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, name in pairs:
        found[key] = "" if key in found else name
    return {key: name for key, name in found.items() if name}
