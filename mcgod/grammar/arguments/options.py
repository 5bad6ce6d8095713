"""The options in a selector's brackets. Source: EntitySelectorOptions of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import snbt
from mcgod.grammar.arguments import ranges

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.reader import Reader

GAMEMODES = ("survival", "creative", "adventure", "spectator")
_ORDERS = ("nearest", "furthest", "random", "arbitrary")
# These may stand more than once; those after the bar only with a "!".
_MANY, _MANY_NEGATED = {"tag", "nbt", "predicate"}, {"name", "type", "gamemode", "team"}
_INVERTIBLE = _MANY | _MANY_NEGATED


def read_options(reader: Reader, letter: str) -> list[list[Any]]:
    """Take ``key=value,...]`` and return ``[key, negated, value]`` for each. Raises Misread."""
    found: list[list[Any]] = []
    seen: dict[str, bool] = {}
    reader.skip_blanks()
    while reader.more and reader.peek() != "]":
        reader.skip_blanks()
        start = reader.cursor
        key = reader.string()
        _check(reader, key, letter, seen, start)
        reader.skip_blanks()
        if not reader.skip("="):
            raise reader.fail(f"Expected value for option '{key}'", start)
        reader.skip_blanks()
        start = reader.cursor
        negated = key in _INVERTIBLE and reader.skip("!")
        if negated:
            reader.skip_blanks()
        value = _OPTIONS[key](reader, start)
        # ``type=!cow,type=pig``: what has been ruled out before cannot be asked for after.
        if key in _MANY_NEGATED and key in seen and not negated:
            raise reader.fail(f"Option '{key}' isn't applicable here", start)
        seen[key] = seen.get(key, False) or not negated
        found.append([key, negated, value])
        reader.skip_blanks()
        if not reader.skip(",") and reader.peek() != "]" and reader.more:
            raise reader.fail("Expected end of options")
    if not reader.skip("]"):
        raise reader.fail("Expected end of options")
    return found


def _check(reader: Reader, key: str, letter: str, seen: dict[str, bool], start: int) -> None:
    if key not in _OPTIONS:
        raise reader.fail(f"Unknown option '{key}'", start)
    again = key in seen and key not in _MANY and (seen[key] or key not in _MANY_NEGATED)
    if again or (letter == "s" and key in {"limit", "sort"}):
        raise reader.fail(f"Option '{key}' isn't applicable here", start)


def _type(reader: Reader, start: int) -> str:
    if reader.skip("#"):
        return f"#{reader.id()}"
    name = reader.id()
    if not reader.dialect.registry.has("entity_type", name):
        raise reader.fail(f"Invalid or unknown entity type '{name}'", start)
    return name


def _limit(reader: Reader, start: int) -> int:
    limit = reader.integer()
    if limit < 1:
        raise reader.fail("Limit must be at least 1", start)
    return limit


def _word_of(words: tuple[str, ...], what: str) -> Callable[[Reader, int], str]:
    def read(reader: Reader, start: int) -> str:
        word = reader.word()
        if word not in words:
            raise reader.fail(f"Invalid or unknown {what} '{word}'", start)
        return word

    return read


def _positive(kind: str, fault: str) -> Callable[[Reader, int], ranges.Range]:
    def read(reader: Reader, start: int) -> ranges.Range:
        found = ranges.read(reader, kind)
        if any(end is not None and end < 0 for end in found.values()):
            raise reader.fail(fault, start)
        return found

    return read


def _scores(reader: Reader, _: int) -> dict[str, ranges.Range]:
    return _map(reader, reader.word, lambda: ranges.read(reader, "integer"))


def _advancements(reader: Reader, _: int) -> dict[str, Any]:
    def value() -> bool | dict[str, bool]:
        return _map(reader, reader.word, reader.boolean) if reader.peek() == "{" else reader.boolean()

    return _map(reader, reader.id, value)


def _map(reader: Reader, key: Callable[[], str], value: Callable[[], Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    reader.expect("{")
    reader.skip_blanks()
    while reader.more and reader.peek() != "}":
        start = reader.cursor
        name = key()
        reader.skip_blanks()
        reader.expect("=")
        reader.skip_blanks()
        found[name] = value()
        reader.skip_blanks()
        reader.skip(",")
        reader.skip_blanks()
        if reader.cursor == start:
            break
    reader.expect("}")
    return found


_OPTIONS: dict[str, Callable[[Reader, int], Any]] = {
    "name": lambda reader, _: reader.string(),
    "distance": _positive("double", "Distance cannot be negative"),
    "level": _positive("integer", "Level shouldn't be negative"),
    **dict.fromkeys(("x", "y", "z", "dx", "dy", "dz"), lambda reader, _: reader.decimal()),
    **dict.fromkeys(("x_rotation", "y_rotation"), lambda reader, _: ranges.read(reader, "double")),
    "limit": _limit,
    "sort": _word_of(_ORDERS, "sort type"),
    "gamemode": _word_of(GAMEMODES, "game mode"),
    "team": lambda reader, _: reader.word(),
    "type": _type,
    "tag": lambda reader, _: reader.word(),
    "nbt": lambda reader, _: snbt.read_compound(reader),
    "scores": _scores,
    "advancements": _advancements,
    "predicate": lambda reader, _: reader.id(),
}
