"""What stands near a player, asked in plain commands: the questions, and what their replies say. Pure.

A reply to ``data get`` shows a name, never a type, so the types of what is
near are asked for by selectors. Every entity's reply follows the last without
a line break on a vanilla server. Names are what players wrote on name tags: a
name that looks like a reply can feign one more entity, nothing else.
Source: the replies of Minecraft 1.13 to 26.2, Paper.
"""

from __future__ import annotations

import re
from typing import Any

from mcgod.errors import BadInput
from mcgod.names import in_command

_NUMBER = r"(-?\d+(?:\.\d+)?(?:E-?\d+)?)d"
_PLACE = re.compile(
    rf"\s*(.*?) has the following entity data: \[{_NUMBER}, {_NUMBER}, {_NUMBER}\]", re.DOTALL | re.IGNORECASE
)
_COUNT = re.compile(r"Test passed, count: (\d+)")
_ID = re.compile(r"(?:[a-z0-9_.-]+:)?[a-z0-9_./-]+")
_MOST_GUESSES = 12


def type_id(text: str) -> str:
    """Return an entity type with its namespace. Raises BadInput."""
    if not _ID.fullmatch(text):
        raise BadInput(f"{text!r} is no entity type", hint="such as minecraft:zombie")
    return text if ":" in text else f"minecraft:{text}"


def count(player: str, radius: float, kind: str = "") -> str:
    """Return the command that counts what is within ``radius`` blocks of ``player``, of type ``kind`` or all."""
    return f"execute at {in_command(player)} if entity @e[{_type(kind)}distance=..{radius:.2f}]"


def listing(player: str, radius: float, limit: int, kind: str = "") -> str:
    """Return the command that tells where the nearest ``limit`` of them are."""
    chosen = f"@e[{_type(kind)}distance=..{radius:.2f},limit={limit},sort=nearest]"
    return f"execute at {in_command(player)} as {chosen} run data get entity @s Pos"


def place(player: str) -> str:
    """Return the command that tells where ``player`` is."""
    return f"data get entity {in_command(player)} Pos"


def read_count(text: str) -> int | None:
    """Read the reply to a count; None when there was nothing to count, or nobody to count around."""
    found = _COUNT.match(text.strip())
    return int(found[1]) if found else None


def read_places(text: str) -> list[dict[str, Any]]:
    """Read the reply to a listing as ``{"name","pos"}``, in its order."""
    return [
        {"name": found[1], "pos": [float(found[2]), float(found[3]), float(found[4])]}
        for found in _PLACE.finditer(text)
    ]


def guesses(entities: list[dict[str, Any]]) -> list[str]:
    """Return types that things of these names may be of, to be counted; unnamed ones show their type's name."""
    names = [re.sub(r"\s+", "_", str(one["name"]).strip().lower()) for one in entities]
    known = [name for name in names if _ID.fullmatch(name) and ":" not in name]
    # A player shows a name, a villager its trade and an item what it is an item of.
    return [type_id(name) for name in dict.fromkeys(["player", "item", "villager", *known])][:_MOST_GUESSES]


def _type(kind: str) -> str:
    return f"type={kind}," if kind else ""
