"""Tools over the knowledge bases, with the routing that models know: memories of the world, pages of the agent.

``SearchMemory`` and ``CreatePage`` are about this world; ``GetPage`` opens a
page of the agent base, and whatever a search has returned. Where a search
finds places, the nearest is carried through the turn.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from mcgod.tools.port import Tool, ToolResult, parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcgod.kb.bases import Bases
    from mcgod.kb.finding import Finder
    from mcgod.kb.index.hits import Hit
    from mcgod.kb.port import Place
    from mcgod.tools.port import Context

_LONGEST = 8000  # characters of a page
_POSITION = {
    "type": "array",
    "items": {"type": "number"},
    "minItems": 3,
    "maxItems": 3,
    "description": "x, y and z of what the page is about, in blocks",
}


def tools(bases: Bases, finder: Callable[[], Finder]) -> list[Tool]:
    """Return ``SearchMemory``, ``CreatePage`` and ``GetPage``; ``finder`` opens the search when it is needed."""
    family = _Family(bases, finder)
    limit = {"type": "integer", "minimum": 1, "maximum": 20}
    return [
        Tool(
            "SearchMemory",
            "Search what is known of this world: places, builds, what players told. Words, phrases in quotes, tag:x.",
            parameters({"query": {"type": "string", "minLength": 1, "maxLength": 400}, "limit": limit}, ("query",)),
            family.search,
            outside=True,
        ),
        Tool(
            "CreatePage",
            "Write down something worth knowing of this world as a page of its own.",
            parameters(
                {
                    "title": {"type": "string", "minLength": 1, "maxLength": 120},
                    "body": {"type": "string", "minLength": 1, "maxLength": 20_000},
                    "type": {"type": "string", "maxLength": 40},
                    "position": _POSITION,
                },
                ("title", "body"),
            ),
            family.create,
            risk="record",
            aliases={"content": "body"},
        ),
        Tool(
            "GetPage",
            "Read a page on how things are done here, or anything that a search returned, by its reference.",
            parameters({"pageId": {"type": "string", "minLength": 1, "maxLength": 200}}, ("pageId",)),
            family.get,
            aliases={"ref": "pageId", "page_id": "pageId"},
            outside=True,
        ),
    ]


class _Family:
    def __init__(self, bases: Bases, finder: Callable[[], Finder]) -> None:
        self._bases = bases
        self._finder = finder

    def search(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Find entries of the world base; the place nearest to the player is carried on."""
        found = self._finder().find(given["query"], kbs=("world",), limit=given.get("limit", 10))
        data: dict[str, Any] = {"query": given["query"], "count": len(found.hits)}
        data["results"] = [hit.to_json() for hit in found.hits]
        if nearest := _nearest(found.hits, context):
            data["nearest"] = nearest
            context.carried[f"SearchMemory:{given['query']}"] = nearest
        if not found.hits:
            below = f"; {found.below} hits say too little of it" if found.below else ""
            return ToolResult(f"nothing is known of that{below}", data)
        return ToolResult("\n".join(map(_line, found.hits)), data)

    def create(self, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Add a page to the world base."""
        fields = {"title": given["title"], "type": given.get("type") or "page"}
        if given.get("position"):
            fields["position"] = [float(number) for number in given["position"]]
        if context.dry_run:
            return ToolResult("(dry run) nothing was written", {"page": None})
        local = self._bases.local("world") if self._bases.is_local("world") else None
        before = local.token() if local else ""
        entry = self._bases["world"].add_page(given["body"], fields, author=context.player or context.owner)
        if local:
            self._finder().follow(entry.reference, before)
        return ToolResult(f"written: {entry.reference}", {"page": str(entry.reference)})

    def get(self, given: Mapping[str, Any], _context: Context) -> ToolResult:
        """Open a page of the agent base, else one of the world's."""
        entry = self._bases.get(given["pageId"], ("agent", "world"))
        place = (
            f"\nat {entry.place.x:g} {entry.place.y:g} {entry.place.z:g} in {entry.place.dimension}"
            if entry.place
            else ""
        )
        body = entry.body if len(entry.body) <= _LONGEST else f"{entry.body[:_LONGEST]}\n… [cut]"
        return ToolResult(f"{entry.title} ({entry.reference}){place}\n\n{body}", entry.to_json())


def _at(place: Place) -> str:
    return f"at {place.x:g} {place.y:g} {place.z:g} in {place.dimension}"


def _line(hit: Hit) -> str:
    place = f" {_at(hit.place)}" if hit.place else ""
    return f"{hit.score:.2f} {hit.reference} {hit.title}{place}: {hit.snippet}"


def _nearest(hits: list[Hit], context: Context) -> dict[str, Any] | None:
    """Return the place that is nearest to the player, the best hit's where nobody knows where the player is."""
    placed = [hit for hit in hits if hit.place]
    if not placed:
        return None
    position = context.rules.position if context.rules else None
    best = min(placed, key=lambda hit: math.dist(hit.place[:3], position)) if position else placed[0]  # type: ignore[index]
    assert best.place is not None
    return {"ref": str(best.reference), **best.place._asdict()}
