"""Assets: records of what was made in the world, so that it can be found, given and changed later.

    assets/global.json
    {"v":1,"assets":[{"id":"commands-fly","category":"commands","name":"Fly","summary":"","scriptPath":"","details":"",
     "contentId":"","specialItemId":"","specialItemNbt":"","command":"","entityUuid":"","entityDimension":"",
     "entityX":0.0,"entityY":0.0,"entityZ":0.0,"sessionId":"","createdAt":0,"updatedAt":0}]}

The shape is the in-game agent mod's own: one file for the whole server, times
in epoch milliseconds, coordinates only where they are known. Records that are
not understood stay in the file as they came.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, TypeVar

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, BadUsage, NotFound, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from mcgod.store.port import AssetShelf

    Asset = dict[str, Any]

T = TypeVar("T")

VERSION = 1
CATEGORIES = ("entities", "items_blocks_fluids", "special_items", "commands", "game_mechanics")
# Field -> the longest text that it may hold, in characters.
TEXTS = {
    "name": 100,
    "summary": 260,
    "scriptPath": 260,
    "details": 2000,
    "contentId": 64,
    "specialItemId": 64,
    "specialItemNbt": 2000,
    "command": 2000,
    "entityUuid": 36,
    "entityDimension": 64,
    "sessionId": 32,
}
NUMBERS = ("entityX", "entityY", "entityZ")
_OTHER_SPELLINGS = {
    "entities": ("entity", "special_entity", "special_entities"),
    "items_blocks_fluids": (
        "item", "items", "block", "blocks", "fluid", "fluids", "item_block_fluid", "item_block_fluids",
        "dynamic_content",
    ),
    "special_items": ("special_item", "nbt_item", "nbt_items"),
    "commands": ("command",),
    "game_mechanics": ("game_mechanic", "mechanic", "mechanics", "gameplay"),
}  # fmt: skip
_CATEGORY_OF = {other: name for name, others in _OTHER_SPELLINGS.items() for other in (name, *others)}
_LONGEST_ID = 32
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\Z")
_ID = re.compile(r"(?:[a-z0-9_.-]+:)?[a-z0-9_./-]+\Z")


class Assets:
    """The records on ``shelf``; ``clock`` returns epoch seconds."""

    def __init__(self, shelf: AssetShelf, *, clock: Callable[[], float]) -> None:
        self._shelf = shelf
        self._clock = clock

    def listed(self) -> list[Asset]:
        """Return every record that is understood, the last changed first. Raises StoreFailed or BadInput."""
        sound = [
            one for one in self._shelf.read() if isinstance(one.get("id"), str) and one.get("category") in CATEGORIES
        ]
        return sorted(sound, key=lambda one: _number(one.get("updatedAt")), reverse=True)

    def find(self, reference: str) -> Asset:
        """Return the record with that id, else with that name, whatever the case. Raises NotFound."""
        if found := _found(self.listed(), reference):
            return found
        raise NotFound(f"no asset is called {reference[:60]!r}", hint="mcgod asset list")

    def upsert(self, fields: Mapping[str, Any], reference: str = "") -> tuple[Asset, bool]:
        """Add a record, or change the one that ``reference`` or the name in its category means.

        Fields that are not given stay as they are; an empty text clears one.
        Returns the record and whether it is new. Raises BadUsage that names
        the field at fault.
        """
        changes = _checked(fields)
        now = int(self._clock() * 1000)

        def change(kept: list[Asset]) -> tuple[Asset, bool]:
            same = [one for one in kept if one.get("category") == changes.get("category")]
            asset = _found(kept, reference) if reference else _found(same, changes.get("name", ""), by_id=False)
            new = asset is None
            if asset is None:
                asset = _blank(changes, reference, {str(one.get("id")) for one in kept}) | {"createdAt": now}
                kept.append(asset)
            asset.update(changes)
            asset["updatedAt"] = now
            return asset, new

        return self._shelf.update(change)

    def remove(self, reference: str) -> Asset:
        """Forget a record, not the thing itself, and return it. Raises NotFound."""
        found = self.find(reference)

        def change(kept: list[Asset]) -> None:
            kept[:] = [one for one in kept if one.get("id") != found["id"]]

        self._shelf.update(change)
        return found


class AssetFile:
    """The records in the file ``path``; one that does not parse is set aside."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def read(self) -> list[Asset]:
        """Return every record. Raises StoreFailed or BadInput."""
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreFailed(f"cannot read {self._path}: {error.strerror}") from error
        if (records := records_in(data, str(self._path))) is None:
            aside = fsio.set_aside(self._path)
            raise BadInput(f"{self._path} did not parse and was set aside as {aside.name}")
        return records

    def update(self, change: Callable[[list[Asset]], T]) -> T:
        """Change the list under the file's lock, and replace the file."""
        fsio.make_folder(self._path.parent)
        with fsio.locked(self._path.with_suffix(".lock")):
            records = self.read()
            done = change(records)
            fsio.replace_file(self._path, document_of(records))
        return done


