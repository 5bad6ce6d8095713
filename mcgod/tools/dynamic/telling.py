"""What is said of dynamic content: what a change came to, what there is, and what may be said of it. Pure."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.tools.dynamic.properties import TABLE
from mcgod.tools.dynamic.slots import KINDS, MOST
from mcgod.tools.port import ToolResult

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcgod.grammar.dialect import Dialect
    from mcgod.tools.dynamic.making import Made
    from mcgod.tools.dynamic.properties import Property
    from mcgod.tools.dynamic.slots import Kind, Slot


def told(slot: Slot, made: Made, written: list[str], *, new: bool, dry_run: bool) -> ToolResult:
    """Return the result of a slot that was filled or changed."""
    word = "registered" if new else "updated"
    lines = [f"{f'would have {word}' if dry_run else word}: {line(slot)}"]
    lines += [f"{name}: {why}" for name, why in made.unmet.items()]
    lines += [f"note: {note}" for note in made.notes]
    lines += [f"{'would write' if dry_run else 'wrote'} {path}" for path in written]
    functions = {"give": f"mcgod:{slot.path}"}
    if len(written) > 1:
        functions |= {verb: f"mcgod:{slot.path}/{verb}" for verb in ("place", "remove")}
    lines.append("reload-game makes it count; then, run as a player:")
    lines += [f"  /execute as NAME run function {name}  ({_VERBS[verb]})" for verb, name in functions.items()]
    if not new:
        lines.append("what players have already, and what stands in the world, stays as it is")
    data = {
        "id": slot.id,
        "type": slot.kind.name,
        "slot": slot.to_json(),
        "item": made.item,
        "functions": functions,
        "written": written,
        "not_without_a_mod": made.unmet,
        "notes": made.notes,
        "dry_run": dry_run,
    }
    return ToolResult("\n".join(lines), data)


_VERBS = {
    "give": "gives one",
    "place": "puts one down in front of the player",
    "remove": "takes the nearest away",
}


def told_gone(slot: Slot, removed: list[str], left: list[str], *, dry_run: bool) -> ToolResult:
    """Return the result of a slot that was emptied."""
    lines = [f"{'would have unregistered' if dry_run else 'unregistered'}: {line(slot)}"]
    lines += [f"{'would remove' if dry_run else 'removed'} {path}; a backup is kept" for path in removed]
    lines += [f"left {path}: somebody has written it anew" for path in left]
    lines.append("reload-game makes it count; what players have already stays as it is")
    if slot.kind.name == "block":
        lines.append(f"displays that still stand have the tag mcgod.{slot.tag}, each in a barrier")
    return ToolResult("\n".join(lines), {"id": slot.id, "removed": removed, "left": left, "dry_run": dry_run})


def line(slot: Slot) -> str:
    """Return a slot on one line: its id, name, material, and what else was said of it."""
    more = "".join(f" {key}={json.dumps(value, ensure_ascii=False)}" for key, value in slot.properties.items())
    name = json.dumps(slot.name, ensure_ascii=False)
    return f"slot {slot.number} {slot.id} {name} {slot.kind.material}={slot.material}{more}"


def content(slots: dict[str, list[Slot]], *, enabled: bool) -> ToolResult:
    """Return the active slots of every kind; ``slots`` has them by the kind's name."""
    lines = [] if enabled else ["dynamic content is switched off: what there is stays, and nothing can be changed"]
    for kind in KINDS.values():
        lines.append(f"{kind.plural}: {len(slots[kind.name])}/{MOST} active")
        lines += [f"  {line(slot)}" for slot in slots[kind.name]]
    data = {kind.plural: [{**slot.to_json(), "id": slot.id} for slot in slots[kind.name]] for kind in KINDS.values()}
    return ToolResult("\n".join(lines), {"enabled": enabled, **data})


def properties(kinds: Iterable[Kind], version: str, dialect: Dialect) -> ToolResult:
    """Return every property of ``kinds``, with its range, its default, and whether it works without a mod."""
    lines, data = [f"on Minecraft {version}, without a mod:"], {}
    for kind in kinds:
        lines.append(f"{kind.plural}:")
        rows: dict[str, Any] = {}
        for name, one in TABLE[kind.name].items():
            rows[name] = {"range": one.range, "default": one.usual, "works": _works(one, dialect)}
            usual = f"; default {one.usual}" if one.usual else ""
            lines.append(f"  {name} ({one.range}{usual}): {rows[name]['works']}")
        data[kind.name] = rows
    return ToolResult("\n".join(lines), data)


def _works(one: Property, dialect: Dialect) -> str:
    note = f" ({one.note})" if one.note else ""
    return f"{one.limit(dialect) or 'works'}{note}"
