"""Session ids for callers: which session, and whose, in one word that names nobody.

    sess_k3f9a1b2c3d4e5f60718

Four characters are the session's own id, which only its owner's sessions
share; the rest is a digest of the owner. Nothing has to be stored, so a
session that the shell began has one as well, and a restart changes none.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from mcgod.errors import NotFound

if TYPE_CHECKING:
    from mcgod.store.port import Store

_HANDLE = re.compile(r"sess_([a-z0-9]{4})([0-9a-f]{16})\Z")


class Handle(NamedTuple):
    """A session's id, and the digest of its owner."""

    session: str
    digest: str

    def __str__(self) -> str:
        return f"sess_{self.session}{self.digest}"


def handle_of(owner: str, session_id: str) -> Handle:
    """Return the handle of a session."""
    return Handle(session_id, sha256(owner.encode("utf-8", "surrogatepass")).hexdigest()[:16])


def read(text: str) -> Handle:
    """Read a handle. Raises NotFound for what is none."""
    if found := _HANDLE.match(text):
        return Handle(*found.groups())
    raise unknown(text)


def unknown(text: str) -> NotFound:
    """Return the error for a session that there is not."""
    return NotFound(f"no session is called {text[:40]!r}", hint="POST /v1/session/start")


class Owners:
    """The owners of ``store`` by their digests. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, str] = {}

    def learn(self, owner: str) -> None:
        """Take in an owner that is new."""
        self._known[handle_of(owner, "").digest] = owner

    def of(self, handle: Handle) -> str:
        """Return the owner. Raises NotFound."""
        if handle.digest not in self._known:
            for owner in self._store.owners():  # others begin sessions too
                self.learn(owner)
        try:
            return self._known[handle.digest]
        except KeyError:
            raise unknown(str(handle)) from None
