"""The Store on a local file system: one folder an owner, one lock in it.

    sessions/<owner>/active.json        {"activeSessionId": "k3f9"}
    sessions/<owner>/<id>.json          the head and the histories
    sessions/<owner>/<id>.turns.jsonl   the turn log

Whole files are replaced atomically, lines are appended under the lock, and a
file that does not parse is set aside and named, never overwritten.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, NotFound, StoreFailed
from mcgod.paths import plain_name, safe_name
from mcgod.store import heads
from mcgod.store.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from mcgod.store.port import Deed

_DEEDS_SIZE = 65536  # bytes; above it the deeds are cut
_DEEDS_KEPT = 500
# The pointer after a close: there is deliberately no active session.
_NONE = {"activeSessionId": None}


class FileStore:
    """Sessions below ``root``. ``clock`` returns epoch seconds; ``on_aside`` hears of files that were set aside."""

    def __init__(
        self,
        root: Path,
        *,
        clock: Callable[[], float] = time.time,
        on_aside: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.root = root
        self._clock = clock
        self._on_aside = on_aside

    def owners(self) -> list[str]:
        """Return every owner that has a session, in alphabetical order."""
        try:
            folders = [path for path in self.root.iterdir() if path.is_dir()]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreFailed(f"cannot read {self.root}: {error.strerror}") from error
        return sorted(plain_name(path.name) for path in folders if self._ids(path))

    def sessions(self, owner: str) -> list[Session]:
        """Return the owner's sessions, the last used first."""
        folder = self.folder(owner)
        found = [session for name in self._ids(folder) if (session := self._read(folder / f"{name}.json"))]
        return heads.last_used_first(found)

    def active(self, owner: str) -> Session | None:
        """Return the session of the pointer, or None after a close; without a pointer the last used open one."""
        folder = self.folder(owner)
        pointer = self._parsed(folder / "active.json")
        if pointer == _NONE:
            return None
        named = self._pointer(folder)
        if named and (session := self._read(folder / f"{named}.json")):
            return session
        return heads.last_open(self.sessions(owner))

    def find(self, owner: str, reference: str) -> Session:
        """Return the session that answers to ``reference``. Raises NotFound."""
        folder = self.folder(owner)
        session_id = heads.id_in(reference)
        if self._has(folder, session_id) and (session := self._read(folder / f"{session_id}.json")):
            return session
        raise NotFound(f"{owner} has no session {reference!r}", hint="mcgod session list")

    def start(self, owner: str, *, mode: str = "god", player: str | None = None, title: str | None = None) -> Session:
        """Create a session with a free id and make it the owner's active one."""
        folder = self.folder(owner)
        fsio.make_folder(folder)
        with self._lock(folder):
            now = self._now()
            session = Session(
                heads.free_id(self._ids(folder), str(folder)), created_at=now, updated_at=now, mode=mode, player=player
            )
            if title:
                session.rename(title)
            self._write(folder, session)
            self._point(folder, session.id)
        return session

    def activate(self, owner: str, session_id: str) -> Session:
        """Make a session the active one, re-opening it when it was closed. Raises NotFound."""
        folder = self._known_folder(owner, session_id)
        with self._lock(folder):
            session = self.find(owner, session_id)
            if session.closed_at is not None:
                session.closed_at = None
                self._write(folder, session)
            self._point(folder, session.id)
        return session

    def close(self, owner: str, session_id: str) -> Session:
        """Mark a session closed; if it was active the owner has none afterwards. Raises NotFound."""
        folder = self._known_folder(owner, session_id)
        with self._lock(folder):
            session = self.find(owner, session_id)
            session.closed_at = self._now()
            self._write(folder, session)
            if self._pointer(folder) == session.id:
                fsio.replace_file(folder / "active.json", jsonl.document(_NONE))
        return session

    def update(self, owner: str, session_id: str, change: Callable[[Session], None]) -> Session:
        """Read, change and write a session under the owner's lock. Raises NotFound."""
        folder = self._known_folder(owner, session_id)
        with self._lock(folder):
            session = self.find(owner, session_id)
            change(session)
            session.updated_at = self._now()
            self._write(folder, session)
        return session

    def remove(self, owner: str, session_id: str) -> None:
        """Delete a session with its turns; the last used of the rest becomes active. Raises NotFound."""
        folder = self._known_folder(owner, session_id)
        with self._lock(folder):
            session = self.find(owner, session_id)
            was_active = self._pointer(folder) == session.id
            fsio.remove(folder / f"{session.id}.json")
            fsio.remove(folder / f"{session.id}.turns.jsonl")
            if was_active:
                if rest := heads.last_open(self.sessions(owner)):
                    self._point(folder, rest.id)
                else:
                    fsio.remove(folder / "active.json")

    def deeds(self, owner: str) -> list[Deed]:
        """Return what was done for the owner of late, oldest first."""
        return heads.deeds_of(self._lines(self.folder(owner) / "deeds.jsonl").records)

    def note_deed(self, owner: str, deed: Deed) -> None:
        """Remember that something was done for the owner; the oldest are forgotten, first logins are not."""
        folder = self.folder(owner)
        path = folder / "deeds.jsonl"
        with self._lock(folder):
            fsio.append_line(path, jsonl.line({"v": 1, **deed._asdict()}))
            if path.stat().st_size > _DEEDS_SIZE:
                kept = heads.deeds_to_keep(self._lines(path).records, _DEEDS_KEPT)
                fsio.replace_file(path, b"".join(jsonl.line(line) + b"\n" for line in kept))

    def append_turns(self, owner: str, session_id: str, records: Iterable[dict[str, Any]]) -> None:
        """Append stage records to the session's turn log, each durable before this returns."""
        folder = self._known_folder(owner, session_id)
        with self._lock(folder):
            for record in records:
                fsio.append_line(folder / f"{session_id}.turns.jsonl", jsonl.line(record))

    def turns(self, owner: str, session_id: str) -> jsonl.Lines:
        """Return the turn log, oldest first, with the count of lines that did not parse."""
        return self._lines(self.folder(owner) / f"{session_id}.turns.jsonl")

    def turn_lines(self, owner: str, session_id: str) -> Iterator[bytes]:
        """Yield the turn log as it lies there, a line at a time with its newline; nothing when there is none."""
        path = self.folder(owner) / f"{session_id}.turns.jsonl"
        try:
            with path.open("rb") as file:
                yield from file
        except FileNotFoundError:
            return
        except OSError as error:
            raise StoreFailed(f"cannot read {path}: {error.strerror}") from error

    def place(self, owner: str, session_id: str) -> tuple[str, str]:
        """Return the paths of the session and of its turn log."""
        folder = self.folder(owner)
        return str(folder / f"{session_id}.json"), str(folder / f"{session_id}.turns.jsonl")

    def folder(self, owner: str) -> Path:
        """Return the owner's folder, which need not exist."""
        return self.root / safe_name(owner)

    def _lines(self, path: Path) -> jsonl.Lines:
        try:
            return jsonl.read(path)
        except OSError as error:
            raise StoreFailed(f"cannot read {path}: {error.strerror}") from error

    def _known_folder(self, owner: str, session_id: str) -> Path:
        """Return the owner's folder, or raise NotFound before anything is created in it."""
        folder = self.folder(owner)
        if not self._has(folder, session_id):
            raise NotFound(f"{owner} has no session {session_id!r}", hint="mcgod session list")
        return folder

    def _lock(self, folder: Path) -> AbstractContextManager[None]:
        return fsio.locked(folder / ".lock")

    def _now(self) -> int:
        return int(self._clock() * 1000)

    def _has(self, folder: Path, session_id: str) -> bool:
        """Whether there is such a session; the folder itself is listed only where all are wanted."""
        try:
            return heads.is_id(session_id) and (folder / f"{session_id}.json").is_file()
        except OSError as error:
            raise StoreFailed(f"cannot read {folder}: {error.strerror}") from error

    def _ids(self, folder: Path) -> set[str]:
        try:
            names = [path.name for path in folder.iterdir()]
        except (FileNotFoundError, NotADirectoryError):
            return set()
        except OSError as error:
            raise StoreFailed(f"cannot read {folder}: {error.strerror}") from error
        stems = {name.removesuffix(".json") for name in names if name.endswith(".json")}
        return {stem for stem in stems if heads.is_id(stem)}

    def _pointer(self, folder: Path) -> str | None:
        raw = self._parsed(folder / "active.json")
        named = raw.get("activeSessionId") if isinstance(raw, dict) else None
        return named if isinstance(named, str) and self._has(folder, named) else None

    def _point(self, folder: Path, session_id: str) -> None:
        fsio.replace_file(folder / "active.json", jsonl.document({"activeSessionId": session_id}))

    def _read(self, path: Path) -> Session | None:
        """Read a session file; one that does not parse is set aside and counts as not there."""
        raw = self._parsed(path)
        if raw is None:
            return None
        try:
            return Session.from_json(raw, default_id=path.stem)
        except BadInput as error:
            if isinstance(raw, dict):  # of a newer version: sound, so it stays where it is
                raise BadInput(f"{path}: {error.message}") from error
            self._set_aside(path)
            return None

    def _parsed(self, path: Path) -> Any:
        """Return the JSON in ``path``, or None when it is missing or was set aside as broken."""
        try:
            return json.loads(path.read_bytes())
        except FileNotFoundError:
            return None
        except ValueError:
            self._set_aside(path)
            return None
        except OSError as error:
            raise StoreFailed(f"cannot read {path}: {error.strerror}") from error

    def _set_aside(self, path: Path) -> None:
        aside = fsio.set_aside(path)
        self._on_aside(f"{path} did not parse and was set aside as {aside.name}")

    def _write(self, folder: Path, session: Session) -> None:
        fsio.replace_file(folder / f"{session.id}.json", jsonl.document(session.to_json()))
