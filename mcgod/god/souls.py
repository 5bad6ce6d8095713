"""Souls: the personas a god may speak with, as Markdown files.

Shipped ones lie in this package; a user's own in ``souls/<name>.md`` come
first. Each owner's choice is in ``souls/.active/<owner>.txt``.
"""

from __future__ import annotations

import re
from pathlib import Path

from mcgod import fsio
from mcgod.errors import BadUsage, NotFound, StoreFailed
from mcgod.paths import safe_name

DEFAULT = "default"

_SHIPPED = Path(__file__).parent / "souls"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}\Z")
_LONGEST = 20_000  # characters; more would crowd out the prayer


class Souls:
    """The personas of one installation; ``folder`` holds the user's own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Return every soul's name, in alphabetical order."""
        own = self._folder.glob("*.md") if self._folder.is_dir() else ()
        return sorted({path.stem for path in (*_SHIPPED.glob("*.md"), *own) if _NAME.match(path.stem)})

    def path(self, name: str) -> Path:
        """Return the file that holds the soul ``name``. Raises NotFound."""
        folded = name.lower()
        if _NAME.match(folded):
            for folder in (self._folder, _SHIPPED):
                if (folder / f"{folded}.md").is_file():
                    return folder / f"{folded}.md"
        raise NotFound(f"there is no soul {name[:40]!r}", hint=f"one of {', '.join(self.names())}")

    def text(self, name: str) -> str:
        """Return what the soul ``name`` says of itself. Raises NotFound or StoreFailed."""
        path = self.path(name)
        try:
            return path.read_text("utf-8").strip()[:_LONGEST]
        except (OSError, UnicodeDecodeError) as error:
            raise StoreFailed(f"cannot read {path}: {error}") from error

    def active(self, owner: str, fallback: str = DEFAULT) -> str:
        """Return the owner's choice; ``fallback`` where none was made, or its soul has gone."""
        try:
            chosen = self._choice(owner).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return fallback
        return chosen if chosen in self.names() else fallback

    def choose(self, owner: str, name: str) -> str:
        """Make ``name`` the owner's soul and return its proper name. Raises NotFound or StoreFailed."""
        chosen = self.path(name).stem
        fsio.make_folder(self._choice(owner).parent)
        fsio.replace_file(self._choice(owner), f"{chosen}\n".encode())
        return chosen

    def create(self, name: str, text: str) -> Path:
        """Write a new soul and return its file. Raises BadUsage for a bad or taken name, or an empty text."""
        if not _NAME.match(name):
            raise BadUsage(f"{name[:40]!r} is no name for a soul", hint="lower-case letters, digits, - and _")
        if name in self.names():
            raise BadUsage(f"there is a soul {name!r} already", hint=f"edit {self.path(name)}")
        if not text.strip():
            raise BadUsage("a soul needs a text that says who it is")
        fsio.make_folder(self._folder)
        path = self._folder / f"{name}.md"
        fsio.replace_file(path, text.strip().encode("utf-8", "replace") + b"\n")
        return path

    def _choice(self, owner: str) -> Path:
        return self._folder / ".active" / f"{safe_name(owner)}.txt"
