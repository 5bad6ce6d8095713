"""Rewrites of ids: what players and models call things, and namespaces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.rules.suggest import unknown_id

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

EVERYDAY = {
    "arrows": "arrow", "bed": "white_bed", "boat": "oak_boat", "door": "oak_door", "fence": "oak_fence",
    "food": "bread", "grass": "short_grass", "lamp": "redstone_lamp", "log": "oak_log", "logs": "oak_log",
    "meat": "cooked_beef", "pickaxe": "iron_pickaxe", "plank": "oak_planks", "planks": "oak_planks",
    "redstone_dust": "redstone", "sapling": "oak_sapling", "sign": "oak_sign", "steak": "cooked_beef",
    "sword": "iron_sword", "torches": "torch", "wood": "oak_log", "wood_planks": "oak_planks",
    "wooden_planks": "oak_planks", "wool": "white_wool",
}  # fmt: skip


def everyday_name(command: str, seen: Match, context: Context) -> str:
    """``wood`` -> ``oak_log``, ``torches`` -> ``torch``, where the id meant is certain."""
    unknown = unknown_id(seen.message)
    if not unknown:
        return command
    bare = unknown.written.lower().removeprefix("minecraft:")
    guesses = (bare, EVERYDAY.get(bare, bare), bare.removesuffix("s"))
    meant = next((guess for guess in guesses if context.registry.has(unknown.kind, guess)), None)
    word = re.match(r"[^\s\[{]*", command[seen.offset :])
    if meant is None or word is None:
        return command
    return command[: seen.offset] + meant + command[seen.offset + len(word[0]) :]


def namespace(command: str, seen: Match, _context: Context) -> str:
    """``oak_log`` -> ``minecraft:oak_log``."""
    for span in reversed(seen.spans):
        name = span.value.get("id") if isinstance(span.value, dict) else None
        if span.kind in ("item", "block", "resource") and isinstance(name, str):
            bare = name.removeprefix("minecraft:")
            if name != bare and command.startswith(bare, span.start):
                command = command[: span.start] + "minecraft:" + command[span.start :]
    return command
