"""What a knowledge base in a folder holds: its entries, their versions, and what points at them. Reads only.

    kb/world/pages/**/<slug>.md   memories/<id>.json   history/{pages,memories}/**.jsonl   .lock

Readers take no lock, since files are replaced whole.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from mcgod.errors import BadInput, BadUsage, NotFound
from mcgod.kb import memories, pages
from mcgod.kb.ledger import Ledger
from mcgod.kb.port import Entry, Reference
from mcgod.kb.slug import slug

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from mcgod.kb.history import Version
    from mcgod.kb.shelf import Shelf


class Reading:
    """The base called ``name``, ``agent`` or ``world``, in ``folder``, which need not exist.

    ``clock`` returns epoch seconds; ``shipped`` is a folder of pages that show where the base has none.
    """

    def __init__(
        self, folder: Path, name: str, *, clock: Callable[[], float] = time.time, shipped: Path | None = None
    ) -> None:
        self.folder = folder
        self.name = name
        self._clock = clock
        self.shelves: dict[str, Shelf] = {
            "page": pages.shelf(folder / "pages", shipped),
            "memory": memories.shelf(folder / "memories"),
        }
        self.ledger = Ledger(folder, self.shelves, clock)
        self._edges: dict[str, tuple[str, tuple[str, ...]]] = {}

    @property
    def where(self) -> str:
        """The folder."""
        return str(self.folder)

    def stamps(self) -> dict[str, str]:
        """Return each entry's reference with a text that changes when its file does; no file is read."""
        return {
            f"{self.name}:{kind}:{entry}": file.stamp
            for kind, shelf in self.shelves.items()
            for entry, file in shelf.files().items()
        }

    def stamps_of(self, references: Iterable[str]) -> dict[str, str]:
        """Return the same for these entries alone, as far as they are there."""
        found = {}
        for text in references:
            kb, kind, entry = Reference.read(text)
            if kb == self.name and kind in self.shelves and (stamp := self.shelves[kind].stamp(entry)):
                found[text] = stamp
        return found

    def token(self) -> str:
        """Return a text that changes with whatever mcgod changes here, and with files that come and go at the top.

        For who looks often: what other hands write into a file is seen by ``stamps`` alone.
        """
        marks = [self.ledger.token()]
        for shelf in self.shelves.values():
            with suppress(OSError):
                marks.append(f"{shelf.folder.stat().st_mtime_ns:x}")
        return "-".join(marks)

    def entries(self, references: set[str] | None = None) -> Iterator[Entry]:
        """Yield the entries of ``references``, all when None; files that do not parse, or have gone, are left out."""
        wanted = self.stamps() if references is None else references
        for text in sorted(wanted):
            reference = Reference.read(text)
            if reference.kb == self.name and reference.kind in self.shelves:
                try:
                    yield self.entry(reference.kind, reference.id)
                except (BadInput, NotFound):
                    continue

    def get(self, reference: Reference | str) -> Entry:
        """Return an entry. Raises NotFound, BadInput for a file that does not parse, and StoreFailed."""
        return self.entry(*self.located(reference))

    def located(self, reference: Reference | str) -> tuple[str, str]:
        """Return the kind and the id that ``reference`` means here; a page goes before a memory. Raises NotFound."""
        asked = Reference.read(reference) if isinstance(reference, str) else reference
        if asked.kb in ("", self.name):
            for kind, shelf in self.shelves.items():
                entry = _own_id(kind, asked.id) if asked.kind in ("", kind) else None
                if entry and (shelf.data(entry) is not None):
                    return kind, entry
        raise NotFound(f"{self.name} has no {asked.kind or 'entry'} {asked.id[:80]!r}", hint=self._near(asked.id))

    def text(self, reference: Reference | str) -> str:
        """Return the text of the entry's file as it stands. Raises NotFound."""
        kind, entry = self.located(reference)
        return self.text_of(kind, entry)

    def versions(self, reference: Reference | str) -> list[Version]:
        """Return the versions of an entry, oldest first, one that was removed included. Raises NotFound."""
        kind, entry = self.was(reference)
        return self.ledger.histories[kind].read(entry).records

    def text_at(self, reference: Reference | str, number: int) -> str:
        """Return the text of an entry's file at a version, empty where that removed it. Raises NotFound."""
        kind, entry = self.was(reference)
        return self.ledger.histories[kind].version(entry, number)["text"] or ""

    def backlinks(self, reference: Reference | str) -> list[str]:
        """Return the references of the entries that point at one, in order. Files that did not change are read once."""
        kind, entry = self.located(reference)
        stamps = self.stamps()
        stale = {one for one, stamp in stamps.items() if self._edges.get(one, ("",))[0] != stamp}
        self._edges = {one: known for one, known in self._edges.items() if one in stamps and one not in stale}
        for one in self.entries(stale):
            self._edges[str(one.reference)] = (stamps[str(one.reference)], one.links)
        names = {f"{self.name}:{kind}:{entry}", f"{kind}:{entry}"} | ({entry} if kind == "page" else set())
        wanted = {name.casefold() for name in names}
        return sorted(one for one, (_, links) in self._edges.items() if wanted & {link.casefold() for link in links})

    def has(self, reference: Reference) -> bool:
        """Whether the base has the page or memory that ``reference`` names, in whatever case a memory's id is."""
        try:
            self.located(reference)
        except NotFound:
            folded = reference.id.casefold()
            return reference.kind == "memory" and any(
                one.casefold() == folded for one in self.shelves["memory"].files()
            )
        return True

    def was(self, reference: Reference | str) -> tuple[str, str]:
        """Return the kind and the id of what is here, or has been. Raises NotFound."""
        try:
            return self.located(reference)
        except NotFound:
            asked = Reference.read(reference) if isinstance(reference, str) else reference
            for kind, history in self.ledger.histories.items():
                entry = _own_id(kind, asked.id) if asked.kind in ("", kind) and asked.kb in ("", self.name) else None
                if entry and history.last(entry):
                    return kind, entry
            raise

    def entry(self, kind: str, entry: str) -> Entry:
        """Return the entry of that kind and id. Raises NotFound, BadInput and StoreFailed."""
        return self.parsed(kind, entry, self.text_of(kind, entry), self.shelves[kind].modified(entry))

    def parsed(self, kind: str, entry: str, text: str, modified: float = 0.0) -> Entry:
        """Return the entry that ``text`` would be in its file. Raises BadInput with the file, line and field."""
        name = str(self.shelves[kind].path(entry))
        if kind == "page":
            return pages.entry(self.name, entry, text, modified, name)
        read = memories.entry(self.name, memories.parse(text, name))
        if read.id != entry:
            raise BadInput(f"{name}: id is {read.id!r}, but the file is that of {entry!r}", hint="give it that id")
        return read

    def text_of(self, kind: str, entry: str) -> str:
        """Return the text of an entry's file. Raises NotFound, BadInput and StoreFailed."""
        text = self.shelves[kind].text(entry)
        if text is None:
            raise NotFound(f"{self.name} has no {kind} {entry!r}", hint="mcgod kb search finds entries")
        return text

    def _near(self, entry: str) -> str:
        import difflib  # noqa: PLC0415 - only on the way to an error

        names = [one for shelf in self.shelves.values() for one in shelf.files()]
        near = difflib.get_close_matches(entry.lower(), names)
        return f"did you mean {near[0]}?" if near else "mcgod kb search finds entries"


def _own_id(kind: str, text: str) -> str | None:
    """Return the id of that kind that ``text`` means, or None when none can be."""
    if kind == "memory":
        return text if memories.is_id(text) else None
    try:
        return slug(text)
    except BadUsage:
        return None
