"""Rewrites of particles: ``dust 1 0 0 1`` until 1.20.4 <-> ``dust{color:[1.0,0.0,0.0],scale:1.0}`` since 1.20.5."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.grammar import snbt
from mcgod.grammar.dialect import Dialect
from mcgod.grammar.errors import Misread
from mcgod.grammar.naming import spelling
from mcgod.grammar.reader import Reader
from mcgod.rules.repairs import notation
from mcgod.rules.repairs.notation import Typed
from mcgod.rules.repairs.pieces import dialect, innermost

if TYPE_CHECKING:
    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

_PARTICLE = re.compile(r"particle (?:minecraft:)?([a-z_]+)(?= |\{|\Z)")
_NUMBER = r"-?\d*\.?\d+"
_OLD_DUST = re.compile(rf" ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER})(?= |\Z)")
_OLD_FADE = re.compile(rf" ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER}) ({_NUMBER})(?= |\Z)")
_OLD_THING = re.compile(r" (?:minecraft:)?([A-Za-z_]+)(?:\[([a-z0-9_=,]*)\])?(?= |\Z)")
_BLOCKS = ("block", "block_marker", "falling_dust", "dust_pillar")


def particle_options(command: str, seen: Match, context: Context) -> str:
    """``dust 1 0 0 1`` <-> ``dust{color:[1.0,0.0,0.0],scale:1.0}``, ``block stone`` <-> ``block{block_state:…}``."""
    head, body = innermost(command, seen)
    found = _PARTICLE.match(body)
    if not found:
        return command
    name, rest = found[1], body[found.end() :]
    if dialect(context).components:
        made = _new(name, rest, context) if rest[:1] == " " else None
    else:
        made = _old(name, rest, context) if rest[:1] == "{" else None
    return f"{head}{found[0]}{made}" if made is not None else command


def _new(name: str, rest: str, context: Context) -> str | None:
    """Turn what follows the name of a particle into ``{options} …``; None where nothing fits."""
    if name == "dust" and (found := _OLD_DUST.match(rest)):
        options: dict[str, Any] = {"color": _floats(found.groups()[:3]), "scale": _float(found[4])}
    elif name == "dust_color_transition" and (found := _OLD_FADE.match(rest)):
        numbers = found.groups()
        options = {"from_color": _floats(numbers[:3]), "to_color": _floats(numbers[4:]), "scale": _float(numbers[3])}
    elif name in (*_BLOCKS, "item") and (found := _OLD_THING.match(rest)):
        kind = "item" if name == "item" else "block"
        thing = spelling.meant(kind, found[1], context.registry)
        if not thing:
            return None
        if found[2]:
            states = {key: value for key, _, value in (pair.partition("=") for pair in found[2].split(","))}
            options = {"block_state": {"Name": f"minecraft:{thing}", "Properties": states}}
        else:
            options = {"item" if kind == "item" else "block_state": f"minecraft:{thing}"}
    else:
        return None
    return notation.snbt(options) + rest[found.end() :]


def _old(name: str, rest: str, context: Context) -> str | None:
    """Turn ``{options} …`` into what stood there until 1.20.4; None where nothing fits."""
    reader = Reader(rest, Dialect("26.1", context.registry))
    try:
        options = snbt.read_compound(reader)
    except Misread:
        return None
    match name, options:
        case "dust", {"color": [red, green, blue]}:
            words = [red, green, blue, options.get("scale", 1.0)]
        case "dust_color_transition", {"from_color": [*one], "to_color": [*other]}:
            words = [*one, options.get("scale", 1.0), *other]
        case "item", {"item": {"id": str(thing)}} | {"item": str(thing)}:
            words = [thing]
        case _, {"block_state": {"Name": str(thing)} as state}:
            states = ",".join(f"{key}={value}" for key, value in state.get("Properties", {}).items())
            words = [thing + (f"[{states}]" if states else "")]
        case _, {"block_state": str(thing)}:
            words = [thing]
        case _:
            return None
    return "".join(f" {word}" for word in words) + rest[reader.cursor :]


def _floats(numbers: tuple[str, ...]) -> list[Typed]:
    return [_float(number) for number in numbers]


def _float(number: str) -> Typed:
    return Typed(number if "." in number else f"{number}.0")
