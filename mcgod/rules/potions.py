"""Effects, potions and enchantments that stand in the data of what a command gives. Pure.

Source: the item format of before 1.20.5 and the item components of since.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.rules.seen import plain_id

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.rules.seen import Seen

_EFFECT_FIELDS = frozenset({"amplifier", "Amplifier", "duration", "Duration"})


class Effect(NamedTuple):
    """An effect in data: its bare name where it is written, its strength, and its duration in ticks."""

    name: str
    amplifier: float
    duration: float


def inner_effects(seen: Seen) -> Iterator[Effect]:
    """Yield everything in the data that has the fields of an effect."""
    for value in seen.compounds:
        if not _EFFECT_FIELDS.isdisjoint(value):
            yield Effect(
                plain_id(str(value.get("id", value.get("Id", "")))),
                _number(value.get("amplifier", value.get("Amplifier", 0))),
                _number(value.get("duration", value.get("Duration", 0))),
            )


def potion_names(seen: Seen) -> Iterator[str]:
    """Yield the kind of every potion in the data, without what makes it long or strong."""
    for value in seen.compounds:
        for key, inner in value.items():
            found = inner.get("potion") if isinstance(inner, dict) else inner
            if plain_id(key) in ("potion_contents", "Potion") and isinstance(found, str):
                yield plain_id(found).removeprefix("long_").removeprefix("strong_")


def enchantments(seen: Seen) -> list[tuple[str, float]]:
    """Return every enchantment that the command gives, with its level."""
    found: list[tuple[str, float]] = []
    named, level = seen.inner("enchantment"), seen.inner("level")
    if named and isinstance(named.value, dict):
        found.append((plain_id(named.value["id"]), level.value if level else 1))
    for value in seen.compounds:
        for key, inner in value.items():
            if plain_id(key) in ("enchantments", "stored_enchantments"):
                found += _by_name(inner)
            elif key in ("Enchantments", "StoredEnchantments"):
                found += _listed(inner)
    return found


def _by_name(value: Any) -> list[tuple[str, float]]:
    """Read ``{"sharpness": 5}``, or from 1.20.5 to 1.21.4 the same below ``levels``."""
    levels = value.get("levels", value) if isinstance(value, dict) else {}
    if not isinstance(levels, dict):
        return []
    return [(plain_id(name), float(level)) for name, level in levels.items() if isinstance(level, int | float)]


def _listed(value: Any) -> list[tuple[str, float]]:
    """Read ``[{"id": "sharpness", "lvl": 5}]``."""
    rows = [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []
    return [(plain_id(str(one.get("id"))), _number(one.get("lvl", 0))) for one in rows]


def _number(value: Any) -> float:
    """Return a number of whatever size as the game would take it: nothing for what is none."""
    return float(value) if isinstance(value, int | float) else 0.0
