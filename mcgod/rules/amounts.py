"""Rules on how much, how long and how strong. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules.catalogue import rule
from mcgod.rules.crowds import DEADLY, effect_name
from mcgod.rules.potions import enchantments, inner_effects, potion_names

if TYPE_CHECKING:
    from mcgod.rules.seen import Seen

_TICKS = 20  # a second
_DAY = 24_000  # ticks
_SAFE_FALL = 20  # blocks; 23 kill a player without armour
_LOUDEST = 16  # times the 16 blocks that a sound is heard


@rule("count-cap", "amount", "ask for less")
def count(seen: Seen) -> str | None:
    """No more items, or particles, at once than the mode allows."""
    span = seen.inner("count", "maxCount")
    return _above(span.value * seen.times, seen.policy.items) if span and span.kind == "integer" else None


@rule("duration-cap", "amount", "make it shorter")
def duration(seen: Seen) -> str | None:
    """Effects, weather, titles and leaps in time end within what the mode allows; `infinite` never ends."""
    if seen.family == "effect" and "infinite" in seen.match.inner_path:
        return "infinite"
    most = seen.policy.seconds
    seconds = seen.inner("seconds")
    if seconds and (wrong := _above(seconds.value, most)):
        return f"{wrong} seconds"
    for span in seen.inner_spans:
        # Before 1.19.4 a weather had a number of seconds, since then a time in ticks.
        ticks = span.value if span.kind == "time" else span.value * _TICKS if span.name == "duration" else 0
        if seen.family == "weather" and ticks > most * _TICKS:
            return "the weather"
        if seen.family == "title" and span.kind in ("integer", "time") and span.value > most * _TICKS:
            return "the title"
        if seen.family == "time" and span.kind == "time" and ticks > max(_DAY, most * _TICKS):
            return f"{ticks} ticks"
    return _inner_duration(seen)


@rule("amplifier-cap", "amount", "make it weaker")
def amplifier(seen: Seen) -> str | None:
    """No effect is stronger than the mode allows, given by command or in a god's potion; 0 is the first level."""
    span = seen.inner("amplifier")
    if span and (wrong := _above(span.value, seen.policy.amplifier)):
        return wrong
    if not seen.context.is_god:
        return None
    for effect in inner_effects(seen):
        # A byte below zero is one above 127 to the game.
        if not 0 <= effect.amplifier <= seen.policy.amplifier:
            return f"{effect.amplifier:.0f}, at most {seen.policy.amplifier}"
    return None


@rule("enchantment-cap", "amount", "choose a lower level")
def enchantment(seen: Seen) -> str | None:
    """No enchantment is higher than the mode allows, given by command or on an item."""
    registry, cap = seen.context.registry, seen.policy.enchantment
    for name, level in enchantments(seen):
        most = cap or registry.max_level(name) or 1
        if not level <= most:
            return f"{name} {level:.0f}, at most {most}"
    return None


@rule("experience-cap", "amount", "ask for less experience")
def experience(seen: Seen) -> str | None:
    """No more experience at once than the mode allows."""
    span = seen.inner("amount") if seen.family == "experience" else None
    if not span:
        return None
    return _above(span.value, seen.policy.levels if "levels" in seen.match.inner_path else seen.policy.points)


@rule("loudness-cap", "amount", "play it less loud")
def loudness(seen: Seen) -> str | None:
    """No sound is heard far beyond the place where it is played."""
    span = seen.inner("volume") if seen.family == "playsound" else None
    return f"{span.value:g}, at most {_LOUDEST}" if span and not span.value <= _LOUDEST else None


@rule("takes-away", "amount", "give something instead")
def takes(seen: Seen) -> str | None:
    """Where a mode only gives, nothing is taken: no items, no experience, no scores, no life."""
    if seen.policy.takes:
        return None
    if seen.family in ("clear", "kill", "damage"):
        return seen.family
    given = {effect_name(seen), *(effect.name for effect in inner_effects(seen))}
    if deadly := next(iter(given & DEADLY), None):
        return deadly
    if effect_name(seen) == "levitation" and _rise(seen) > _SAFE_FALL:
        return "levitation, which ends in a fall,"
    path, span = seen.match.inner_path, seen.inner("amount")
    if seen.family == "experience" and (path[1:2] == ("set",) or (span and span.value < 0)):
        return "experience"
    return None


@rule("not-benevolent", "amount", "on this occasion only gifts are allowed")
def benevolent(seen: Seen) -> str | None:
    """Where a mode is benevolent no effect, potion or enchantment may harm; what is not known to help is refused."""
    if seen.policy.harms:
        return None
    given = [effect_name(seen) or "speed", *(effect.name for effect in inner_effects(seen))]
    if harmful := next((name for name in given if name not in _HELPFUL), None):
        return harmful
    if potion := next((name for name in potion_names(seen) if name not in _HELPFUL_POTIONS), None):
        return potion
    return next((name for name, _ in enchantments(seen) if name.endswith("_curse")), None)


_HELPFUL = frozenset({
    "absorption", "breath_of_the_nautilus", "conduit_power", "dolphins_grace", "fire_resistance", "glowing", "haste",
    "health_boost", "hero_of_the_village", "instant_health", "invisibility", "jump_boost", "luck", "night_vision",
    "regeneration", "resistance", "saturation", "slow_falling", "speed", "strength", "water_breathing",
})  # fmt: skip
_HELPFUL_POTIONS = frozenset({
    "awkward", "empty", "fire_resistance", "healing", "invisibility", "leaping", "luck", "mundane", "night_vision",
    "regeneration", "slow_falling", "strength", "swiftness", "thick", "water", "water_breathing",
})  # fmt: skip


def _rise(seen: Seen) -> float:
    """Return how many blocks a levitation lifts: 0.9 a second for each level."""
    seconds, strength = seen.inner("seconds"), seen.inner("amplifier")
    return 0.9 * (seconds.value if seconds else 30) * (1 + (strength.value if strength else 0))


def _inner_duration(seen: Seen) -> str | None:
    """Say how long an effect inside a god's potion lasts when that is too long; below zero it never ends."""
    most = seen.policy.seconds * _TICKS
    too_long = (effect.duration for effect in inner_effects(seen) if not 0 <= effect.duration <= most)
    found = next(too_long, None) if seen.context.is_god else None
    return None if found is None else f"an effect of {found:.0f} ticks"


def _above(value: int, most: int) -> str | None:
    return f"{value}, at most {most}" if value > most else None
