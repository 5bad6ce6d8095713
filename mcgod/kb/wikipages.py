"""Pages of the Minecraft wiki that were looked up, as entries of the agent base: to be found, not changed.

They lie where the tool ``minecraft.wiki_lookup`` keeps what it has read, and
go when that does; each says where it is from, and when it was read.
"""

from __future__ import annotations

import json
import os
from datetime import datetime
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadUsage, NotFound
from mcgod.kb.port import Entry, Reference
from mcgod.kb.slug import slug

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BELOW = "wiki/"  # what the ids begin with


class WikiPages:
    """The pages in ``folder``, as a Source of the base ``kb``; ids such as ``wiki/brewing-stand``."""

    def __init__(self, folder: Path, kb: str = "agent") -> None:
        self.name = kb
        self._folder = folder

    def stamps(self) -> dict[str, str]:
        """Return each page's reference with a text that changes when it is read anew."""
        return {f"{self.name}:page:{name}": stamp for name, (_, stamp) in self._files().items()}

    def entries(self, references: set[str] | None = None) -> Iterator[Entry]:
        """Yield the pages of ``references``, all when None; files that cannot be read are left out."""
        for name, (path, _) in self._files().items():
            if references is None or f"{self.name}:page:{name}" in references:
                raw = _read(path)
                if raw is not None:
                    yield self._entry(name, raw)

    def get(self, reference: Reference | str) -> Entry:
        """Return a page. Raises NotFound."""
        asked = Reference.read(reference) if isinstance(reference, str) else reference
        if asked.kb in ("", self.name) and asked.kind in ("", "page") and asked.id.startswith(_BELOW):
            for entry in self.entries({f"{self.name}:page:{asked.id}"}):
                return entry
        raise NotFound(
            f"no page of the wiki was read as {asked.id[:80]!r}", hint="mcgod tools run minecraft.wiki_lookup"
        )

    def _files(self) -> dict[str, tuple[str, str]]:
        """Return id -> file and stamp; the newest where two questions led to one page."""
        found: dict[str, tuple[str, str, float]] = {}
        try:
            entries = [entry for entry in os.scandir(self._folder) if entry.name.endswith(".json")]
        except OSError:
            return {}
        for entry in entries:
            try:
                status = entry.stat()
            except OSError:
                continue  # it was cleared away this very moment
            name = _name(entry.name.removesuffix(".json"))
            stamp = f"{status.st_mtime_ns:x}-{status.st_size:x}"
            if name and (name not in found or found[name][2] < status.st_mtime):
                found[name] = entry.path, stamp, status.st_mtime
        return {name: (path, stamp) for name, (path, stamp, _) in sorted(found.items())}

    def _entry(self, name: str, raw: dict[str, Any]) -> Entry:
        facts = "\n".join(f"- {key}: {value}" for key, value in raw["facts"].items())
        parts = [f"## {one['title']}\n\n{one['text']}" if one["level"] > 1 else one["text"] for one in raw["sections"]]
        source = f"Source: {raw['url']}, read {raw['fetched']}."
        more = {"type": "wiki", "source": raw["url"], "revision": raw["revision"], "fetched": raw["fetched"]}
        return Entry(
            kb=self.name,
            kind="page",
            id=name,
            title=raw["title"],
            body="\n\n".join(part for part in (source, facts, *parts) if part),
            tags=("wiki",),
            updated=_moment(raw["fetched"]),
            more=more | {"facts": raw["facts"]},
        )


def _name(file: str) -> str:
    from mcgod.paths import plain_name  # noqa: PLC0415 - the file's name is the question

    _, _, query = plain_name(file).partition(" ")  # what stands before it is the wiki's own name
    try:
        return _BELOW + slug(query)
    except (BadUsage, ValueError):
        return ""


def _read(path: str) -> dict[str, Any] | None:
    try:
        with open(path, "rb") as file:
            raw = json.loads(file.read())["article"]
        entry = {key: raw[key] for key in ("title", "url", "revision", "fetched", "facts", "sections")}
        return entry if entry["facts"].items and all("text" in one for one in entry["sections"]) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _moment(text: str) -> float:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return 0.0
