"""Tools that keep records of what was made: list, add or change, forget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.store.assets import CATEGORIES, NUMBERS, TEXTS
from mcgod.tools.port import Tool, ToolResult, parameters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.store.assets import Asset, Assets
    from mcgod.tools.port import Context

# The field of a record that says most, by category.
_KEY = {
    "entities": "entityUuid",
    "items_blocks_fluids": "contentId",
    "special_items": "specialItemId",
    "commands": "command",
    "game_mechanics": "scriptPath",
}
# Argument of the tool -> field of the record.
_FIELDS = {
    "category": "category",
    "name": "name",
    "summary": "summary",
    "script_path": "scriptPath",
    "details": "details",
    "entity_uuid": "entityUuid",
    "entity_dimension": "entityDimension",
    "entity_x": "entityX",
    "entity_y": "entityY",
    "entity_z": "entityZ",
    "content_id": "contentId",
    "special_item_id": "specialItemId",
    "special_item_nbt": "specialItemNbt",
    "command": "command",
    "session_id": "sessionId",
}


def tools(assets: Assets) -> list[Tool]:
    """Return ``list-assets``, ``upsert-asset-record`` and ``remove-asset-record`` on these records."""

    def listing(_given: Mapping[str, Any], _context: Context) -> ToolResult:
        found = assets.listed()
        return ToolResult("\n".join([f"{len(found)} assets", *map(line, found)]), found)

    def upsert(given: Mapping[str, Any], context: Context) -> ToolResult:
        fields = {_FIELDS[key]: value for key, value in given.items() if key in _FIELDS}
        if context.session:
            fields.setdefault("sessionId", context.session)
        if context.dry_run:
            return ToolResult("(dry run) nothing was recorded")
        asset, new = assets.upsert(fields, str(given.get("id") or ""))
        return ToolResult(f"{'created' if new else 'updated'}: {line(asset)}", asset)

    def remove(given: Mapping[str, Any], context: Context) -> ToolResult:
        if context.dry_run:
            return ToolResult(f"(dry run) still there: {line(assets.find(given['id']))}")
        asset = assets.remove(given["id"])
        return ToolResult(f"removed the record of {line(asset)}; the thing itself is where it was", asset)

    return [
        Tool("list-assets", "List the records of what was made on this server.", parameters(), listing),
        Tool(
            "upsert-asset-record",
            "Record what you made, or change its record; what you leave out stays as it is. "
            f"Categories: {', '.join(CATEGORIES)}.",
            parameters(_properties(), ("category", "name")),
            upsert,
            risk="record",
            aliases={"scriptPath": "script_path"},
        ),
        Tool(
            "remove-asset-record",
            "Forget a record, by its id or name. The thing itself stays.",
            parameters({"id": {"type": "string", "minLength": 1}}, ("id",)),
            remove,
            risk="record",
            aliases={"reference": "id"},
        ),
    ]


def line(asset: Asset) -> str:
    """Return a record on one line: id, category, name, summary, and what says most of its kind."""
    key = _KEY.get(asset["category"], "")
    told = f" - {asset['summary']}" if asset.get("summary") else ""
    value = f" ({key}: {asset[key]})" if asset.get(key) else ""
    return f"{asset['id']} [{asset['category']}] {asset['name']}{told}{value}"


def _properties() -> dict[str, Any]:
    texts = {
        argument: {"type": "string", "maxLength": TEXTS[field]} for argument, field in _FIELDS.items() if field in TEXTS
    }
    numbers = {argument: {"type": "number"} for argument, field in _FIELDS.items() if field in NUMBERS}
    return {
        "id": {"type": "string", "maxLength": 64},
        "category": {"type": "string"},
        **texts,
        **numbers,
    }
