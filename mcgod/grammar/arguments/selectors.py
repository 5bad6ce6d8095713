"""Who is meant: selectors, player names and UUIDs. Source: EntitySelectorParser and EntityArgument of the game.

The value of all of them is ``{"kind": ..., "name": ..., "options": [[key, negated, value], ...], "limit": ...,
"is_single": ..., "players_only": ...}``. ``kind`` is the selector's letter (a, e, n, p, r, s), ``name`` for a
plain name or ``uuid``; ``limit`` is None where nothing bounds how many are meant.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar.arguments.options import read_options

if TYPE_CHECKING:
    from mcgod.grammar.reader import Reader

MISSING = "Missing selector type"
UNKNOWN = "Unknown selector type"
_ONE_PLAYER = "Only one player is allowed, but the provided selector allows more than one"
_ONE_ENTITY = "Only one entity is allowed, but the provided selector allows more than one"
_ONLY_PLAYERS = "Only players may be affected by this command, but the provided selector includes entities"
_LONGEST_NAME = 16

# What Java's UUID.fromString takes: five groups of hexadecimal digits, of any length.
_UUID = re.compile(r"[0-9a-fA-F]{1,12}(?:-[0-9a-fA-F]{1,12}){4}")
_UUID_WORD = re.compile(r"[0-9a-fA-F-]*")
# How many are meant, and whether only players are.
_LETTERS: dict[str, tuple[int | None, bool]] = {
    "p": (1, True), "a": (None, True), "r": (1, True), "s": (1, False), "e": (None, False), "n": (1, False),
}  # fmt: skip


def entity(reader: Reader, limits: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take who is meant, within ``amount`` (single) and ``type`` (players)."""
    found = read(reader)
    players = limits.get("type") == "players"
    if limits.get("amount") == "single" and not found["is_single"]:
        raise reader.fail(_ONE_PLAYER if players else _ONE_ENTITY, 0)
    if players and not found["players_only"] and found["kind"] != "s":
        raise reader.fail(_ONLY_PLAYERS, 0)
    return _span_kind(found), found


def game_profile(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a player who need not be here: a name that is not checked, or a selector of players."""
    if reader.peek() != "@":
        return "player", _plain("name", reader.until_space(), players_only=True)
    found = read(reader)
    if not found["players_only"]:
        raise reader.fail(_ONLY_PLAYERS)
    return "selector", found


def score_holder(reader: Reader, limits: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take who has scores: a selector, or any name; ``*`` is everybody who has some."""
    if reader.peek() != "@":
        name = reader.until_space()
        found = _plain("name", name, players_only=False)
        if name == "*":
            found.update(limit=None, is_single=False)
        return "score_holder", found
    found = read(reader)
    if limits.get("amount") == "single" and not found["is_single"]:
        raise reader.fail(_ONE_ENTITY)
    return "selector", found


def uuid(reader: Reader, _: dict[str, Any]) -> tuple[str, str]:
    """Take a UUID."""
    start = reader.cursor
    word = reader.take(_UUID_WORD)
    if not _UUID.fullmatch(word):
        raise reader.fail("Invalid UUID", start)
    return "uuid", word


def read(reader: Reader) -> dict[str, Any]:
    """Take a selector, name or UUID and return its value. Raises Misread."""
    start = reader.cursor
    if not reader.skip("@"):
        return _name(reader, start)
    letter = reader.peek()
    if not letter:
        raise reader.fail(MISSING)
    if letter not in _LETTERS or (letter == "n" and not reader.dialect.since(1, 21)):
        raise reader.fail(f"{UNKNOWN} '@{letter}'")
    reader.cursor += 1
    limit, players = _LETTERS[letter]
    options: list[list[Any]] = []
    if reader.skip("["):
        options = read_options(reader, letter)
        limit = next((value for key, _, value in options if key == "limit"), limit)
        players = players or any(_means_players(*option) for option in options)
    return {"kind": letter, "name": f"@{letter}", "options": options, "limit": limit,
            "is_single": limit == 1, "players_only": players}  # fmt: skip


def _name(reader: Reader, start: int) -> dict[str, Any]:
    word = reader.string()
    if _UUID.fullmatch(word):
        return _plain("uuid", word, players_only=False)
    if not word or len(word) > _LONGEST_NAME:
        raise reader.fail("Invalid name or UUID", start)
    return _plain("name", word, players_only=True)


def _plain(kind: str, name: str, *, players_only: bool) -> dict[str, Any]:
    return {"kind": kind, "name": name, "options": [], "limit": 1, "is_single": True, "players_only": players_only}


def _span_kind(found: dict[str, Any]) -> str:
    return {"name": "player", "uuid": "entity"}.get(found["kind"], "selector")


def _means_players(key: str, negated: bool, value: Any) -> bool:
    """Tell whether an option leaves only players over."""
    if key == "type":
        return not negated and value == "minecraft:player"
    return key in {"gamemode", "level", "advancements"}
