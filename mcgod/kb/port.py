"""The ``KnowledgeBase`` port: entries of four kinds, each with a reference that opens it. Values and the protocol.

Two bases stand behind it. ``agent`` holds what is true of the game and of this
program, ``world`` what is true of one world.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mcgod.errors import BadUsage

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BASES = ("agent", "world")
KINDS = ("page", "memory", "item", "fact")

_REFERENCE = re.compile(r"(?:(agent|world):)?(?:(page|memory|item|fact):)?(.+)\Z", re.DOTALL)


class Place(NamedTuple):
    """Where something is, in blocks."""

    x: float
    y: float
    z: float
    dimension: str = "minecraft:overworld"


class Reference(NamedTuple):
    """What names an entry: ``world:page:villages/north``. ``kb`` and ``kind`` are empty where they are left open."""

    kb: str
    kind: str
    id: str

    def __str__(self) -> str:
        return ":".join(part for part in self if part)

    @classmethod
    def read(cls, text: str) -> Reference:
        """Read a reference, whole or with its base or kind left off. Raises BadUsage for an empty one."""
        found = _REFERENCE.match(text.strip())
        if not found:
            raise BadUsage("an empty reference", hint="such as world:page:villages/north, as search prints them")
        return cls(found[1] or "", found[2] or "", found[3])


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that is known.

    ``id`` is a page's slug, a memory's record id, an item's id or a fact's
    key; ``body`` is Markdown or plain text. ``links`` are ids of pages, or
    whole references, that it points at. ``updated`` is in epoch seconds.
    ``more`` is what its kind has besides (confidence, source, type, …), as
    JSON.
    """

    kb: str
    kind: str
    id: str
    title: str
    body: str
    tags: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    place: Place | None = None
    updated: float = 0.0
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def reference(self) -> Reference:
        """What opens it."""
        return Reference(self.kb, self.kind, self.id)

    def to_json(self) -> dict[str, Any]:
        """Return ``{"ref","kb","kind","id","title","body","tags","links","place","updated","more"}``."""
        return {
            "ref": str(self.reference),
            "kb": self.kb,
            "kind": self.kind,
            "id": self.id,
            "title": self.title,
            "body": self.body,
            "tags": list(self.tags),
            "links": list(self.links),
            "place": self.place._asdict() if self.place else None,
            "updated": self.updated,
            "more": dict(self.more),
        }


class Source(Protocol):
    """Something that entries come from and that an index follows: a folder of pages, of memories, a fact store.

    It may have a method ``token() -> str`` besides, whose text changes with
    whatever mcgod itself changes there, and costs next to nothing.
    """

    def stamps(self) -> Mapping[str, str]:
        """Return, for each entry's reference, a text that changes whenever the entry does; cheap, no file is read."""
        ...

    def entries(self, references: set[str] | None = None) -> Iterator[Entry]:
        """Yield the entries of ``references``, of all when None; what does not parse is left out."""
        ...
