"""What the god knows of a prayer's matter before it thinks: the entries that answer it, or a gap that says so."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, BadUsage, Busy, StoreFailed, Unreachable
from mcgod.god.gamedata import version
from mcgod.kb.bases import Bases
from mcgod.kb.finding import Finder

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.config import Config
    from mcgod.paths import Paths

_THRESHOLD = 0.45  # a prayer is about many things; what answers only a part of it would lead astray
_LONGEST = 400  # characters of an entry that a model is shown


class Knowledge:
    """The bases of an installation, opened when they are first asked; ``note`` hears what cannot take part."""

    def __init__(self, config: Config, paths: Paths, note: Callable[[str], None] = lambda _: None) -> None:
        self._config = config
        self._paths = paths
        self._note = note
        self.bases = Bases(config, paths, lambda: version(config))
        self._finder: Finder | None = None
        self._lock = threading.Lock()

    def finder(self) -> Finder:
        """Return the search."""
        with self._lock:
            if self._finder is None:
                self._finder = Finder(self._config, self._paths, self.bases, note=self._note)
            return self._finder

    def matching(self, text: str, most: int) -> list[dict[str, Any]]:
        """Return at most ``most`` entries that answer ``text``: ``{"ref","title","text","place"}``.

        What is out of reach is told as ``{"gap": "…"}``: an empty list means
        that nothing is known.
        """
        words = " ".join("".join(char if char.isalnum() else " " for char in text).split()[:40])
        if not words or not most:
            return []
        try:
            found = self.finder().find(words, limit=most, threshold=_THRESHOLD)
        except (Unreachable, StoreFailed, Busy, BadConfig, BadUsage) as error:
            self._note(f"the knowledge bases could not be asked: {error.message}")
            return [{"gap": f"what is known could not be looked up: {error.message}"}]
        return [
            {
                "ref": str(hit.reference),
                "title": hit.title,
                "text": hit.snippet[:_LONGEST],
                **({"place": list(hit.place)} if hit.place else {}),
            }
            for hit in found.hits
        ]

    def close(self) -> None:
        """Let go of the index."""
        if self._finder:
            self._finder.close()
