"""Words out of a fixed set: colours, game modes, slots and the like. Sources: the arguments of the same names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar.arguments.options import GAMEMODES

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

COLORS = (
    "black", "dark_blue", "dark_green", "dark_aqua", "dark_red", "dark_purple", "gold", "gray",
    "dark_gray", "blue", "green", "aqua", "red", "light_purple", "yellow", "white",
)  # fmt: skip
_HEX = re.compile(r"[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?")
_HEIGHTMAPS = ("world_surface", "motion_blocking", "motion_blocking_no_leaves", "ocean_floor")
_MIRRORS = ("none", "front_back", "left_right")
_ROTATIONS = ("none", "clockwise_90", "counterclockwise_90", "180")
_OPERATIONS = ("=", "+=", "-=", "*=", "/=", "%=", "<", ">", "><")


def color(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take the name of a colour, or ``reset``."""
    return "color", _choice(reader, (*COLORS, "reset"), "Unknown color '{}'")


def hex_color(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take a colour as three or six hexadecimal digits."""
    word = reader.word()
    if not _HEX.fullmatch(word):
        raise reader.fail(f"Invalid hex color code '{word}'")
    return "hex_color", word


def gamemode(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take a game mode."""
    return "gamemode", _choice(reader, GAMEMODES, "Unknown game mode: {}")


def entity_anchor(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take ``eyes`` or ``feet``."""
    start = reader.cursor
    word = reader.word()
    if word not in {"eyes", "feet"}:
        raise reader.fail(f"Invalid entity anchor position {word}", start)
    return "entity_anchor", word


def heightmap(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take what counts as the ground."""
    return "heightmap", _choice(reader, _HEIGHTMAPS, "Invalid value '{}'")


def template_mirror(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take how a structure is mirrored."""
    return "mirror", _choice(reader, _MIRRORS, "Invalid value '{}'")


def template_rotation(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take how a structure is turned."""
    return "turn", _choice(reader, _ROTATIONS, "Invalid value '{}'")


def operation(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take what to do with two scores."""
    word = reader.until_space()
    if word not in _OPERATIONS:
        raise reader.fail("Invalid operation")
    return "operation", word


def swizzle(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take some of the axes, each once."""
    word = reader.until_space()
    if set(word) - set("xyz") or len(set(word)) < len(word):
        raise reader.fail("Invalid swizzle, expected combination of 'x', 'y' and 'z'")
    return "swizzle", word


def _choice(reader: Reader, words: tuple[str, ...], fault: str) -> str:
    word = reader.word()
    if word not in words:
        raise reader.fail(fault.format(word))
    return word
