"""The options in a selector's brackets.

Source: the game's EntitySelectorOptions, 1.21.4. Advancements, predicates
and rotations do not exist in the sandbox, and are refused as not applicable.
"""

from __future__ import annotations

import re
from math import inf
from typing import TYPE_CHECKING

from mcgod.sandbox import snbt
from mcgod.sandbox.arguments.plain import GAMEMODES
from mcgod.sandbox.entitydata import describe
from mcgod.sandbox.world import Player

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.sandbox.arguments.selector import Creature, Selector
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source

ORDERS = ("nearest", "furthest", "random", "arbitrary")
_NOT_HERE = frozenset({"advancements", "predicate", "x_rotation", "y_rotation"})
_MANY = frozenset({"tag", "nbt", "type", "name", "gamemode", "team"})  # may stand more than once, negated
_RANGE = re.compile(r"(?P<low>-?[0-9]*\.?[0-9]+|-?[0-9]+\.?(?!\.))?(?P<dots>\.\.)?(?P<high>-?[0-9]*\.?[0-9]+)?")


def read_options(reader: Reader, source: Source, selector: Selector) -> None:
    """Take ``key=value,...]`` (the opening bracket is taken already) into ``selector``."""
    seen: set[str] = set()
    reader.skip_blanks()
    while reader.can_read() and reader.peek() != "]":
        reader.skip_blanks()
        start = reader.cursor
        key = reader.string()
        if key not in _OPTIONS and key not in _NOT_HERE:
            raise reader.fail(f"Unknown option '{key}'", start)
        if key in _NOT_HERE or (key in seen and key not in _MANY) or (selector.itself and key in {"limit", "sort"}):
            raise reader.fail(f"Option '{key}' isn't applicable here", start)
        seen.add(key)
        reader.skip_blanks()
        if not reader.skip("="):
            raise reader.fail(f"Expected value for option '{key}'")
        reader.skip_blanks()
        _OPTIONS[key](reader, source, selector)
        reader.skip_blanks()
        if not reader.skip(",") and reader.peek() != "]":
            raise reader.fail("Expected end of options")
    if not reader.skip("]"):
        raise reader.fail("Expected end of options")


def read_range(reader: Reader, *, whole: bool) -> tuple[float, float]:
    """Take ``5``, ``..5``, ``2..`` or ``2..5`` and return both ends."""
    start = reader.cursor
    found = _RANGE.match(reader.text, start)
    if not found or not (found["low"] or found["high"]):
        raise reader.fail("Expected value or range of values")
    if whole and "." in (found["low"] or "") + (found["high"] or ""):
        raise reader.fail("Only whole numbers allowed, not decimals")
    reader.cursor = found.end()
    low = float(found["low"]) if found["low"] else -inf
    high = float(found["high"]) if found["high"] else inf
    if not found["dots"]:
        high = low
    if low > high:
        raise reader.fail("Min cannot be bigger than max", start)
    return low, high


def _name(reader: Reader, _: Source, selector: Selector) -> None:
    negated = _negated(reader)
    wanted = reader.string()
    selector.tests.append(lambda who, one: (who.realm.display(one) == wanted) != negated)


def _type(reader: Reader, source: Source, selector: Selector) -> None:
    negated = _negated(reader)
    start = reader.cursor
    wanted = reader.resource()
    if not source.realm.registry.has("entity_type", wanted):
        raise reader.fail(f"Invalid or unknown entity type '{wanted}'", start)
    if wanted == "minecraft:player" and not negated:
        selector.entities = False
    selector.tests.append(lambda _who, one: (type_of(one) == wanted) != negated)


def _distance(reader: Reader, _: Source, selector: Selector) -> None:
    start = reader.cursor
    low, high = read_range(reader, whole=False)
    if (low != -inf and low < 0) or high < 0:
        raise reader.fail("Distance cannot be negative", start)
    selector.distance = (max(low, 0.0), high)


