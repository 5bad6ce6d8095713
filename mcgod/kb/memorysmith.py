"""MemorySmith's shapes: memory records in PascalCase (its files) or camelCase (its HTTP), as this program keeps them.

Source: the record, its enumerations and its search results, in /api/memories and /api/search of MemorySmith.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput
from mcgod.kb import memories

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAMES = {"lastupdated": "updated", "lastupdatedutc": "updated", "createdatutc": "created", "createdat": "created"}
# Without a value these say nothing.
_EMPTY: tuple[Any, ...] = (None, "", [], {})


def record(raw: Mapping[str, Any]) -> memories.Record:
    """Return a checked record made of one of MemorySmith's. Raises BadInput naming the field at fault."""
    told = {_snake(name): value for name, value in raw.items() if value not in _EMPTY}
    told.setdefault("id", raw.get("Id", raw.get("id")))
    if "content" not in told:
        raise BadInput("content is missing", hint="a record has Id, Content and the rest of MemorySmith's fields")
    told["relationships"] = [_edge(edge) for edge in told.get("relationships") or ()]
    told["source_links"] = [_renamed(link) for link in told.get("source_links") or ()]
    for name in ("created", "updated"):
        if isinstance(told.get(name), str):
            told[name] = _time(told[name])
    return memories.checked(told)


def _edge(raw: Any) -> Any:
    if not isinstance(raw, dict):
        return raw
    edge = _renamed(raw)
    return {
        "target": edge.get("target_id") or edge.get("target"),
        "type": edge.get("relation_type") or edge.get("type") or "references",
        "origin": edge.get("origin") or "manual",
        "created": _time(edge["created"]) if edge.get("created") else None,
    }


def _renamed(raw: Any) -> Any:
    if not isinstance(raw, dict):
        return raw
    return {_snake(name): value for name, value in raw.items() if value is not None}


def _snake(name: str) -> str:
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return _NAMES.get(snake.replace("_", ""), snake)


def _time(text: str) -> str:
    """Cut .NET's seven digits of a second to six, and its year 1, which stands for never, to nothing."""
    cut = re.sub(r"(\.\d{6})\d+", r"\1", text)
    return "1970-01-01T00:00:00Z" if cut.startswith("0001-") else cut
