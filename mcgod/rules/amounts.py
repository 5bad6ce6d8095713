"""Rules on how much, how long and how strong. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules.catalogue import rule

if TYPE_CHECKING:
    from mcgod.rules.seen import Seen

_TICKS = 20  # a second


@rule("count-cap", "amount", "ask for less")
def count(seen: Seen) -> str | None:
    """No more items at once than the mode allows."""
    span = seen.inner("count", "maxCount")
    return _above(span.value, seen.policy.items) if span and span.kind == "integer" else None


@rule("duration-cap", "amount", "make it shorter")
def duration(seen: Seen) -> str | None:
    """Effects and weather end within the time that the mode allows; `infinite` never ends."""
    if seen.family == "effect" and "infinite" in seen.match.inner_path:
        return "infinite"
    seconds = seen.inner("seconds")
    if seconds and (wrong := _above(seconds.value, seen.policy.seconds)):
        return f"{wrong} seconds"
    duration = seen.inner("duration") if seen.family == "weather" else None
    # Before 1.19.4 a number of seconds, since then a time in ticks.
    ticks = duration.value if duration and duration.kind == "time" else duration.value * _TICKS if duration else 0
    return "the weather" if ticks > seen.policy.seconds * _TICKS else None


@rule("amplifier-cap", "amount", "make it weaker")
def amplifier(seen: Seen) -> str | None:
    """No effect is stronger than the mode allows; 0 is the first level."""
    span = seen.inner("amplifier")
    return _above(span.value, seen.policy.amplifier) if span else None


@rule("enchantment-cap", "amount", "choose a lower level")
def enchantment(seen: Seen) -> str | None:
    """No enchantment is higher than the mode allows, given by command or on an item."""
    registry, cap = seen.context.registry, seen.policy.enchantment
    for name, level in _enchantments(seen):
        most = cap or registry.max_level(name) or 1
        if level > most:
            return f"{name} {level}, at most {most}"
    return None


@rule("experience-cap", "amount", "ask for less experience")
def experience(seen: Seen) -> str | None:
    """No more experience at once than the mode allows."""
    span = seen.inner("amount") if seen.family == "experience" else None
    if not span:
        return None
    return _above(span.value, seen.policy.levels if "levels" in seen.match.inner_path else seen.policy.points)


@rule("takes-away", "amount", "give something instead")
def takes(seen: Seen) -> str | None:
    """Where a mode only gives, nothing is taken: no items, no experience, no scores, no life."""
    if seen.policy.takes:
        return None
    if seen.family in ("clear", "kill", "damage"):
        return seen.family
    path, span = seen.match.inner_path, seen.inner("amount")
    if seen.family == "experience" and (path[1:2] == ("set",) or (span and span.value < 0)):
        return "experience"
    return None


@rule("not-benevolent", "amount", "on this occasion only gifts are allowed")
def benevolent(seen: Seen) -> str | None:
    """Where a mode is benevolent no effect may harm."""
    if seen.policy.harms:
        return None
    span = seen.inner("effect")
    name = span.value["id"].removeprefix("minecraft:") if span and isinstance(span.value, dict) else ""
    return name if name in HARMFUL else None


HARMFUL = frozenset({
    "bad_omen", "blindness", "darkness", "hunger", "infested", "instant_damage", "levitation", "mining_fatigue",
    "nausea", "oozing", "poison", "raid_omen", "slowness", "trial_omen", "unluck", "weakness", "weaving",
    "wind_charged", "wither",
})  # fmt: skip


def _above(value: int, most: int) -> str | None:
    return f"{value}, at most {most}" if value > most else None


def _enchantments(seen: Seen) -> list[tuple[str, int]]:
    """Return every enchantment that the command gives, with its level."""
    found = []
    named, level = seen.inner("enchantment"), seen.inner("level")
    if named and level:
        found.append((named.value["id"].removeprefix("minecraft:"), level.value))
    for value in seen.data():
        if not isinstance(value, dict):
            continue
        for key in ("minecraft:enchantments", "minecraft:stored_enchantments"):
            levels = value.get(key)
            levels = levels.get("levels", levels) if isinstance(levels, dict) else {}
            found += [(name.removeprefix("minecraft:"), n) for name, n in levels.items() if isinstance(n, int)]
        for key in ("Enchantments", "StoredEnchantments"):
            for one in value[key] if isinstance(value.get(key), list) else []:
                if isinstance(one, dict) and isinstance(one.get("lvl"), int):
                    found.append((str(one.get("id")).removeprefix("minecraft:"), one["lvl"]))
    return found
