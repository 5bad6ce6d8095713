"""What commands change in a world, effect by effect, so that other words for the same deed are known as the same. Pure.

Each effect is a line: ``Steve has: +64 minecraft:oak_log``, ``daytime: 14000 -> 1000``. A command that leaves no mark
in the world is an effect in its own words, ``unseen: say hi``: what is only shown or said, what the sandbox does not
play, and what would undo something that no trace holds, such as a poison that a player had.
"""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from mcgod.replay.staged import staged
from mcgod.sandbox import itemdata, snbt
from mcgod.sandbox.reader import Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from mcgod.replay.trace import Stage
    from mcgod.sandbox.still import Still

    State = Mapping[str, Any]

# What is of no account: who is which number, and what the clock counts by itself.
_NAMELESS = frozenset({"address", "entity_id", "name", "uuid"})
_APART = frozenset({"blocks", "entities", "gamerules", "next_entity_id", "objectives", "players"})
_FEW = 8  # blocks of a kind that are named one by one


def came_of(stages: Sequence[Stage], result: Mapping[str, Any], version: str | None = None) -> Counter[str]:
    """Return what the accepted commands of ``result`` (of the shape of ``Rerun.turn``) change where a turn was prayed.

    They run in a world of the turn's game version, or ``version``, in the recorded state. Raises Damaged.
    """
    return played(staged(stages, version), [one["command"] for one in result["verdicts"] if one.get("command")])


def played(still: Still, commands: Iterable[str]) -> Counter[str]:
    """Run ``commands`` in order and return what came of all of them; an effect may be there more than once."""
    first = last = still.state()
    unseen: Counter[str] = Counter()
    for command in commands:
        still.command(command)
        now = still.state()
        unseen[f"unseen: {command}"] += now == last
        last = now
    return effects(first, last) + unseen


def effects(before: State, after: State) -> Counter[str]:
    """Return what differs between two states of a world (``Still.state``), a line each."""
    had, has = dict(_facts(before)), dict(_facts(after))
    names = (name for name in {**had, **has} if had.get(name) != has.get(name))
    lines = Counter(f"{name}: {_told(had.get(name))} -> {_told(has.get(name))}" for name in names)
    for name, now in after["players"].items():
        lines.update(_of_player(name, before["players"].get(name, {"inventory": {}, "effects": {}}), now))
    lines.update(_blocks(before["blocks"], after["blocks"]))
    was, beings = (Counter(map(_being, state["entities"].values())) for state in (before, after))
    lines.update({f"there is {being}": count for being, count in (beings - was).items()})
    lines.update({f"gone is {being}": count for being, count in (was - beings).items()})
    return lines


def _facts(state: State) -> Iterator[tuple[str, Any]]:
    """Yield the name and the value of everything that is one value."""
    yield from ((key, value) for key, value in state.items() if key not in _APART)
    yield from ((f"gamerule {rule}", value) for rule, value in state["gamerules"].items())
    for name, player in state["players"].items():
        apart = {*_NAMELESS, "inventory", "effects"}
        yield from ((f"{name}'s {key}", value) for key, value in player.items() if key not in apart)
    for name, objective in state["objectives"].items():
        yield f"objective {name}", [objective["criterion"], objective["display"], objective["primed"]]
        yield from ((f"score of {who} in {name}", score) for who, score in objective["scores"].items())


def _of_player(name: str, then: State, now: State) -> Iterator[str]:
    had, has = _belongings(then["inventory"]), _belongings(now["inventory"])
    yield from (f"{name} has: {has[item] - had[item]:+d} {item}" for item in {**had, **has} if has[item] != had[item])
    was, feels = then["effects"], now["effects"]
    yield from (f"{name} feels: {one}, {_told(feels[one])}" for one in feels if feels[one] != was.get(one))
    yield from (f"{name} no longer feels: {one}" for one in was if one not in feels)


def _belongings(held: State) -> Counter[str]:
    """Return how many there are of each item; where they lie in the pockets is of no account."""
    counted: Counter[str] = Counter()
    for stack in held.values():
        counted[_item(stack)] += stack["count"]
    return counted


def _item(stack: State) -> str:
    return f"{stack['id']}{_data(itemdata.as_data, stack['components'])}"


def _being(entity: State) -> str:
    """Return a creature in words, but for its UUID, which the dice gave."""
    rest = {key: value for key, value in entity.items() if key not in {"uuid", "type", "position", "data", "item"}}
    told = {key: value for key, value in sorted(rest.items()) if value}
    place = " ".join(f"{axis:g}" for axis in entity["position"])
    item = f" of {entity['item']['count']} {_item(entity['item'])}" if entity["item"] else ""
    return f"{entity['type']}{item} at {place}{_data(snbt.loads, entity['data'])} {_told(told)}"


def _data(read: Callable[[str], Any], text: str) -> str:
    """Return SNBT in one way of writing, so that spaces, quotes and order make no other thing of it."""
    if not text or text == "{}":
        return ""
    try:
        return json.dumps(read(text), ensure_ascii=False, sort_keys=True, default=str)
    except Refusal:
        return text


def _blocks(before: State, after: State) -> Iterator[str]:
    """Yield each block that changed, or how many of a kind did; None is the ground as it was made."""
    for dimension in {**before, **after}:
        then, now = before.get(dimension, {}), after.get(dimension, {})
        changed: dict[str, list[str]] = {}
        for place in {**then, **now}:
            if then.get(place) != now.get(place):
                changed.setdefault(now.get(place) or "the ground", []).append(place)
        for block, places in changed.items():
            if len(places) <= _FEW:
                yield from (f"{dimension} at {place.replace(',', ' ')}: {block}" for place in places)
                continue
            where = sha256("\n".join(sorted(places)).encode()).hexdigest()[:8]
            yield f"{dimension}: {len(places)} blocks of {block} (places {where})"


def _told(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False) if value is not None else "none"
