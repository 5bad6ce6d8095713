"""Which data the item components of the game take, for those that commands use most. Pure.

A component that is not listed here takes anything, so that no item a server
would make is refused. Source: DataComponents of the game, 1.20.5 to 26.1.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.grammar.components import shown, text_fault

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.dialect import Dialect

    Check = Callable[[Any, Dialect], str]

_RARITIES = ("common", "uncommon", "rare", "epic")


def fault(component: str, value: Any, dialect: Dialect) -> str:
    """Say what is wrong with ``value`` for ``component`` (without ``minecraft:``); empty when nothing is."""
    check = _CHECKS.get(component)
    return check(value, dialect) if check else ""


def _text(value: Any, dialect: Dialect) -> str:
    """Before 1.21.5 a text in an item is JSON inside a string."""
    if dialect.modern:
        return text_fault(value, dialect)
    if not isinstance(value, str):
        return f"Not a string: {shown(value)}"
    try:
        return text_fault(json.loads(value, strict=False), dialect)
    except (ValueError, RecursionError) as error:
        return f"malformed JSON: {error}"


def _texts(value: Any, dialect: Dialect) -> str:
    if not isinstance(value, list):
        return f"Not a list: {shown(value)}"
    if len(value) > 256:
        return f"List is too long: {len(value)}, expected range [0-256]"
    return next((found for one in value if (found := _text(one, dialect))), "")


def _enchantments(value: Any, dialect: Dialect) -> str:
    if not isinstance(value, dict):
        return f"Not a map: {shown(value)}"
    levels = value.get("levels", value) if not dialect.modern else value
    if not isinstance(levels, dict):
        return f"Not a map: {shown(levels)}"
    for name, level in levels.items():
        if name == "show_in_tooltip" and not dialect.modern:
            continue
        if not isinstance(level, int) or not 1 <= level <= 255:
            return f"Value must be within range [1;255]: {shown(level)}"
        space, colon, bare = name.rpartition(":")
        if (not colon or space == "minecraft") and not dialect.registry.has("enchantment", bare):
            return f"Failed to get element minecraft:{bare}"
    return ""


def _within(low: int, high: int = 2**31 - 1) -> Check:
    def check(value: Any, _: Dialect) -> str:
        fits = isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        return "" if fits else f"Value must be within range [{low};{high}]: {shown(value)}"

    return check


def _rarity(value: Any, _: Dialect) -> str:
    return "" if value in _RARITIES else f"Unknown element id: {shown(value)}"


def _map(value: Any, _: Dialect) -> str:
    return "" if isinstance(value, dict) else f"Not a map: {shown(value)}"


def _truth(value: Any, _: Dialect) -> str:
    return "" if isinstance(value, int) else f"Not a boolean: {shown(value)}"


_CHECKS: dict[str, Check] = {
    "custom_name": _text,
    "item_name": _text,
    "lore": _texts,
    "enchantments": _enchantments,
    "stored_enchantments": _enchantments,
    "damage": _within(0),
    "max_damage": _within(1),
    "max_stack_size": _within(1, 99),
    "repair_cost": _within(0),
    "rarity": _rarity,
    "unbreakable": _map,
    "enchantment_glint_override": _truth,
}
