"""Wiki pages that were read before, as JSON files below the cache. A knowledge base may take this place."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, NamedTuple

from mcgod import fsio, jsonl
from mcgod.paths import safe_name
from mcgod.tools.web.article import Article

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_FRESH = 7 * 86400.0  # seconds
_MOST = 500  # pages that are kept; what people ask for has no end


class Kept(NamedTuple):
    """A page from the shelf, and whether it is young enough to be used without a question."""

    article: Article
    fresh: bool


class Shelf:
    """The pages in ``folder``, one file a question. ``clock`` gives seconds since the epoch."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder = folder
        self._clock = clock

    def get(self, question: str) -> Kept | None:
        """Return what answered ``question``; None when nothing did, or its file cannot be used."""
        try:
            raw = json.loads(self._path(question).read_bytes())
            article = Article.from_json(raw["article"])
            return Kept(article, 0 <= self._clock() - float(raw["at"]) < _FRESH)
        except (OSError, ValueError, KeyError, TypeError):  # it is a cache: the wiki has it all
            return None

    def put(self, question: str, article: Article) -> None:
        """Keep ``article`` as the answer to ``question``. Raises StoreFailed."""
        fsio.make_folder(self._folder)
        record = {"question": question, "at": self._clock(), "article": article.to_json()}
        fsio.replace_file(self._path(question), jsonl.document(record), durable=False)
        for path in self._oldest():
            fsio.remove(path, durable=False)

    def _path(self, question: str) -> Path:
        return self._folder / f"{safe_name(question)}.json"

    def _oldest(self) -> list[Path]:
        """Return the files beyond the number that is kept."""
        found = []
        for path in self._folder.glob("*.json"):
            try:
                found.append((path.stat().st_mtime, path))
            except OSError:
                continue
        return [path for _, path in sorted(found)[: max(0, len(found) - _MOST)]]
