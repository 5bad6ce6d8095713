"""Rules on where. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.rules.catalogue import rule

if TYPE_CHECKING:
    from mcgod.grammar.spans import Span
    from mcgod.rules.seen import Seen

# Commands that bring somebody somewhere, or say where somebody wakes: bounded by the world, not by distance.
_JOURNEYS = frozenset({"setworldspawn", "spawnpoint", "teleport", "worldborder", "spreadplayers"})


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
    """What is changed lies near the player; so do offsets, whatever they are for."""
    here, most = seen.context.position, seen.policy.distance
    for span in seen.spans("coordinates"):
        for axis, name in enumerate("xyz"):
            part = span.value.get(name)
            if not isinstance(part, dict):
                continue
            if part["mode"] != "absolute":
                away = abs(part["value"])
            elif here is None or seen.family in _JOURNEYS:
                continue
            else:
                away = abs(part["value"] - here[axis])
            if away > most:
                return f"{away:.0f} blocks away, at most {most}"
    return None


@rule("beyond-the-border", "place", "stay within the world")
def border(seen: Seen) -> str | None:
    """No place lies beyond the world's border, or far above and below it."""
    for span in seen.spans("coordinates", "column"):
        for name in "xz":
            part = span.value.get(name)
            if isinstance(part, dict) and part["mode"] == "absolute" and abs(part["value"]) > seen.policy.border:
                return f"{name} {part['value']:.0f}"
        height = span.value.get("y")
        if isinstance(height, dict) and height["mode"] == "absolute" and not -128 <= height["value"] <= 1024:
            return f"y {height['value']:.0f}"
    return None


@rule("volume-cap", "place", "change fewer blocks")
def volume(seen: Seen) -> str | None:
    """No more blocks at once than the mode allows."""
    first, second = seen.inner("from", "begin"), seen.inner("to", "end")
    if not first or not second or first.kind != "coordinates" or second.kind != "coordinates":
        return None
    size = 1.0
    for axis in "xyz":
        one, two = first.value[axis], second.value[axis]
        if one["mode"] != two["mode"] or one["mode"] == "local":
            return "one corner absolute and one relative"
        size *= abs(int(one["value"]) - int(two["value"])) + 1
    return f"{size:.0f} blocks, at most {seen.policy.volume}" if size > seen.policy.volume else None


def _relative(span: Span) -> bool:
    parts: list[Any] = [part for part in span.value.values() if isinstance(part, dict)]
    return any(part["mode"] != "absolute" for part in parts)