def records_in(data: bytes, where: str) -> list[Asset] | None:
    """Return the records of a stored document, None when it does not parse. Raises BadInput for a newer version."""
    try:
        raw = json.loads(data)
    except ValueError:
        return None
    if isinstance(raw, dict) and isinstance(raw.get("v"), int) and raw["v"] > VERSION:
        raise BadInput(f"{where} is of version {raw['v']}, written by a newer mcgod")
    records = raw.get("assets") if isinstance(raw, dict) else None
    return [one for one in records if isinstance(one, dict)] if isinstance(records, list) else None


def document_of(records: list[Asset]) -> bytes:
    """Return the records as the document that is stored."""
    return jsonl.document({"v": VERSION, "assets": records})


def is_uuid(text: object) -> bool:
    """Whether ``text`` is a UUID in lower case."""
    return isinstance(text, str) and bool(_UUID.match(text))


def category_of(text: str) -> str:
    """Return the category that ``text`` means, in any of its spellings. Raises BadUsage."""
    folded = re.sub(r"[\s-]+", "_", text.strip().lower())
    if found := _CATEGORY_OF.get(folded):
        return found
    raise BadUsage(f"category: {text[:40]!r} is none", hint=f"one of {', '.join(CATEGORIES)}")


def _checked(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``fields`` trimmed and held against what each may be. Raises BadUsage."""
    checked: dict[str, Any] = {}
    for key, value in fields.items():
        if key == "category":
            checked[key] = category_of(str(value))
        elif key in NUMBERS:
            checked[key] = float(value)
        else:
            text = str(value).strip()
            if len(text) > TEXTS[key]:
                raise BadUsage(f"{key}: {len(text)} characters, at most {TEXTS[key]}")
            checked[key] = text
    if "name" in checked and not checked["name"]:
        raise BadUsage("name: it is empty")
    for key in ("contentId", "specialItemId", "entityDimension"):
        if checked.get(key):
            checked[key] = checked[key].lower()
            if not _ID.match(checked[key]):
                raise BadUsage(f"{key}: {checked[key][:64]!r} is no id", hint="such as minecraft:stick")
    if checked.get("entityUuid"):
        checked["entityUuid"] = checked["entityUuid"].lower()
        if not is_uuid(checked["entityUuid"]):
            raise BadUsage(f"entityUuid: {checked['entityUuid']!r} is no UUID")
    return checked


def _blank(changes: Mapping[str, Any], reference: str, taken: set[str]) -> Asset:
    """Return a record with all its texts, and an id that no other has."""
    if not changes.get("category") or not changes.get("name"):
        raise BadUsage("a new asset needs a category and a name")
    base = _slug(reference) or _slug(f"{changes['category']}-{changes['name']}")
    number, name = 1, base
    while name in taken:
        number += 1
        name = f"{base[: _LONGEST_ID - len(str(number)) - 1]}-{number}"
    return {"id": name, "category": "", **dict.fromkeys(TEXTS, "")}


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9_-]+", "-", text.lower()).strip("-")[:_LONGEST_ID].rstrip("-")


def _found(records: list[Asset], reference: str, *, by_id: bool = True) -> Asset | None:
    folded = reference.strip().casefold()
    keys = ("id", "name") if by_id else ("name",)
    matches = (one for key in keys for one in records if str(one.get(key) or "").casefold() == folded)
    return next(matches, None) if folded else None


def _number(value: Any) -> float:
    return value if isinstance(value, int | float) else 0
