"""Player names: which text may be one, and how it stands in a command. Pure.

Java names are 1 to 16 word characters. Floodgate gives Bedrock players a
prefix (``.`` by default, ``*`` and others occur) and may keep their spaces;
offline-mode servers take names in any script.
"""

from __future__ import annotations

import re

from mcgod.errors import BadUsage

_LONGEST = 32  # characters: 16 for the game, and a prefix, with room to spare
# What would start a selector, leave a folder, open a string or forge a line.
_FORBIDDEN = r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\"'\\/@§:<>|?\[\]{},=]"
_BARE = r"[A-Za-z0-9_.+-]+\Z"


def player_name(text: str) -> str:
    """Return ``text`` if it may be a player's name. Raises BadUsage."""
    if text.isascii() and text.isalnum() and len(text) <= _LONGEST:
        return text  # nearly every name there is
    if not text or text != text.strip() or len(text) > _LONGEST or re.search(_FORBIDDEN, text) or not text.strip(". "):
        raise BadUsage(
            f"{text[:40]!r} is not a player name", hint="1 to 32 characters, none of / \\ \" ' @ : and the like"
        )
    return text


def is_player_name(text: str) -> bool:
    """Whether ``text`` may be a player's name."""
    try:
        player_name(text)
    except BadUsage:
        return False
    return True


def in_command(name: str) -> str:
    """Return ``name`` as one command argument: bare where the game reads it bare, else quoted.

    >>> in_command(".Cave Alex")
    '".Cave Alex"'
    """
    if re.match(_BARE, name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
