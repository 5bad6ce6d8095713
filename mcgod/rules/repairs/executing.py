"""Rewrites of ``execute``, and of commands that went by another name in another version."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.grammar.naming.renames import STRUCTURES
from mcgod.rules.repairs.pieces import WHO, faulty_word, innermost, replaced

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_PLACE = r"[~^]?-?[\d.]*"
_OLD = re.compile(
    rf"execute ({WHO}) ({_PLACE} {_PLACE} {_PLACE}) (?:detect ({_PLACE} {_PLACE} {_PLACE}) (\S+) (?:-1|0|\*) )?/?(.+)"
)
_REPLACE_OLD = re.compile(rf"replaceitem (entity {WHO}|block \S+ \S+ \S+) (?:slot\.)?(\S+) (.+)")
_REPLACE_NEW = re.compile(rf"item replace (entity {WHO}|block \S+ \S+ \S+) (\S+) with (.+)")


def old_execute(command: str, seen: Match, _context: Context) -> str:
    """``execute Steve ~ ~ ~ say hi`` (before 1.13) -> ``execute as Steve at @s run say hi``."""
    head, body = innermost(command, seen)
    found = _OLD.fullmatch(body)
    if not found or seen.inner_path != ("execute",):
        return command
    where = "" if found[2] == "~ ~ ~" else f" positioned {found[2]}"
    test = f" if block {found[3]} {found[4]}" if found[3] else ""
    return f"{head}execute as {found[1]} at @s{where}{test} run {found[5]}"


def missing_run(command: str, seen: Match, context: Context) -> str:
    """``execute at Steve give Steve bread`` -> ``execute at Steve run give Steve bread``."""
    if seen.inner_path[:1] != ("execute",):
        return command
    # `execute summon` is a part of its own since 1.19.4, which is not what was meant when nothing runs behind it.
    if "summon" in seen.inner_path and " run " not in command[seen.inner_at :]:
        return re.sub(r"(?<!run) summon (?!.* summon )", " run summon ", command, count=1)
    start, end = faulty_word(command, seen)
    word = command[start:end].lower().removeprefix("minecraft:")
    if "run" in seen.expected and word in context.tree.root.literals and word not in seen.expected:
        return replaced(command, start, start, "run ")
    return command


def renamed_command(command: str, seen: Match, context: Context) -> str:
    """``replaceitem entity Steve slot.weapon stick`` <-> ``item replace entity Steve weapon with stick`` (1.17)."""
    head, body = innermost(command, seen)
    known = context.tree.root.literals
    if "replaceitem" not in known and (found := _REPLACE_OLD.fullmatch(body)):
        return f"{head}item replace {found[1]} {found[2]} with {found[3]}"
    if "item" not in known and (found := _REPLACE_NEW.fullmatch(body)):
        return f"{head}replaceitem {found[1]} {found[2]} {found[3]}"
    return command


def old_slot(command: str, seen: Match, _context: Context) -> str:
    """``slot.weapon.mainhand`` (before 1.13) -> ``weapon.mainhand``."""
    if not seen.message.startswith("Unknown slot 'slot."):
        return command
    start, _ = faulty_word(command, seen)
    return replaced(command, start, start + len("slot."), "")


def located(command: str, seen: Match, context: Context) -> str:
    """``locate village`` <-> ``locate structure #minecraft:village``, ``locatebiome`` <-> ``locate biome`` (1.19)."""
    head, body = innermost(command, seen)
    found = re.fullmatch(r"(locatebiome|locate biome|locate structure|locate) #?(?:minecraft:)?(\w+)", body)
    known = context.tree.root.literals.get("locate")
    if not found or not known:
        return command
    kind, name = found[1], found[2].lower()
    new = "structure" in known.literals
    if kind.endswith("biome"):
        return f"{head}{'locate biome' if new else 'locatebiome'} minecraft:{name}"
    if new:
        return f"{head}locate structure {STRUCTURES[name]}" if name in STRUCTURES else command
    older = {full.lstrip("#").removeprefix("minecraft:"): old for old, full in STRUCTURES.items()}
    return f"{head}locate {older.get(name, name)}"
