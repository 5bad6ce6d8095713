"""A knowledge base in a folder: pages and memories, each change with its history. Safe for many processes at once.

Whoever writes holds the base's lock for one change; a change that returned is
on the disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput, BadUsage, Busy, Refused
from mcgod.kb import fields as fields_
from mcgod.kb import frontmatter, memories, pages
from mcgod.kb.ledger import Step
from mcgod.kb.port import Entry, Reference
from mcgod.kb.reading import Reading
from mcgod.kb.shelf import digest
from mcgod.kb.slug import free, slug

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class LocalBase(Reading):
    """A base that can be written to."""

    def add_page(self, text: str, given: Mapping[str, Any] | None = None, *, page: str = "", author: str = "") -> Entry:
        """Add a page of Markdown, with the fields ``given`` over those of its front matter.

        ``page`` is its slug, else made of its title; one that is taken gets a
        number. Raises BadInput or BadUsage.
        """
        title, document = pages.new(_clean(text), given or {}, fields_.iso(self._clock()))
        wanted = slug(page or title)
        with self.ledger.writing():
            name = free(wanted, self.shelves["page"].has)
            self.ledger.commit(Step("page", name, "create", frontmatter.render(document), author))
        return self.entry("page", name)

    def update_page(
        self, page: str, *, body: str | None = None, given: Mapping[str, Any] | None = None, author: str = ""
    ) -> Entry:
        """Give a page another body, or other fields (None takes one away); its title stays unless it is given.

        Raises NotFound, BadInput.
        """
        with self.ledger.writing():
            _, name = self.located(Reference(self.name, "page", page))
            old = frontmatter.parse(self.text_of("page", name), str(self.shelves["page"].path(name)))
            new = pages.updated(
                old, name, None if body is None else _clean(body), given or {}, fields_.iso(self._clock())
            )
            self.ledger.commit(Step("page", name, "update", frontmatter.render(new), author))
        return self.entry("page", name)

    def put_memory(self, raw: Mapping[str, Any], *, author: str = "", action: str = "", loose: bool = False) -> Entry:
        """Write a memory: a new one, or all of one that exists. Without an ``id`` its title makes one.

        Whatever it points at must exist, unless ``loose``. Raises BadInput.
        """
        now = fields_.iso(self._clock())
        with self.ledger.writing():
            known = self.shelves["memory"].files()
            name = self._memory_id(raw, known)
            first = memories.parse(self.text_of("memory", name), name).get("created") if name in known else now
            record = memories.checked({"created": first or now} | dict(raw) | {"id": name, "updated": now})
            twin = next((one for one in known if one.casefold() == record["id"].casefold()), record["id"])
            if twin != record["id"]:
                raise BadInput(f"id: {record['id']!r} and {twin!r} differ in their case alone", hint="choose another")
            if not loose:
                self._held(record)
            action = action or ("update" if record["id"] in known else "create")
            self.ledger.commit(Step("memory", record["id"], action, memories.render(record), author))
        return self.entry("memory", record["id"])

    def write(self, reference: Reference | str, text: str, *, author: str = "", expect: str | None = None) -> Entry:
        """Replace the whole text of an entry's file, once it parses. Raises NotFound or BadInput.

        ``expect`` is the text that the change was made to; Busy when the file
        has another by now.
        """
        text = _clean(text)
        with self.ledger.writing():
            kind, entry = self.located(reference)
            old = self.text_of(kind, entry)
            if expect is not None and old != expect:
                raise Busy(f"somebody changed {entry} meanwhile", hint=f"look at mcgod kb diff {entry}, and edit again")
            if not self.parsed(kind, entry, text).body.strip():
                raise BadInput("an empty page", hint="mcgod kb remove takes a page away")
            if text != old:
                text = self._touched(kind, entry, text, old)
            self.ledger.commit(Step(kind, entry, "update", text, author))
        return self.entry(kind, entry)

    def store(self, kind: str, entry: str, text: str, *, author: str = "") -> str:
        """Write the file of an entry that is imported, checked, and return ``new``, ``changed`` or ``same``.

        Raises BadInput.
        """
        text = _clean(text)
        self.parsed(kind, entry, text)
        with self.ledger.writing():
            found = self.shelves[kind].data(entry)
            if digest(found) == digest(text):
                return "same"
            self.ledger.commit(Step(kind, entry, "import", text, author))
        return "changed" if found is not None else "new"

    def remove(self, reference: Reference | str, *, author: str = "") -> Reference:
        """Remove an entry; its history stays. Raises NotFound, and Refused for a page that only ships."""
        with self.ledger.writing():
            kind, entry = self.located(reference)
            if not self.shelves[kind].path(entry).exists():
                raise Refused(f"{entry} ships with mcgod", hint=f"mcgod kb edit {entry} makes a page of your own of it")
            self.ledger.commit(Step(kind, entry, "remove", None, author))
        return Reference(self.name, kind, entry)

    def rename(self, page: str, to: str, *, author: str = "") -> Entry:
        """Give a page another slug. Raises NotFound, and BadUsage when that one is taken."""
        with self.ledger.writing():
            _, name = self.located(Reference(self.name, "page", page))
            new = slug(to)
            if self.shelves["page"].has(new):
                raise BadUsage(f"there is a page {new} already")
            if self.shelves["page"].shipped(name):
                raise Refused(f"{name} ships with mcgod", hint=f"mcgod kb add --id {new}")
            self.ledger.commit(
                Step("page", new, "rename", self.text_of("page", name), author, f"from {name}"),
                Step("page", name, "rename", None, author, f"to {new}"),
            )
        return self.entry("page", new)

    def restore(self, reference: Reference | str, number: int, *, author: str = "") -> Entry:
        """Bring an entry back to a version, which makes a new one. Raises NotFound, BadInput."""
        with self.ledger.writing():
            kind, entry = self.was(reference)
            text = self.ledger.histories[kind].version(entry, number)["text"]
            if text is None:
                raise BadUsage(f"version {number} is the removal of {entry}", hint="restore the one before it")
            self.ledger.commit(Step(kind, entry, "restore", text, author, f"version {number}"))
        return self.entry(kind, entry)

    def _touched(self, kind: str, entry: str, text: str, old: str) -> str:
        """Return ``text`` with the time of this change, where it has the time of the one before."""
        name, now = str(self.shelves[kind].path(entry)), fields_.iso(self._clock())
        try:
            if kind == "page":
                return pages.touched(text, frontmatter.parse(old, name), now, name)
            record = memories.parse(text, name)
            same = record.get("updated") == memories.parse(old, name).get("updated")
            return memories.render(record | {"updated": now}) if same else text
        except BadInput:  # what it was before did not parse
            return text

    def _held(self, record: Mapping[str, Any]) -> None:
        for target in memories.targets(dict(record)):
            read = Reference.read(target)
            here = read.kb in ("", self.name) and read.kind in ("", *self.shelves)
            if here and not self.has(Reference(self.name, read.kind or "memory", read.id)):
                raise BadInput(f"it points at {target!r}, which {self.name} does not have", hint="write that one first")

    def _memory_id(self, raw: Mapping[str, Any], known: Iterable[str]) -> Any:
        if raw.get("id"):
            return raw["id"]
        wanted = slug(str(raw.get("title") or str(raw.get("content", ""))[:60])).replace("/", "-")
        taken = {one.casefold() for one in known}
        return free(wanted[:90], taken.__contains__)


def _clean(text: str) -> str:
    """Return ``text`` as UTF-8 can hold it."""
    return text.encode("utf-8", "replace").decode("utf-8")
