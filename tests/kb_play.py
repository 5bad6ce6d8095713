"""A source of entries that a test holds in its hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.kb.port import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator


class Held:
    """Entries by reference; ``read`` counts those that were asked for."""

    def __init__(self, *entries: Entry) -> None:
        self.held = {str(entry.reference): entry for entry in entries}
        self.unreadable: set[str] = set()
        self.read = 0

    def stamps(self) -> dict[str, str]:
        return {ref: f"{entry.updated}" for ref, entry in self.held.items()}

    def entries(self, references: set[str] | None = None) -> Iterator[Entry]:
        for ref in list(self.held) if references is None else sorted(references):
            if ref in self.held and ref not in self.unreadable:
                self.read += 1
                yield self.held[ref]

    def put(self, entry: Entry) -> None:
        self.held[str(entry.reference)] = entry


def page(name: str, title: str, body: str = "", *, kb: str = "world", kind: str = "page", **more) -> Entry:
    """Return an entry."""
    return Entry(kb, kind, name, title, body, **more)
