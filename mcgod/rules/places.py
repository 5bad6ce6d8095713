"""Rules on where. Each returns what is wrong, or None."""

from __future__ import annotations

from math import ceil, isfinite
from typing import TYPE_CHECKING, Any

from mcgod.rules.catalogue import rule

if TYPE_CHECKING:
    from mcgod.grammar.spans import Span
    from mcgod.rules.seen import Seen

# Commands that bring somebody somewhere, or say where somebody wakes: bounded by the world, not by distance.
_JOURNEYS = frozenset({"setworldspawn", "spawnpoint", "teleport", "worldborder", "spreadplayers"})
_OVERWORLD = "minecraft:overworld"


@rule("blank-argument", "place", "write every coordinate and name")
def blank(seen: Seen) -> str | None:
    """A coordinate left out between two blanks is 0 to the game, and a name left out is one; nobody means that."""
    for span in seen.spans("coordinates", "column", "rotation") if "  " in seen.text else ():
        if "  " in seen.text[max(span.start - 1, 0) : span.end + 1]:
            return "a coordinate"
    return "a name" if any(span.start == span.end for span in seen.spans("score_holder", "player")) else None


@rule("relative-place", "place", "give absolute coordinates, or put it behind execute at a player")
def anchored(seen: Seen) -> str | None:
    """Relative coordinates need somebody to stand there; RCON itself stands at the world's spawn."""
    stands = False
    for span in seen.match.spans:
        if span.kind == "coordinates":
            if _relative(span) and not stands:
                return "~ from RCON is the world's spawn"
            stands |= seen.before(span) == "positioned"
        elif span.start < seen.match.inner_at:
            stands |= seen.before(span) == "at" or seen.text[: span.start].endswith("positioned as ")
    return None


@rule("distance-cap", "place", "stay near the player")
def distance(seen: Seen) -> str | None:
    """What is changed lies near the player; so do offsets, one after the other, whatever they are for."""
    here, most = seen.context.position, seen.policy.distance
    for spot in seen.spots:
        away = spot.steps
        if here is not None and seen.family not in _JOURNEYS:
            away = max(away, *(abs(at - here["xyz".index(axis)]) for axis, at in spot.known()), 0.0)
        if not away <= most:  # also where it is no number
            return f"{away:.0f} blocks away, at most {most}"
    span = seen.inner("maxRange")
    return f"{span.value:.0f} blocks away, at most {most}" if span and not span.value <= most else None


@rule("beyond-the-border", "place", "stay within the world")
def border(seen: Seen) -> str | None:
    """No place lies beyond the world's border, or far above and below it; nobody is brought into the void."""
    if not seen.spots:
        return None
    edge, (low, high) = seen.policy.border, _heights(seen)
    for spot in seen.spots:
        for axis, at in spot.known():
            if axis == "y" and not low <= at <= high:
                return f"y {at:.0f}"
            if axis != "y" and not abs(at) <= edge:
                return f"{axis} {at:.0f}"
        if seen.family == "teleport" and spot.sinks() > _DEEPEST_STEP:
            return f"{spot.sinks():.0f} blocks down, which may lie below the world"
    return None


_DEEPEST_STEP = 64  # blocks; from the sea's surface that ends above the bottom of every world


@rule("volume-cap", "place", "change fewer blocks")
def volume(seen: Seen) -> str | None:
    """No more blocks at once than the mode allows."""
    first, second = seen.inner("from", "begin"), seen.inner("to", "end")
    if not first or not second or first.kind != "coordinates" or second.kind != "coordinates":
        return None
    size = seen.times
    for axis in "xyz":
        one, two = first.value[axis], second.value[axis]
        if one["mode"] != two["mode"] or one["mode"] == "local":
            return "one corner absolute and one relative"
        side = abs(one["value"] - two["value"])
        if not isfinite(side):
            return "no end of blocks"
        size *= ceil(side) + 1
    return f"{size} blocks, at most {seen.policy.volume}" if size > seen.policy.volume else None


def _heights(seen: Seen) -> tuple[int, int]:
    """Return the lowest and highest y; where somebody is brought there it is the world's own, for a god at least."""
    if seen.family != "teleport":
        return -128, 1024
    elsewhere = any(span.value != _OVERWORLD for span in seen.spans("dimension"))
    low, high = (-64, 320) if seen.since(1, 18) and not elsewhere else (0, 256)
    return low, high if seen.context.is_god else 1024


def _relative(span: Span) -> bool:
    parts: list[Any] = [part for part in span.value.values() if isinstance(part, dict)]
    return any(part["mode"] != "absolute" for part in parts)
