"""Plain values out of what Java prints: a client's mod hands on ``toString`` of dimensions and senders. Pure.

Source: ResourceKey, GameProfile and text components as Minecraft 1.16 to 26.2 print them.
"""

from __future__ import annotations

import re

from mcgod.names import is_player_name

_KEY = re.compile(r"ResourceKey\[[^\]/]*/\s*([^\]\s]+)\s*\]")
_CODES = re.compile("§.")
# In this order: a component's content, a profile's name, whatever is quoted first.
_NAMES = (
    re.compile(r"content='([^']*)'"),
    re.compile(r"(?:^|[\[{(,\s])name=([^,\]})]+)"),
    re.compile(r"[\"']([^\"']*)[\"']"),
)


def dimension(text: str) -> str:
    """Return the id in ``ResourceKey[minecraft:dimension / minecraft:overworld]``; a plain id stays."""
    found = _KEY.fullmatch(text.strip())
    return found[1] if found else text


def sender(text: str) -> str:
    """Return the player's name in a stringified component or profile; empty where there is none to be seen."""
    plain = _CODES.sub("", text).strip()
    if plain == "null":  # Java's word for nobody
        return ""
    if is_player_name(plain):
        return plain
    for pattern in _NAMES:
        found = pattern.search(plain)
        if found and is_player_name(found[1].strip()):
            return found[1].strip()
    return ""
