"""Readings that a table cannot hold: travel, game mode, difficulty, the clock, harm, and who is meant.

Pure. Each act looks at one clause and adds to the plan.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from mcgod.llm.oracle.hearing import LONGEST, name_at
from mcgod.llm.oracle.intents import by_name, by_phrase
from mcgod.llm.oracle.plan import quoted
from mcgod.llm.oracle.things import THINGS
from mcgod.llm.oracle.words import terms

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.llm.oracle.hearing import Clause
    from mcgod.llm.oracle.plan import Plan, Scene
    from mcgod.llm.oracle.words import Word

_MOVING = terms("teleport tp take bring send warp move transport carry summon")
_SELF = frozenset({"me", "us", "myself", "i"})
_HERE = frozenset({"me", "here", "us"})
_SPAWN = frozenset({"spawn", "home", "base", "start", "beginning"})
_PEOPLE = terms("him her them everyone everybody all players player someone somebody noob noobs people")
_MODES = ("creative", "survival", "adventure", "spectator")
_DIFFICULTIES = ("peaceful", "easy", "normal", "hard")
# "give Bob", "heal Bob", "take me to Bob": a name where a player would stand.
_SOMEBODY = re.compile(r"\b(?:[Gg]ive|[Hh]eal|[Tt]eleport|[Tt]p|me to|to|for) ([A-Z][A-Za-z0-9_]{2,15})\b")


def recipients(clause: Clause, scene: Scene, plan: Plan) -> list[str]:
    """Return who gets what a clause asks for: named players, everyone for an operator, else who prays."""
    others = [name for name in clause.names if name != scene.player]
    if clause.everyone and not clause.self_meant and not others:
        if scene.sudo:
            return ["@a"]
        plan.refuse("everyone")
    if others:
        for name in set(others).intersection(scene.absent):
            plan.refuse("absent", name)
        both = scene.player in clause.names or _party(clause.words, scene)
        named = [*others, scene.player] if both else others
        return [name for name in named if name in scene.online]
    return [scene.player] if scene.player else ["@a"] if scene.sudo else []


def _party(words: tuple[Word, ...], scene: Scene) -> bool:
    """Whether the one who speaks is named beside another: ``Alex and me``."""
    pairs = list(pairwise(words))
    return any(("me" in pair and (name_at(pair[0], scene.people) or name_at(pair[1], scene.people))) for pair in pairs)


def teleport(clause: Clause, scene: Scene, plan: Plan) -> bool:
    """Add a journey, or the reason why there is none; False when the clause asks for no journey."""
    words = clause.words
    verb = next((at for at, word in enumerate(words) if word in _MOVING), None)
    if verb is None or clause.refuses or not _is_journey(words, verb, scene):
        return False
    plan.heard.append("journey")
    rest = words[verb + 1 :]
    at = rest.index("to") if "to" in rest else None
    first, last = (rest[:at], rest[at + 1 :]) if at is not None else (rest[:1], rest[1:] or rest[:1])
    movers = [name for word in first if (name := name_at(word, scene.people))]
    if "everyone" in first or "all" in first or "everybody" in first:
        movers = ["@a"]
    alone = at is None and len(movers) == 1 and not _HERE.intersection(rest)
    if alone and len(rest) == 1:  # "tp Alex": the one who speaks travels
        movers = []
    goal = _goal(last, scene, plan)
    if any(mover != scene.player for mover in movers) and not scene.sudo:
        plan.refuse("others")
    elif goal:
        for mover in movers or [scene.player]:
            if mover and quoted(mover) != goal:
                plan.add(f"teleport {quoted(mover)} {goal}")
    return True


def _is_journey(words: tuple[Word, ...], verb: int, scene: Scene) -> bool:
    rest = words[verb + 1 :]
    people = [word for word in rest if word in _SELF or word in _PEOPLE or name_at(word, scene.people)]
    if words[verb] in {"teleport", "tp", "warp"}:
        return bool(rest)
    if not people or rest[:1] != tuple(people[:1]):
        return False
    return "to" in rest or bool(_SPAWN.intersection(rest)) or (people[0] not in _SELF and "here" in rest)


def _goal(  # noqa: PLR0911 - one return a kind of goal
    words: tuple[Word, ...], scene: Scene, plan: Plan
) -> str | None:
    """Return the destination as an argument; with a refusal, or a compass home, where there is none."""
    numbers = [str(word) for word in words if isinstance(word, int)]
    if len(numbers) == 3:
        if scene.sudo:
            return " ".join(numbers)
        plan.refuse("travel", " ".join(numbers))
        return None
    for word in words:
        if name := name_at(word, scene.people):
            if name in scene.online:
                return quoted(name)
            plan.refuse("absent", name)
            return None
    if _SPAWN.intersection(words):
        if scene.spawn:
            return " ".join(str(round(axis)) for axis in scene.spawn)
        plan.refuse("spawn")
        if scene.player:
            plan.add(f"give {quoted(scene.player)} minecraft:compass 1")
        return None
    if _HERE.intersection(words) and scene.player:
        return quoted(scene.player)
    plan.refuse("travel")
    return None


def _gamemode(clause: Clause, scene: Scene, plan: Plan) -> None:
    mode = next((mode for mode in _MODES if mode in clause.words), None)
    if not scene.sudo or mode is None:
        plan.refuse("power", "game mode")
        return
    plan.add(*(f"gamemode {mode} {quoted(who)}" for who in recipients(clause, scene, plan)))


def _difficulty(clause: Clause, scene: Scene, plan: Plan) -> None:
    level = next((level for level in _DIFFICULTIES if level in clause.words), None)
    if not scene.sudo or level is None:
        plan.refuse("server", "difficulty")
        return
    plan.add(f"difficulty {level}")


def _clock(clause: Clause, scene: Scene, plan: Plan) -> None:
    tick = next((word for word in clause.words if isinstance(word, int)), None)
    if scene.sudo and tick is not None and tick < 24_000:
        plan.add(f"time set {tick}")


def _harm(clause: Clause, scene: Scene, plan: Plan) -> None:
    """Refuse what is aimed at people; against monsters, help."""
    if clause.names or clause.everyone or _PEOPLE.intersection(clause.words):
        plan.refuse("harm")
        return
    for who in recipients(clause, scene, plan):
        plan.add(*(command.format(who=quoted(who)) for command in by_name()["strength"].commands))


def absent(prayer: str, scene: Scene) -> tuple[str, ...]:
    """Return the names that stand where a player's would, but are nobody's who is online."""
    present = {name.casefold() for name in scene.online} | _SPAWN | _PEOPLE | THINGS.keys() | by_phrase().keys()
    named = [found[1] for found in _SOMEBODY.finditer(prayer[:LONGEST])]
    return tuple(dict.fromkeys(name for name in named if name.casefold() not in present))


ACTS: dict[str, Callable[[Clause, Scene, Plan], None]] = {
    "gamemode": _gamemode,
    "difficulty": _difficulty,
    "clock": _clock,
    "harm": _harm,
}
