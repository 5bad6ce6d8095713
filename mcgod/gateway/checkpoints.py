"""Where turns stand, on disk: LangGraph's own SQLite store in a file that only its owner may read.

What is kept is JSON within MessagePack. Nothing in the file can name code to
be run when it is read.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

from mcgod import fsio
from mcgod.errors import StoreFailed

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from langchain_core.runnables import RunnableConfig


class Checkpoints:
    """The checkpoints in ``path``; a file that is no database is set aside, and said so. Raises StoreFailed."""

    def __init__(self, path: Path) -> None:
        fsio.make_folder(path.parent)
        if path.exists() and not _sound(path):
            aside = fsio.set_aside(path)
            raise StoreFailed(f"{path} is broken and was set aside as {aside.name}", hint="start again")
        if not path.exists():
            fsio.replace_file(path, b"")  # so that SQLite finds it, with our mode
        self._db = sqlite3.connect(path, timeout=30.0, check_same_thread=False)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self.saver = SqliteSaver(self._db, serde=JsonPlusSerializer(allowed_msgpack_modules=None))
        self.saver.setup()

    def knows(self, request_id: str) -> bool:
        """Whether anything is kept of a turn."""
        return self.saver.get_tuple(thread(request_id)) is not None

    def forget(self, request_id: str) -> None:
        """Keep nothing of a turn."""
        self.saver.delete_thread(request_id)

    def forget_all_but(self, request_ids: Collection[str]) -> None:
        """Keep nothing of the other turns."""
        with self.saver.lock, closing(self._db.execute("SELECT DISTINCT thread_id FROM checkpoints")) as found:
            kept = [str(name) for (name,) in found]
        for name in set(kept) - set(request_ids):
            self.forget(name)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def thread(request_id: str) -> RunnableConfig:
    """Return what names the turn of a request to LangGraph."""
    return {"configurable": {"thread_id": request_id, "checkpoint_ns": ""}, "recursion_limit": 1000}


def _sound(path: Path) -> bool:
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path, timeout=30.0)) as db:
        db.execute("SELECT count(*) FROM sqlite_master")
        return True
    return False
