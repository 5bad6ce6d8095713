"""Fill, change and empty the slots of dynamic content: the record, and the functions that make it real."""

from __future__ import annotations

import re
from dataclasses import dataclass
from dataclasses import replace as changed
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadUsage, Refused
from mcgod.game.speech import clean
from mcgod.tools.dynamic import functions
from mcgod.tools.dynamic.making import make
from mcgod.tools.dynamic.slots import LONGEST_NAME, MOST, Slot, kind_of
from mcgod.tools.dynamic.telling import told, told_gone
from mcgod.tools.scripts import place

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from mcgod.grammar.dialect import Dialect
    from mcgod.tools.dynamic.slots import Kind
    from mcgod.tools.dynamic.store import Slots
    from mcgod.tools.port import Context, ToolResult
    from mcgod.tools.scripts.place import Place
    from mcgod.tools.scripts.shelf import Shelf

_AIR = frozenset({"air", "cave_air", "void_air"})
_FLUIDS = ("water", "lava", "flowing_water", "flowing_lava")
_COLOR = re.compile(r"#?([0-9a-fA-F]{6})\Z")
_NO_COLOR = frozenset({"default", "none", "material"})
_HEAD = frozenset({"slot", "name"})


@dataclass(frozen=True, slots=True)
class Changing:
    """The tools that change ``slots``; functions go to ``shelf``, in the game version of ``dialect``."""

    slots: Slots
    shelf: Shelf
    dialect: Dialect

    def register(self, kind: Kind, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Fill a slot, the first free one where none is named. Raises BadUsage, Refused, NotFound, StoreFailed."""
        self.slots.check_enabled()
        slot = Slot(
            kind,
            self._free(kind, given.get("slot")),
            _name(given["name"]),
            self._material(kind, given.get(kind.material, kind.usual)),
            _properties(kind, given),
        )
        return self._write(slot, None, given, context)

    def update(self, kind: Kind, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Change an active slot; what is not given stays. Raises NotFound, and as ``register`` does."""
        self.slots.check_enabled()
        before = self.slots.get(kind, given["slot"])
        properties = {**before.properties, **_properties(kind, given)}
        if given.get("color", "").strip().lower() in _NO_COLOR:
            properties.pop("color", None)
        slot = before._replace(
            name=_name(given["name"]) if "name" in given else before.name,
            material=self._material(kind, given.get(kind.material, before.material)),
            properties=properties,
        )
        return self._write(slot, before, given, context)

    def unregister(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Empty a slot and remove its functions; what was given stays with who has it. Raises NotFound, BadUsage."""
        self.slots.check_enabled()
        slot = self.slots.get(kind_of(given["type"]), given["slot"])
        here = self._place()
        found = [(path, *place.locate(here, path)) for path in functions.paths(slot)]
        there = [(relative, file) for _, relative, file in found if place.read(file, 1) is not None]
        ours = [(relative, file) for relative, file in there if _is_ours(file, slot)]

        def remove() -> None:
            for relative, file in ours:
                self.shelf.drop(here, relative, file)

        if not context.dry_run:
            self.slots.clear(slot, remove)
        left = [here.shown(relative) for relative, file in there if (relative, file) not in ours]
        removed = [here.shown(relative) for relative, _ in ours]
        return told_gone(slot, removed, left, dry_run=context.dry_run)

    def _write(self, slot: Slot, before: Slot | None, given: Mapping[str, Any], context: Context) -> ToolResult:
        here = self._place()
        made = make(slot, self.dialect)
        files = []
        confirm = None if context.dry_run else context.confirm  # nobody is asked about what will not be done
        for path, commands in functions.texts(slot, made, self.dialect).items():
            relative, file = place.locate(here, path)
            if place.read(file, 1) is not None and not _is_ours(file, slot):
                raise Refused(
                    f"{here.shown(relative)} is a script that somebody wrote", hint="move or delete it, or take a slot"
                )
            data = functions.judged(slot, path, commands, context.rules, level=self.shelf.level, confirm=confirm)
            files.append((relative, file, data))

        def write() -> None:
            for relative, file, data in files:
                self.shelf.put(here, relative, file, data)

        if not context.dry_run:
            self.slots.put(slot, before, write)
        if "name" in given and len(_tidy(given["name"])) > LONGEST_NAME:
            made = changed(made, notes=[*made.notes, f"the name is cut at {LONGEST_NAME} characters"])
        written = [here.shown(relative) for relative, _, _ in files]
        return told(slot, made, written, new=before is None, dry_run=context.dry_run)

    def _place(self) -> Place:
        """Return where functions lie, whatever KubeJS does: a slot is made by a data pack. Raises NotFound."""
        return place.find(self.shelf.folder, self.shelf.version, kubejs=False)

    def _free(self, kind: Kind, wanted: int | None) -> int:
        taken = {slot.number: slot for slot in self.slots.active(kind)}
        if wanted is not None:
            if wanted in taken:
                raise Refused(
                    f"slot: {kind.name} {wanted} is taken by {taken[wanted].name}",
                    hint=f"update-dynamic-{kind.name} changes it; without slot the first free one is taken",
                )
            return wanted
        if free := next((number for number in range(1, MOST + 1) if number not in taken), None):
            return free
        raise Refused(
            f"slot: all {MOST} slots for {kind.plural} are taken", hint="unregister-dynamic-content frees one"
        )

    def _material(self, kind: Kind, text: str) -> str:
        """Return the id of a material, with its namespace. Raises BadUsage."""
        space, _, bare = text.strip().lower().rpartition(":")
        known = _FLUIDS if kind.name == "fluid" else None
        if space not in ("", "minecraft"):
            raise BadUsage(f"{kind.material}: {text[:60]!r} is not the game's own", hint=f"such as {kind.usual}")
        if bare in _AIR or not (bare in known if known else self.dialect.registry.has(kind.name, bare)):
            near = f"{' or '.join(known[:2])}" if known else f"such as {kind.usual}"
            raise BadUsage(
                f"{kind.material}: {text[:60]!r} is no {kind.name} of Minecraft {self.shelf.version}", hint=near
            )
        return f"minecraft:{bare}"


def _properties(kind: Kind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the properties that were given, a colour as ``#rrggbb``, or left out. Raises BadUsage."""
    found = {key: value for key, value in given.items() if key not in _HEAD and key != kind.material}
    if "color" in found:
        text = found.pop("color").strip()
        if hit := _COLOR.match(text):
            found["color"] = f"#{hit[1].lower()}"
        elif text.lower() not in _NO_COLOR:
            raise BadUsage(
                f"color: {text[:40]!r} is none", hint="#RRGGBB, such as #3366ff, or default, none or material"
            )
    return found


def _name(text: str) -> str:
    if name := _tidy(text)[:LONGEST_NAME].strip():
        return name
    raise BadUsage("name: it is empty", hint="say what it is called")


def _tidy(text: str) -> str:
    return " ".join(clean(text).split())


def _is_ours(file: Path, slot: Slot) -> bool:
    """Tell whether a function is one that a slot has, rather than a script that somebody put in its place."""
    start = f"{functions.MARK}{slot.id} ".encode()
    return (place.read(file, len(start)) or b"") == start
