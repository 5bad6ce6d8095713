"""Particles: ``dust 1 0 0 1`` until 1.20.4, ``dust{color:[1,0,0],scale:1}`` since 1.20.5.

The value is ``{"id": ..., "options": {...}}``; old options are in it under the new names.
Source: ParticleArgument and the ParticleTypes of the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar import snbt
from mcgod.grammar.arguments.blocks import block_state
from mcgod.grammar.arguments.items import item_stack
from mcgod.grammar.components import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.reader import Reader

_BLOCKS = ("block", "block_marker", "falling_dust", "dust_pillar", "block_crumble")
# The options that a particle cannot do without, since 1.20.5.
_NEEDS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_BLOCKS, ("block_state",)),
    "dust": ("color", "scale"),
    "dust_color_transition": ("from_color", "to_color", "scale"),
    "item": ("item",),
    "entity_effect": ("color",),
    "sculk_charge": ("roll",),
    "shriek": ("delay",),
    "vibration": ("destination", "arrival_in_ticks"),
    "trail": ("target", "color"),
    "tinted_leaves": ("color",),
}


def particle(reader: Reader, _: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Take a particle with its options."""
    start = reader.cursor
    name = reader.id()
    if not reader.dialect.registry.has("particle_type", name):
        raise reader.fail(f"Unknown particle: {name}", start)
    bare = name.removeprefix("minecraft:")
    options = _new(reader, bare) if reader.dialect.components else _old(reader, bare)
    return "particle", {"id": name, "options": options}


def _new(reader: Reader, bare: str) -> dict[str, Any]:
    options = snbt.read_compound(reader) if reader.peek() == "{" else {}
    if missing := [name for name in _NEEDS.get(bare, ()) if name not in options]:
        raise reader.fail(f"Can't parse particle options: No key {missing[0]} in MapLike[{shown(options)}]")
    scale = options.get("scale", 1)
    if bare.startswith("dust") and (not isinstance(scale, int | float) or not 0.01 <= scale <= 4):
        raise reader.fail(f"Can't parse particle options: Value must be within range [0.01;4.0]: {shown(scale)}")
    return options


def _old(reader: Reader, bare: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, read in _OLD.get(bare, ()):
        reader.expect(" ")
        found[name] = read(reader)
    return found


def _numbers(count: int) -> Callable[[Reader], list[float]]:
    def read(reader: Reader) -> list[float]:
        found = [reader.decimal("float")]
        for _ in range(count - 1):
            reader.expect(" ")
            found.append(reader.decimal("float"))
        return found

    return read


def _vibration(reader: Reader) -> list[float]:
    """From 1.17 to 1.18 a vibration also named the place that it came from."""
    return _numbers(3 if reader.dialect.since(1, 19) else 6)(reader)


def _number(reader: Reader) -> float:
    return reader.decimal("float")


def _whole(reader: Reader) -> int:
    return reader.integer()


_OLD: dict[str, tuple[tuple[str, Callable[[Reader], Any]], ...]] = {
    **dict.fromkeys(_BLOCKS, (("block_state", lambda reader: block_state(reader, {})[1]),)),
    "dust": (("color", _numbers(3)), ("scale", _number)),
    "dust_color_transition": (("from_color", _numbers(3)), ("scale", _number), ("to_color", _numbers(3))),
    "item": (("item", lambda reader: item_stack(reader, {})[1]),),
    "sculk_charge": (("roll", _number),),
    "shriek": (("delay", _whole),),
    "vibration": (("destination", _vibration), ("arrival_in_ticks", _whole)),
}
