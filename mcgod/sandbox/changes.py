"""What differs between two states of a sandbox, in words. Pure."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

State = dict[str, Any]


def changes(before: State, after: State) -> list[str]:
    """Return one line for each thing that a player would notice, world first."""
    return [*_world(before, after), *_players(before["players"], after["players"]), *_creatures(before, after)]


def _world(before: State, after: State) -> Iterator[str]:
    for key, what in (("daytime", "time of day"), ("weather", "weather"), ("difficulty", "difficulty")):
        if before[key] != after[key]:
            yield f"{what}: {before[key]} -> {after[key]}"
    if before["blocks"] != after["blocks"]:
        yield f"blocks: {len(before['blocks'])} -> {len(after['blocks'])} set"


def _players(before: State, after: State) -> Iterator[str]:
    for name, now in after.items():
        then = before.get(name)
        if then is None:
            yield f"{name} is new here"
            continue
        yield from (f"{name}'s {line}" for line in _belongings(then["inventory"], now["inventory"]))
        for effect in sorted(now["effects"].keys() - then["effects"].keys()):
            yield f"{name}'s effects: + {effect}, {now['effects'][effect]['ticks'] // 20} seconds"
        for effect in sorted(then["effects"].keys() - now["effects"].keys()):
            yield f"{name}'s effects: - {effect}"
        for key in ("position", "health", "food", "levels", "gamemode"):
            if then[key] != now[key]:
                yield f"{name}'s {key}: {_short(then[key])} -> {_short(now[key])}"


def _belongings(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    then, now = _counted(before), _counted(after)
    for item in sorted(then.keys() | now.keys()):
        if difference := now[item] - then[item]:
            yield f"inventory: {difference:+d} {item}"


def _counted(inventory: Mapping[str, Any]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for stack in inventory.values():
        counted[stack["id"]] += stack["count"]
    return counted


def _creatures(before: State, after: State) -> Iterator[str]:
    for uuid in after["entities"].keys() - before["entities"].keys():
        creature = after["entities"][uuid]
        yield f"a {creature['type']} at {_short(creature['position'])}"


def _short(value: Any) -> str:
    return " ".join(f"{number:g}" for number in value) if isinstance(value, list) else str(value)
