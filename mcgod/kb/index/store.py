"""The index's own file: one SQLite database, which can be thrown away at any time and is built anew from the entries.

    docs(id, ref, kb, kind, title, tags, stamp, length, x, y, z, dimension, updated, links, columns)
    terms: an FTS5 table without content, with the columns title, tags, body and exact
    vocabulary: how many documents have a term
    edges(doc, target): whole references that a document points at
    vectors(doc, data): the passages of a document, as float32 numbers
    meta(key, value)

``columns`` are the terms of a document, packed: what FTS5 needs to be told
once more when it is to forget them.
"""

from __future__ import annotations

import sqlite3
import zlib
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from mcgod import fsio
from mcgod.errors import Busy, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

VERSION = "4"
COLUMNS = ("title", "tags", "body", "exact")
_PATIENCE = 30.0  # seconds that one process waits for another

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE docs (
  id INTEGER PRIMARY KEY, ref TEXT NOT NULL UNIQUE, kb TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL,
  tags TEXT NOT NULL, source TEXT NOT NULL, stamp TEXT NOT NULL, length INTEGER NOT NULL, x REAL, y REAL, z REAL,
  dimension TEXT, updated REAL NOT NULL, links TEXT NOT NULL, columns BLOB NOT NULL
);
CREATE TABLE edges (doc INTEGER NOT NULL, target TEXT NOT NULL);
CREATE INDEX edges_of_doc ON edges (doc);
CREATE INDEX edges_to_target ON edges (target);
CREATE TABLE vectors (doc INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX vectors_of_doc ON vectors (doc);
CREATE INDEX docs_of_source ON docs (source);
CREATE INDEX docs_at_places ON docs (dimension, x) WHERE x IS NOT NULL;
CREATE VIRTUAL TABLE terms USING fts5(title, tags, body, exact, content='', tokenize="unicode61 remove_diacritics 0");
CREATE VIRTUAL TABLE vocabulary USING fts5vocab('terms', 'row');
"""


class IndexFile:
    """The index in ``path``; one that is missing, broken or of another version is made anew, empty."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.db = self._open()

    def close(self) -> None:
        """Let go of the file."""
        self.db.close()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Hold the right to write for the block: all of it counts, or nothing. Raises Busy, StoreFailed."""
        with faults(self._path):
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
            except BaseException:
                self.db.execute("ROLLBACK")
                raise
            self.db.execute("COMMIT")

    def meta(self, key: str) -> str:
        """Return a remark of the index on itself, empty when there is none."""
        found = self.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return found[0] if found else ""

    def set_meta(self, key: str, value: str) -> None:
        """Keep a remark; within ``writing``."""
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def _open(self) -> sqlite3.Connection:
        fsio.make_folder(self._path.parent)
        with fsio.locked(self._path.with_suffix(".lock")), faults(self._path):
            with suppress(sqlite3.DatabaseError):
                db = self._connected()
                found = db.execute("SELECT value FROM meta WHERE key = 'version'").fetchone()
                if found and found[0] == VERSION:
                    return db
                db.close()
            return self._made()

    def _made(self) -> sqlite3.Connection:
        """Throw away what is there and begin anew."""
        _remove(self._path)
        fsio.replace_file(self._path, b"", durable=False)  # so that SQLite finds it, with our mode
        db = self._connected()
        db.executescript(_SCHEMA)
        db.execute("INSERT INTO meta VALUES ('version', ?)", (VERSION,))
        return db

    def _connected(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")  # after a power cut it is built anew at worst
        db.execute("PRAGMA temp_store = MEMORY")
        return db


def forget(path: Path) -> None:
    """Throw the index away. It comes back with the next search."""
    fsio.make_folder(path.parent)
    with fsio.locked(path.with_suffix(".lock")):
        _remove(path)


def pack(columns: list[str]) -> bytes:
    """Return a document's terms as they are kept; no term has a line break in it."""
    return zlib.compress("\n".join(columns).encode(), 1)


def unpack(data: bytes) -> list[str]:
    """Return what ``pack`` made of a document's terms."""
    return zlib.decompress(data).decode().split("\n")


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Translate SQLite's errors. Raises Busy and StoreFailed."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise Busy(f"{path.name} is held by another mcgod", hint="try again in a moment") from error
        raise StoreFailed(f"the index {path}: {error}", hint="mcgod kb reindex") from error
    except sqlite3.DatabaseError as error:
        raise StoreFailed(f"the index {path} is broken: {error}", hint="mcgod kb reindex") from error


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        fsio.remove(path.with_name(path.name + ending), durable=False)
