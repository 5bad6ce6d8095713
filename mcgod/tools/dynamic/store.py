"""The slots of dynamic content in a file.

    dynamic/slots.json
    {"v":1,"enabled":true,
     "items":[{"slot":1,"active":true,"name":"Wand","material_item":"minecraft:stick","throwable":false}],
     "blocks":[{"slot":1,"active":true,"name":"Ice","material_block":"minecraft:ice","friction":0.98}],
     "fluids":[{"slot":1,"active":true,"name":"Ink","material_fluid":"minecraft:water","color":"#101020"}]}

The shape is the in-game agent mod's own, with a version. What is not
understood stays in the file as it came.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, Busy, NotFound, Refused, StoreFailed
from mcgod.tools.dynamic.slots import KINDS, Slot, from_json

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mcgod.tools.dynamic.slots import Kind

VERSION = 1


class Slots:
    """The slots in ``path``, which need not exist yet."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def enabled(self) -> bool:
        """Whether slots may be changed; the file says so. Raises StoreFailed or BadInput."""
        return self._read().get("enabled") is not False

    def active(self, kind: Kind) -> list[Slot]:
        """Return the active slots of a kind, by number. Raises StoreFailed or BadInput."""
        return _active(self._read(), kind)

    def find(self, kind: Kind, number: int) -> Slot | None:
        """Return one slot; None where it is not active. Raises StoreFailed or BadInput."""
        return next((slot for slot in self.active(kind) if slot.number == number), None)

    def get(self, kind: Kind, number: int) -> Slot:
        """Return one active slot. Raises NotFound that tells which there are."""
        if found := self.find(kind, number):
            return found
        there = ", ".join(str(slot.number) for slot in self.active(kind))
        raise NotFound(
            f"slot: {kind.name} {number} is not active",
            hint=f"active are {there}" if there else f"register-dynamic-{kind.name} makes one",
        )

    def check_enabled(self) -> None:
        """Raise Refused where the file says that slots are not to be changed."""
        if not self.enabled:
            raise Refused("dynamic content is switched off", hint=f'set "enabled" to true in {self._path}')

    def put(self, slot: Slot, before: Slot | None, write: Callable[[], None]) -> None:
        """Call ``write``, which makes the slot's files, and then record the slot.

        ``before`` is what the slot held when it was looked at. Raises Busy
        when it holds something else by now, and whatever ``write`` raises; then
        nothing is recorded.
        """
        self._change(slot, before, write, slot.to_json())

    def clear(self, slot: Slot, write: Callable[[], None]) -> None:
        """Call ``write``, which removes the slot's files, and then forget the slot. Raises Busy, as ``put`` does."""
        self._change(slot, slot, write, None)

    def _change(self, slot: Slot, before: Slot | None, write: Callable[[], None], entry: dict[str, Any] | None) -> None:
        fsio.make_folder(self._path.parent)
        with fsio.locked(self._path.with_suffix(".lock")):
            raw = self._read()
            kind, number = slot.kind, slot.number
            if next((one for one in _active(raw, kind) if one.number == number), None) != before:
                raise Busy(f"slot: somebody else has just changed {kind.name} {number}", hint="try again")
            write()
            kept = [one for one in raw.get(kind.plural, []) if not _holds(one, kind, number)]
            raw[kind.plural] = [*kept, entry] if entry else kept
            fsio.replace_file(self._path, jsonl.document({"v": VERSION, "enabled": True, **raw}))

    def _read(self) -> dict[str, Any]:
        try:
            raw = json.loads(self._path.read_bytes())
        except FileNotFoundError:
            return {kind.plural: [] for kind in KINDS.values()}
        except OSError as error:
            raise StoreFailed(f"cannot read {self._path}: {error.strerror}") from error
        except (ValueError, RecursionError):
            raw = None
        if isinstance(raw, dict) and isinstance(raw.get("v"), int) and raw["v"] > VERSION:
            raise BadInput(f"{self._path} is of version {raw['v']}, written by a newer mcgod", hint="update mcgod")
        if not isinstance(raw, dict) or not all(isinstance(raw.get(one.plural, []), list) for one in KINDS.values()):
            aside = fsio.set_aside(self._path)
            raise BadInput(
                f"{self._path} did not parse and was set aside as {aside.name}", hint="mend it and put it back"
            )
        return raw


def _holds(one: Any, kind: Kind, number: int) -> bool:
    """Tell whether an entry of the file is that slot, be it active or empty; one that is not understood is none."""
    if found := from_json(kind, one):
        return found.number == number
    empty = isinstance(one, dict) and one.get("active") is False
    return empty and type(one.get("slot")) is int and one["slot"] == number


def _active(raw: dict[str, Any], kind: Kind) -> list[Slot]:
    """Return the active slots of a record, by number; of one that stands twice the first counts."""
    found: dict[int, Slot] = {}
    for one in raw.get(kind.plural, []):
        if slot := from_json(kind, one):
            found.setdefault(slot.number, slot)
    return [found[number] for number in sorted(found)]
