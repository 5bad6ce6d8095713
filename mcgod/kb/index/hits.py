"""What a search finds. Values only."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.kb.port import Place, Reference


class Hit(NamedTuple):
    """An entry that answers. ``score`` is 0 to 1, ``distance`` in blocks where a place was given."""

    reference: Reference
    title: str
    score: float
    snippet: str
    tags: tuple[str, ...] = ()
    place: Place | None = None
    distance: float | None = None
    updated: float = 0.0
    why: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Return ``{"ref","kb","kind","id","title","score","snippet","tags","place","distance","updated","why"}``."""
        told: dict[str, Any] = {
            "ref": str(self.reference),
            **self.reference._asdict(),
            "title": self.title,
            "score": round(self.score, 4),
            "snippet": self.snippet,
            "tags": list(self.tags),
            "place": self.place._asdict() if self.place else None,
            "distance": None if self.distance is None else round(self.distance, 1),
            "updated": self.updated,
        }
        return told | {"why": dict(self.why)} if self.why is not None else told


class Found(NamedTuple):
    """What a search found: ``hits``, how many more were ``below`` the threshold, and what wrong words ``meant``."""

    hits: list[Hit]
    below: int = 0
    meant: Mapping[str, str] = {}