def _limit(reader: Reader, _: Source, selector: Selector) -> None:
    start = reader.cursor
    selector.limit = reader.integer()
    if selector.limit < 1:
        raise reader.fail("Limit must be at least 1", start)


def _sort(reader: Reader, _: Source, selector: Selector) -> None:
    start = reader.cursor
    selector.order = reader.word()
    if selector.order not in ORDERS:
        raise reader.fail(f"Invalid or unknown sort type '{selector.order}'", start)


def _gamemode(reader: Reader, _: Source, selector: Selector) -> None:
    negated = _negated(reader)
    start = reader.cursor
    wanted = reader.word()
    if wanted not in GAMEMODES:
        raise reader.fail(f"Invalid or unknown game mode '{wanted}'", start)
    selector.entities = False
    selector.tests.append(lambda _who, one: isinstance(one, Player) and (one.gamemode == wanted) != negated)


def _level(reader: Reader, _: Source, selector: Selector) -> None:
    start = reader.cursor
    low, high = read_range(reader, whole=True)
    if (low != -inf and low < 0) or high < 0:
        raise reader.fail("Level shouldn't be negative", start)
    selector.entities = False
    selector.tests.append(lambda _who, one: isinstance(one, Player) and low <= one.levels <= high)


def _scores(reader: Reader, _: Source, selector: Selector) -> None:
    wanted: dict[str, tuple[float, float]] = {}
    reader.expect("{")
    reader.skip_blanks()
    while reader.can_read() and reader.peek() != "}":
        reader.skip_blanks()
        objective = reader.word()
        reader.skip_blanks()
        reader.expect("=")
        reader.skip_blanks()
        wanted[objective] = read_range(reader, whole=True)
        reader.skip_blanks()
        reader.skip(",")
    reader.expect("}")

    def fits(who: Source, one: Creature) -> bool:
        for name, (low, high) in wanted.items():
            objective = who.world.objectives.get(name)
            score = objective.scores.get(holder_name(one)) if objective else None
            if score is None or not low <= score <= high:
                return False
        return True

    selector.tests.append(fits)


def _tag(reader: Reader, _: Source, selector: Selector) -> None:
    negated = _negated(reader)
    wanted = reader.word()
    selector.tests.append(lambda _who, one: (wanted in one.tags if wanted else not one.tags) != negated)


def _team(reader: Reader, _: Source, selector: Selector) -> None:
    negated = _negated(reader)
    wanted = reader.word()
    # There are no teams, so everybody is on the team without a name.
    selector.tests.append(lambda *_: (not wanted) != negated)


def _nbt(reader: Reader, _: Source, selector: Selector) -> None:
    negated = _negated(reader)
    wanted = snbt.read_compound(reader)
    selector.tests.append(lambda who, one: snbt.matches(wanted, describe(who.realm, one)) != negated)


def _corner(axis: str) -> Callable[[Reader, Source, Selector], None]:
    def read(reader: Reader, _: Source, selector: Selector) -> None:
        (selector.box if axis.startswith("d") else selector.origin)[axis] = reader.decimal()

    return read


def _negated(reader: Reader) -> bool:
    reader.skip_blanks()
    found = reader.skip("!")
    reader.skip_blanks()
    return found


def type_of(one: Creature) -> str:
    """Return the id of an entity's type."""
    return "minecraft:player" if isinstance(one, Player) else one.type


def holder_name(one: Creature) -> str:
    """Return the name under which an entity has scores."""
    return one.name if isinstance(one, Player) else one.uuid


_OPTIONS: dict[str, Callable[[Reader, Source, Selector], None]] = {
    "name": _name, "type": _type, "distance": _distance, "limit": _limit, "sort": _sort, "gamemode": _gamemode,
    "level": _level, "scores": _scores, "tag": _tag, "team": _team, "nbt": _nbt,
    **{axis: _corner(axis) for axis in ("x", "y", "z", "dx", "dy", "dz")},
}  # fmt: skip
