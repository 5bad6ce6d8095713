"""Keeping the index in step with its sources: what is new goes in, what has changed is exchanged, the rest stays."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from mcgod.kb.index.graph import targets
from mcgod.kb.index.store import pack, unpack
from mcgod.kb.index.text import tokens
from mcgod.kb.port import Entry, Reference

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping

    from mcgod.kb.index.store import IndexFile
    from mcgod.kb.port import Source

_LARGE = 10_000  # entries of a source, above which it takes time to look at all of them
_AGAIN = 60.0  # seconds
_BATCH = 2000  # entries that become visible together
_FIELDS = (
    "ref", "kb", "kind", "title", "tags", "source", "stamp", "length", "x", "y", "z", "dimension", "updated", "links",
    "columns",
)  # fmt: skip
_ADD_DOC = f"INSERT INTO docs ({', '.join(_FIELDS)}) VALUES ({', '.join('?' * len(_FIELDS))})"  # noqa: S608 - ours
_ADD = "INSERT INTO terms (rowid, title, tags, body, exact) VALUES (?, ?, ?, ?, ?)"
_FORGET = "INSERT INTO terms (terms, rowid, title, tags, body, exact) VALUES ('delete', ?, ?, ?, ?, ?)"


def refresh(
    index: IndexFile,
    sources: Mapping[str, Source],
    progress: Callable[[int, int], None] = lambda _done, _all: None,
    *,
    clock: Callable[[], float] = time.time,
) -> int:
    """Bring the index up to date with ``sources``, each under a name of its own; return how many entries changed.

    ``progress`` hears how many of how many are done. What another process
    does at the same time is not undone. A large source that tells by its
    ``token`` that mcgod has changed nothing is looked at only once a minute,
    for what other hands do. Raises Busy, StoreFailed.
    """
    changed = 0
    for name, source in sources.items():
        token = _token(source)
        if token and _looked_at(index, name, token, clock()):
            continue
        known = dict(index.db.execute("SELECT ref, stamp FROM docs WHERE source = ?", (name,)))
        there = source.stamps()
        gone = [ref for ref in known if ref not in there]
        new = {ref for ref, stamp in there.items() if known.get(ref) != stamp}
        if len(there) >= _LARGE and token:
            with index.writing():
                index.set_meta(f"looked:{name}", f"{token} {int(clock())}")
        if not gone and not new:
            continue
        changed += len(gone) + len(new)
        for at in range(0, len(gone), _BATCH):
            with index.writing() as db:
                _remove(db, gone[at : at + _BATCH])
        _add_all(index, name, source, {ref: there[ref] for ref in new}, whole=not known, progress=progress)
    if changed:
        _count(index)
    strays = [name for (name,) in index.db.execute("SELECT DISTINCT source FROM docs") if name not in sources]
    for name in strays:
        with index.writing() as db:
            _remove(db, [ref for (ref,) in db.execute("SELECT ref FROM docs WHERE source = ?", (name,))])
    return changed


def follow(
    index: IndexFile, name: str, source: Source, refs: set[str], *, stamps: Mapping[str, str], before: str
) -> None:
    """Take in the entries ``refs`` alone, of which ``stamps`` has those that are there.

    ``before`` is the source's token of before they changed: where nothing
    else has changed since it was looked at, it need not be looked at again.
    """
    with index.writing() as db:
        _remove(db, [ref for ref in refs if ref not in stamps])
    _add_all(index, name, source, stamps, whole=False, progress=lambda _done, _all: None)
    told, _, at = index.meta(f"looked:{name}").rpartition(" ")
    if at and told == before:
        with index.writing():
            index.set_meta(f"looked:{name}", f"{_token(source)} {at}")


def _token(source: Source) -> str:
    token: Callable[[], str] | None = getattr(source, "token", None)
    return token() if token else ""


def _looked_at(index: IndexFile, name: str, token: str, now: float) -> bool:
    """Whether a large source was looked at with the same token within the last minute."""
    before, _, at = index.meta(f"looked:{name}").rpartition(" ")
    return bool(at) and before == token and 0 <= now - float(at) < _AGAIN


def _count(index: IndexFile) -> None:
    """Keep how many entries there are, and how long they are together: to count would take longer than to search."""
    with index.writing() as db:
        number, length = db.execute("SELECT count(*), coalesce(sum(length), 0) FROM docs").fetchone()
        index.set_meta("docs", str(number))
        index.set_meta("length", str(length))


def _add_all(
    index: IndexFile,
    name: str,
    source: Source,
    stamps: Mapping[str, str],
    *,
    whole: bool,
    progress: Callable[[int, int], None],
) -> None:
    """Take in the entries that ``stamps`` names. One that cannot be read is kept by its stamp, with nothing to find."""
    batch: list[Entry] = []
    done, missing = 0, set(stamps)
    for entry in source.entries(None if whole else set(stamps)):
        if (ref := str(entry.reference)) in missing:
            missing.remove(ref)
            batch.append(entry)
        if len(batch) >= _BATCH:
            done += _put(index, name, batch, stamps)
            progress(done, len(stamps))
            batch = []
    unread = (Reference.read(ref) for ref in sorted(missing))
    batch += [Entry(ref.kb, ref.kind, ref.id, "", "") for ref in unread]
    done += _put(index, name, batch, stamps)
    progress(done, len(stamps))


def _put(index: IndexFile, name: str, entries: list[Entry], stamps: Mapping[str, str]) -> int:
    rows = [_row(entry, name, stamps[str(entry.reference)]) for entry in entries]
    with index.writing() as db:
        _remove(db, [row["ref"] for row, _ in rows])
        for row, columns in rows:
            number = db.execute(_ADD_DOC, [row[name] for name in _FIELDS]).lastrowid
            db.execute(_ADD, (number, *columns))
            ends = targets(row["kb"], json.loads(row["links"]))
            db.executemany("INSERT INTO edges VALUES (?, ?)", [(number, end) for end in ends])
    return len(entries)


def _remove(db: sqlite3.Connection, refs: Iterable[str]) -> None:
    for ref in refs:
        found = db.execute("SELECT id, columns FROM docs WHERE ref = ?", (ref,)).fetchone()
        if found:
            db.execute(_FORGET, (found[0], *unpack(found[1])))
            db.execute("DELETE FROM docs WHERE id = ?", (found[0],))
            db.execute("DELETE FROM vectors WHERE doc = ?", (found[0],))
            db.execute("DELETE FROM edges WHERE doc = ?", (found[0],))


def _row(entry: Entry, source: str, stamp: str) -> tuple[dict[str, Any], list[str]]:
    columns = columns_of(entry)
    place = entry.place
    values = {
        "ref": str(entry.reference),
        "kb": entry.kb,
        "kind": entry.kind,
        "title": entry.title,
        "tags": json.dumps([tag.lower() for tag in entry.tags], ensure_ascii=False),
        "source": source,
        "stamp": stamp,
        "length": sum(column.count(" ") + 1 for column in columns[:3]),
        "x": place.x if place else None,
        "y": place.y if place else None,
        "z": place.z if place else None,
        "dimension": place.dimension if place else None,
        "updated": entry.updated,
        "links": json.dumps(list(entry.links), ensure_ascii=False),
        "columns": pack(columns),
    }
    return values, columns


def columns_of(entry: Entry) -> list[str]:
    """Return the terms of title, tags and body, and those words as they are written that their stem does not say."""
    title, tags, body = (
        list(tokens(f"{entry.title} {entry.id}")),
        list(tokens(" ".join(entry.tags))),
        list(tokens(entry.body)),
    )
    exact = [token.exact for token in (*title, *body) if token.exact != token.term]
    return [
        " ".join(token.term for token in title),
        " ".join(token.term for token in tags),
        " ".join(token.term for token in body),
        " ".join(exact),
    ]
