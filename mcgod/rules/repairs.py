"""Ordered rewrites of what models get almost right. Pure; each is tried once, in this order.

A repair never widens what a command does: after the last one the command is
judged as if the model had written it so.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.names import in_command
from mcgod.rules.forms import ALIASES, FORMS, parse
from mcgod.rules.verdict import Rejection, Repair
from mcgod.rules.words import cut, replaced

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.rules.policy import Context

    Rewrite = Callable[[str, Context], str]

# What players and models call things, where the game has another word.
EVERYDAY = {
    "arrows": "arrow", "bed": "white_bed", "boat": "oak_boat", "door": "oak_door", "fence": "oak_fence",
    "food": "bread", "grass": "short_grass", "lamp": "redstone_lamp", "log": "oak_log", "logs": "oak_log",
    "meat": "cooked_beef", "pickaxe": "iron_pickaxe", "plank": "oak_planks", "planks": "oak_planks",
    "redstone_dust": "redstone", "sapling": "oak_sapling", "sign": "oak_sign", "steak": "cooked_beef",
    "sword": "iron_sword", "torches": "torch", "wood": "oak_log", "wood_planks": "oak_planks",
    "wooden_planks": "oak_planks", "wool": "white_wool",
}  # fmt: skip
_ID_PLACES = {
    "ITEM": "item",
    "BLOCK": "block",
    "EFFECT": "mob_effect",
    "ENTITY": "entity_type",
    "ENCHANTMENT": "enchantment",
}


def root_case(command: str, _context: Context) -> str:
    """``Give Steve …`` -> ``give Steve …``."""
    name, blank, rest = command.partition(" ")
    lower = name.lower().removeprefix("minecraft:")
    return lower + blank + rest if lower in FORMS or lower in ALIASES else command


def names_with_blanks(command: str, context: Context) -> str:
    """``give .Cave Alex bread`` -> ``give ".Cave Alex" bread``, for names that the roster knows."""
    for name in sorted(context.online or (), key=len, reverse=True):
        quoted = in_command(name)
        if quoted != name:
            # A match that is quoted already is written back as it was.
            command = re.sub(rf'(?<=\s)"?{re.escape(name)}"?(?!\S)', quoted.replace("\\", r"\\"), command)
    return command


def self_selector(command: str, context: Context) -> str:
    """``@s`` and ``@p``, behind which RCON has nobody, -> the praying player."""
    if context.player is None:
        return command
    return re.sub(r"(?<=\s)@[sp](?=\s|\Z)", lambda _: in_command(context.player or ""), command)


def old_effect(command: str, _context: Context) -> str:
    """``effect Steve speed 30`` (before 1.13) -> ``effect give Steve speed 30``."""
    found = re.match(r"effect (?!give\b|clear\b)(\S+) (\S.*)", command)
    if not found:
        return command
    return f"effect clear {found[1]}" if found[2] == "clear" else f"effect give {found[1]} {found[2]}"


def give_order(command: str, context: Context) -> str:
    """``give bread 3 Alex`` and ``give Alex 3 bread`` -> ``give Alex bread 3``."""
    words = [word.text for word in cut(command)]
    if words[0] != "give" or len(words) not in (3, 4):
        return command
    players = {in_command(name) for name in context.online or ()} | {in_command(context.player or "?")}
    who = [word for word in words[1:] if word in players]
    number = [word for word in words[1:] if word.isdecimal()]
    things = [word for word in words[1:] if word not in players and not word.isdecimal()]
    if len(who) != 1 or len(things) != 1 or len(number) > 1:
        return command
    return " ".join(["give", *who, *things, *number])


def experience_form(command: str, _context: Context) -> str:
    """``xp give Steve 5`` and ``xp 5 Steve`` -> ``xp add Steve 5``."""
    if found := re.match(r"(xp|experience) give (\S+ \d+.*)", command):
        return f"{found[1]} add {found[2]}"
    if found := re.match(r"(xp|experience) (\d+)(L?) (\S+)\Z", command):
        return f"{found[1]} add {found[4]} {found[2]} {'levels' if found[3] else 'points'}"
    return command


def everyday_name(command: str, context: Context) -> str:
    """``wood`` -> ``oak_log``, ``Bread`` -> ``bread``, where the id meant is certain."""
    return _with_ids(command, lambda written, kind: _meant(written, kind, context))


def namespace(command: str, context: Context) -> str:
    """``oak_log`` -> ``minecraft:oak_log``."""

    def full(written: str, kind: str) -> str:
        name = written.partition("[")[0]
        return f"minecraft:{written}" if ":" not in name and context.registry.has(kind, name) else written

    return _with_ids(command, full)


def _with_ids(command: str, rewrite: Callable[[str, str], str]) -> str:
    """Rewrite each argument that is an id; a command that fits no form stays as it is."""
    try:
        arguments = parse(command).arguments
    except Rejection:
        return command
    for argument in reversed(arguments):
        if kind := _ID_PLACES.get(argument.kind):
            command = replaced(command, argument.word, rewrite(argument.word.text, kind))
    return command


def _meant(written: str, kind: str, context: Context) -> str:
    name, bracket, rest = written.partition("[")
    bare = name.lower().removeprefix("minecraft:")
    if context.registry.has(kind, bare):
        return written if name == name.lower() else name.lower() + bracket + rest
    guesses = (EVERYDAY.get(bare, bare), bare.removesuffix("s")) if kind in ("item", "block") else ()
    found = next((guess for guess in guesses if context.registry.has(kind, guess)), None)
    return f"{found}{bracket}{rest}" if found else written


ORDER: tuple[Rewrite, ...] = (
    root_case,
    names_with_blanks,
    self_selector,
    old_effect,
    experience_form,
    give_order,
    everyday_name,
    namespace,
)


def apply(command: str, context: Context) -> tuple[str, tuple[Repair, ...]]:
    """Run every rewrite in order and return the result with what changed. Raises Rejection."""
    repairs = []
    for rewrite in ORDER:
        after = rewrite(command, context)
        if after != command:
            repairs.append(Repair(rewrite.__name__.replace("_", "-"), *_difference(command, after)))
            command = after
    return command, tuple(repairs)


def _difference(before: str, after: str) -> tuple[str, str]:
    """Return the words of each that the other does not share at its start or end."""
    old, new = before.split(" "), after.split(" ")
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return " ".join(old), " ".join(new)
