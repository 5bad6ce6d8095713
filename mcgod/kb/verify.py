"""What is wrong in a base: files that do not parse, links to nothing, twins, histories without their files.

Faults are what somebody must mend; notes are what may be meant so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import BadInput
from mcgod.kb.port import BASES, Reference
from mcgod.kb.shelf import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.kb.port import Entry
    from mcgod.kb.reading import Reading


class Finding(NamedTuple):
    """One fault or note. ``code`` is one of CODES, ``entry`` a reference or a file, ``text`` says what it is."""

    code: str
    entry: str
    text: str

    @property
    def fault(self) -> bool:
        """Whether it needs mending."""
        return self.code not in ("outside", "duplicate")

    def to_json(self) -> dict[str, Any]:
        """Return ``{"code","entry","text","fault"}``."""
        return {**self._asdict(), "fault": self.fault}


CODES = ("corrupt", "misnamed", "dangling", "duplicate", "orphan", "outside", "history")


def verify(
    base: Reading, *, exists: Callable[[Reference], bool] = lambda _: True, adopt: bool = False
) -> list[Finding]:
    """Look at every file of ``base`` under its lock. Raises StoreFailed.

    ``exists`` tells of entries in other bases, and of items and facts.
    ``adopt`` gives what other hands have changed a version in its history
    instead of reporting it.
    """
    with base.ledger.reading():
        found: list[Finding] = []
        read: list[Entry] = []
        for kind, shelf in base.shelves.items():
            found += [
                Finding("misnamed", str(path), "its name is no id, so nothing opens it; mcgod kb import takes it in")
                for path in shelf.strays()
            ]
            for entry in shelf.files():
                try:
                    read.append(base.entry(kind, entry))
                except BadInput as error:
                    found.append(Finding("corrupt", f"{base.name}:{kind}:{entry}", error.message))
            found += _histories(base, kind, adopt=adopt)
        found += _dangling(base, read, exists)
        found += _twins(read)
    return sorted(found)


def _histories(base: Reading, kind: str, *, adopt: bool) -> Iterator[Finding]:
    shelf, history = base.shelves[kind], base.ledger.histories[kind]
    own, named = shelf.own(), set()
    for entry in own:
        named.add(str(history.path(entry)))
        lines = history.read(entry)
        if lines.bad or any(digest(one.get("text")) != one.get("after") for one in lines.records):
            yield Finding("history", str(history.path(entry)), "it has versions that are not what was written")
        last = history.last(entry)
        if digest(shelf.data(entry)) != (last["after"] if last else None):
            if adopt:
                base.ledger.adopt(kind, entry)
            else:
                yield Finding("outside", f"{base.name}:{kind}:{entry}", "changed by other hands; --adopt records it")
    for path in history.files():
        if str(path) in named:
            continue
        gone = history.id_of(path)
        last = history.last(gone) if gone is not None else None
        if gone is None or last is None:
            yield Finding("history", str(path), "it is the history of nothing")
        elif last["after"] is not None and shelf.data(gone) is None:
            if adopt:
                base.ledger.adopt(kind, gone)
            else:
                cure = f"mcgod kb restore {gone} {last['version']}"
                yield Finding("orphan", f"{base.name}:{kind}:{gone}", f"its file has gone, its history has not; {cure}")


def _dangling(base: Reading, read: list[Entry], exists: Callable[[Reference], bool]) -> Iterator[Finding]:
    for entry in read:
        for link in entry.links:
            target = Reference.read(link)
            if target.kind in ("", *base.shelves) and target.kb in ("", base.name):
                there = base.has(Reference(base.name, target.kind or "page", target.id))
            else:
                there = exists(target if target.kb in BASES else target._replace(kb=base.name))
            if not there:
                yield Finding("dangling", str(entry.reference), f"points at {link}, which is not there")


def _twins(read: list[Entry]) -> Iterator[Finding]:
    seen: dict[tuple[str, str], Entry] = {}
    for entry in read:
        key = (entry.kind, " ".join(entry.body.split()))
        if key in seen:
            yield Finding("duplicate", str(entry.reference), f"says the same as {seen[key].reference}")
        else:
            seen[key] = entry


def stats(base: Reading) -> dict[str, Any]:
    """Return ``{"kb","folder","pages","shipped","memories","bytes","histories","tags"}``; reads every file."""
    files = {kind: shelf.files() for kind, shelf in base.shelves.items()}
    own = {kind: shelf.own() for kind, shelf in base.shelves.items()}
    tags: dict[str, int] = {}
    for entry in base.entries():
        for tag in entry.tags:
            tags[tag] = tags.get(tag, 0) + 1
    return {
        "kb": base.name,
        "folder": str(base.folder),
        "pages": len(files["page"]),
        "shipped": len(files["page"]) - len(own["page"]),
        "memories": len(files["memory"]),
        "bytes": sum(file.size for kind in files.values() for file in kind.values()),
        "histories": sum(len(history.files()) for history in base.ledger.histories.values()),
        "tags": dict(sorted(tags.items(), key=lambda one: (-one[1], one[0]))),
    }
