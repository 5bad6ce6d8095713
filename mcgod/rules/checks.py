"""The rules on one argument, one small function each, by kind of argument. Pure.

Each takes the argument's text, the whole command and the context, and raises
Rejection with its reason code when the rule is broken.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from mcgod.names import in_command
from mcgod.rules.policy import FORBIDDEN_ENTITIES, FORBIDDEN_ITEMS, HARMFUL_EFFECTS
from mcgod.rules.verdict import Rejection

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.rules.forms import Command
    from mcgod.rules.policy import Context

    Check = Callable[[str, Command, Context], None]

_NUMBER = re.compile(r"-?\d{1,9}\Z")
_COORDINATE = re.compile(r"(~)?(-?\d{1,8}(?:\.\d{1,6})?)?\Z")
_COMPONENT_KEYS = frozenset({"text", "color", "bold", "italic", "underlined", "strikethrough", "obfuscated", "extra"})
_WORLD_EDGE = 29_999_984  # blocks; beyond it the game refuses


def target(text: str, _command: Command, context: Context) -> None:
    """Require the praying player as target; where the policy opens it, any online player or everybody."""
    if text.startswith("@"):
        if text != "@a" or not context.policy.others:
            raise Rejection("target-selector", text)
        return
    place(text, _command, context)
    if not context.policy.others and context.player is not None and text != in_command(context.player):
        raise Rejection("target-other", text)


def place(text: str, _command: Command, context: Context) -> None:
    """Require a player that somebody is sent to, or that a target names: one who is online."""
    if text.startswith("@"):
        raise Rejection("target-selector", text)
    if context.online is not None and text not in {in_command(name) for name in context.online}:
        raise Rejection("target-offline", text)
    if context.online is None and not re.fullmatch(r'[A-Za-z0-9_.+-]{1,32}|"[^"\\]{1,32}"', text):
        raise Rejection("target-offline", text)


def item(text: str, _command: Command, context: Context) -> None:
    """Require an item of this version, without data, that may be given at all."""
    _known(text, "item", context)
    if _bare(text) in FORBIDDEN_ITEMS or text.endswith("_spawn_egg"):
        raise Rejection("forbidden-thing", text)


def block(text: str, _command: Command, context: Context) -> None:
    """Require a block of this version; properties may stand in brackets."""
    name, _, states = text.partition("[")
    _known(name, "block", context)
    if _bare(name) in FORBIDDEN_ITEMS:
        raise Rejection("forbidden-thing", name)
    known = context.registry.states(name)
    for pair in filter(None, states.removesuffix("]").split(",")):
        key, _, value = pair.partition("=")
        if value not in known.get(key, ()):
            raise Rejection("wrong-form", f"{name} has no {pair}")


def effect(text: str, _command: Command, context: Context) -> None:
    """Require an effect of this version; on occasions for gifts a kind one."""
    _known(text, "mob_effect", context)
    if context.policy.benevolent and _bare(text) in HARMFUL_EFFECTS:
        raise Rejection("not-benevolent", text)


def enchantment(text: str, _command: Command, context: Context) -> None:
    """Require an enchantment of this version."""
    _known(text, "enchantment", context)


def entity(text: str, _command: Command, context: Context) -> None:
    """Require a creature of this version that is not a weapon."""
    _known(text, "entity_type", context)
    if _bare(text) in FORBIDDEN_ENTITIES:
        raise Rejection("forbidden-thing", text)


def count(text: str, _command: Command, context: Context) -> None:
    """Require a number of items within the cap."""
    _number(text, 1, context.policy.count, "count-cap")


def seconds(text: str, _command: Command, context: Context) -> None:
    """Require a duration within the cap; for ever is never within it."""
    _number(text, 1, context.policy.seconds, "duration-cap")


def ticks(text: str, _command: Command, _context: Context) -> None:
    """Require a time of day, or a step of it, in ticks."""
    _number(text, 0, 1_000_000, "duration-cap")


def amplifier(text: str, _command: Command, context: Context) -> None:
    """Require an effect's strength within the cap; 0 is the first level."""
    _number(text, 0, context.policy.amplifier, "amplifier-cap")


