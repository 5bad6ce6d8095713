"""Ids of all kinds: those that the game itself has are looked up, those that packs can add are only read.

A value is the id with its namespace; that of ``resource`` and its kin is
``{"registry": ..., "id": ...}``, with ``#`` before the id of a tag.
Source: ResourceArgument, ResourceOrTagArgument and their kin in the game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

# Packs can add to these, so an id of another namespace may well exist.
_OPEN = frozenset({"enchantment", "worldgen/biome"})
_NOT_SUMMONED = frozenset({"minecraft:player", "minecraft:fishing_bobber"})
_PATTERN = re.compile(r"[0-9a-z_:/.*?-]*")


def location(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take an id of which nothing is known: a sound, an advancement before 1.21.2, a storage."""
    return "id", reader.id()


def dimension(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take the id of a dimension."""
    return "dimension", reader.id()


def function(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take the id of a function, or of a tag of functions."""
    return "function", _tagged(reader)


def resource(reader: Reader, limits: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take an id that the registry must have, where it is one that this project knows."""
    registry = _registry(limits)
    return "resource", {"registry": registry, "id": _looked_up(reader, registry)}


def resource_or_tag(reader: Reader, limits: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take an id that the registry must have, or a tag."""
    registry = _registry(limits)
    found = _tagged(reader) if reader.peek() == "#" else _looked_up(reader, registry)
    return "resource_or_tag", {"registry": registry, "id": found}


def resource_key(reader: Reader, limits: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take an id that is only looked up when the command runs."""
    return "resource_key", {"registry": _registry(limits), "id": reader.id()}


def resource_or_tag_key(reader: Reader, limits: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take an id or a tag that is only looked up when the command runs."""
    return "resource_or_tag", {"registry": _registry(limits), "id": _tagged(reader)}


def resource_selector(reader: Reader, limits: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take an id in which ``*`` and ``?`` stand for others."""
    word = reader.take(_PATTERN)
    return "resource_selector", {"registry": _registry(limits), "id": word if ":" in word else f"minecraft:{word}"}


def entity_summon(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take what to summon, as until 1.19.2."""
    name = reader.id()
    if name in _NOT_SUMMONED or not reader.dialect.registry.has("entity_type", name):
        raise reader.fail(f"Unknown entity: {name}")
    return "resource", {"registry": "entity_type", "id": name}


def mob_effect(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take an effect, as until 1.19.2."""
    name = reader.id()
    if not reader.dialect.registry.has("mob_effect", name):
        raise reader.fail(f"Unknown effect: {name}")
    return "resource", {"registry": "mob_effect", "id": name}


def item_enchantment(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Take an enchantment, as until 1.19.2."""
    name = reader.id()
    if not reader.dialect.registry.has("enchantment", name):
        raise reader.fail(f"Unknown enchantment: {name}")
    return "resource", {"registry": "enchantment", "id": name}


def _looked_up(reader: Reader, registry: str) -> str:
    name = reader.id()
    ids = reader.dialect.registry
    added = registry in _OPEN and not name.startswith("minecraft:")
    if ids.ids(registry) and not added and not ids.has(registry, name):
        raise reader.fail(f"Can't find element '{name}' of type 'minecraft:{registry}'")
    return name


def _tagged(reader: Reader) -> str:
    return f"#{reader.id()}" if reader.skip("#") else reader.id()


def _registry(limits: dict[str, Any]) -> str:
    return str(limits.get("registry", "")).removeprefix("minecraft:")
