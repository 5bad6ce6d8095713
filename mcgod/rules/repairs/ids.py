"""Rewrites of ids: other versions' names, everyday and display names, spelling, and namespaces."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from mcgod.grammar.naming import spelling
from mcgod.rules.repairs.pieces import faulty_word, replaced

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mcgod.grammar.registry import Registry
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

    Find = Callable[[str, str, Registry], str | None]

_UNKNOWN = re.compile(
    r"Unknown (?:(item|block type) '|(entity|effect|enchantment|particle): )"
    r"|Can't find element '[^']*' of type '(?:minecraft:)?([^']*)'"
)
_KINDS = {"item": "item", "block type": "block", "entity": "entity_type", "effect": "mob_effect",
          "enchantment": "enchantment", "particle": "particle_type"}  # fmt: skip
_NAME = re.compile(r"""\"?(?:minecraft[:.])?[A-Za-z][A-Za-z0-9_.'-]*(?: [A-Za-z_'-]+)*\"?""", re.IGNORECASE)
_DATA = re.compile(r"[\[{]")
_LONGEST = 5  # words of a display name: Block of Raw Iron
# Where a longer name may go on behind a word that is an id already: `diamond sword`.
_HEADS = {"<count>": "item", "<seconds>": "mob_effect", "<maxCount>": "item", "<level>": "enchantment"}


def everyday_name(command: str, seen: Match, context: Context) -> str:
    """``wood`` and ``Oak Log`` -> ``oak_log``, ``sword_diamond`` -> ``diamond_sword``, ``grass`` -> ``short_grass``."""
    return _with_name(command, seen, context, _finder(seen))


def misspelt_name(command: str, seen: Match, context: Context) -> str:
    """``daimond_sword`` -> ``diamond_sword``, where one letter is wrong and one id is near."""
    return _with_name(command, seen, context, spelling.misspelt)


def longer_name(command: str, seen: Match, context: Context) -> str:
    """``give Steve diamond sword 1`` -> ``give Steve diamond_sword 1``."""
    kind = _HEADS.get(seen.expected[-1] if seen.expected else "")
    if not kind or not seen.spans:
        return command
    start = seen.spans[-1].start
    longer = (end for end in _ends(command, start) if " " in command[start:end])
    find = _finder(seen)
    return _written(command, start, longer, lambda name: find(kind, name, context.registry))


def attribute_name(command: str, seen: Match, context: Context) -> str:
    """``max_health`` <-> ``generic.max_health`` where the game finds the fault only later (until 1.19.2)."""
    for span in seen.spans:
        if span.name == "attribute" and span.kind == "id" and not context.registry.has("attribute", span.value):
            found = spelling.meant("attribute", span.value, context.registry)
            return replaced(command, span.start, span.end, f"minecraft:{found}") if found else command
    return command


def namespace(command: str, seen: Match, _context: Context) -> str:
    """``oak_log`` -> ``minecraft:oak_log``."""
    for span in reversed(seen.spans):
        name = span.value.get("id") if isinstance(span.value, dict) else None
        if span.kind in ("item", "block", "resource") and isinstance(name, str):
            bare = name.removeprefix("minecraft:")
            if name != bare and command.startswith(bare, span.start):
                command = command[: span.start] + "minecraft:" + command[span.start :]
    return command


def _finder(seen: Match) -> Find:
    """Choose how to look a name up: what is taken from somebody must have been named more exactly than a gift."""
    return partial(spelling.meant, everyday=seen.inner_path[:1] != ("clear",))


def _with_name(command: str, seen: Match, context: Context, find: Find) -> str:
    unknown = _UNKNOWN.match(seen.message)
    if not unknown:
        return command
    kind = _KINDS.get(unknown[1] or unknown[2]) or unknown[3]
    start, _ = faulty_word(command, seen)
    return _written(command, start, _ends(command, start), lambda name: find(kind, name, context.registry))


def _ends(command: str, start: int) -> Iterator[int]:
    """Yield where a name that begins at ``start`` may end, the most words first."""
    stop = _DATA.search(command, start)
    words = list(re.finditer(r"\S+", command[start : stop.start() if stop else len(command)]))[:_LONGEST]
    return (start + word.end() for word in reversed(words))


def _written(command: str, start: int, ends: Iterable[int], find: Callable[[str], str | None]) -> str:
    """Put the id for the longest name that has one in its place."""
    for end in ends:
        name = command[start:end]
        if _NAME.fullmatch(name) and (found := find(name.strip('"'))):
            return replaced(command, start, end, found)
    return command