def level(text: str, _command: Command, _context: Context) -> None:
    """Require a level that an enchantment can have at all; the game knows each one's own."""
    _number(text, 1, 5, "count-cap")


def experience(text: str, _command: Command, context: Context) -> None:
    """Require experience within the cap, and never taken away."""
    _number(text, 1, context.policy.xp, "count-cap")


def coordinate(text: str, _command: Command, context: Context) -> None:
    """Require a coordinate: absolute, or an offset from the player within the distance."""
    found = _COORDINATE.match(text)
    if not found or not text:
        raise Rejection("wrong-form", f"{text} is not a coordinate")
    size = abs(float(found[2] or 0))
    if size > (context.policy.distance if found[1] else _WORLD_EDGE):
        raise Rejection("distance-cap", text)


def component(text: str, _command: Command, _context: Context) -> None:
    """Require a text component with nothing in it but text and its looks."""
    try:
        parsed = json.loads(text)
    except (ValueError, RecursionError):
        raise Rejection("wrong-form", "the text is not JSON") from None
    _harmless(parsed)


def sound(text: str, _command: Command, context: Context) -> None:
    """Require a sound of this version."""
    if not context.registry.has("sound_event", text):
        raise Rejection("wrong-form", f"no sound {text[:60]}")


def source(text: str, _command: Command, _context: Context) -> None:
    """Require the volume slider that a sound belongs to."""
    if text not in (
        "master",
        "music",
        "record",
        "weather",
        "block",
        "hostile",
        "neutral",
        "player",
        "ambient",
        "voice",
    ):
        raise Rejection("wrong-form", f"no sound source {text[:40]}")


def plain(text: str, _command: Command, _context: Context) -> None:
    """Require words for everybody: at most what the game takes, and no selector that it would expand."""
    if len(text) > 256 or re.search(r"@[aeprsn]", text):
        raise Rejection("wrong-form", "at most 256 characters without selectors")


BY_KIND: dict[str, Check] = {
    "TARGET": target,
    "PLACE": place,
    "ITEM": item,
    "BLOCK": block,
    "EFFECT": effect,
    "ENCHANTMENT": enchantment,
    "ENTITY": entity,
    "COUNT": count,
    "SECONDS": seconds,
    "TICKS": ticks,
    "AMPLIFIER": amplifier,
    "LEVEL": level,
    "XP": experience,
    "X": coordinate,
    "Y": coordinate,
    "Z": coordinate,
    "COMPONENT": component,
    "SOUND": sound,
    "SOURCE": source,
    "TEXT": plain,
}


def _known(text: str, kind: str, context: Context) -> None:
    noun = {"item": "item", "block": "block", "entity_type": "entity", "mob_effect": "effect"}.get(kind, kind)
    if "[" in text or "{" in text:
        raise Rejection("wrong-data-syntax", f"{text[:40]}: write the plain {noun}")
    if not context.registry.has(kind, text):
        raise Rejection(f"unknown-{noun}", f"{text[:60]} is no {noun} of {context.registry.version}")


def _number(text: str, least: int, most: int, reason: str) -> None:
    if not _NUMBER.match(text):
        raise Rejection("wrong-form", f"{text[:40]} is not a number")
    if not least <= int(text) <= most:
        raise Rejection(reason, f"{text} is not within {least} to {most}")


def _harmless(part: object, depth: int = 0) -> None:
    if isinstance(part, str):
        return
    if depth > 4 or not isinstance(part, dict | list):
        raise Rejection("wrong-form", "the text is more than text")
    for key in part if isinstance(part, dict) else ():
        if key in ("clickEvent", "click_event"):
            raise Rejection("click-action")
        if key not in _COMPONENT_KEYS:
            raise Rejection("wrong-form", f"no {key} in a text")
    for inner in part if isinstance(part, list) else [part.get("text", ""), *part.get("extra", [])]:
        _harmless(inner, depth + 1)


def _bare(text: str) -> str:
    return text.removeprefix("minecraft:")
