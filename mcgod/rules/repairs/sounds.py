"""Rewrites of sounds: the source that ``playsound`` asks for, and names of sounds that are no more."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mcgod.grammar.naming.renames import FLATTENED
from mcgod.rules.repairs.pieces import faulty_word, is_somebody, replaced

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context


def missing_source(command: str, seen: Match, context: Context) -> str:
    """``playsound entity.player.levelup Steve`` -> ``playsound entity.player.levelup master Steve``."""
    if seen.inner_path != ("playsound", "<sound>"):
        return command
    start, end = faulty_word(command, seen)
    if not is_somebody(command[start:end], context):
        return command
    return replaced(command, start, start, "master ")


def sound_name(command: str, seen: Match, context: Context) -> str:
    """``random.levelup`` and ``entity.player.level_up`` -> ``minecraft:entity.player.levelup``."""
    if seen.inner_path[:1] != ("playsound",):
        return command
    span = next((span for span in seen.spans if span.name == "sound"), None)
    if span is None or not isinstance(span.value, str) or not span.value.startswith("minecraft:"):
        return command
    bare = span.value.removeprefix("minecraft:")
    if context.registry.has("sound_event", bare) or not context.registry.ids("sound_event"):
        return command
    found = FLATTENED["sound_event"].get(bare) or _squeezed(context.registry).get(bare.replace("_", ""))
    if not found or not context.registry.has("sound_event", found):
        return command
    return replaced(command, span.start, span.end, f"minecraft:{found}")


@lru_cache(maxsize=8)
def _squeezed(registry: Registry) -> dict[str, str]:
    return {name.replace("_", ""): name for name in registry.ids("sound_event")}
