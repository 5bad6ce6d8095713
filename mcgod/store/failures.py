"""Requests that failed before anything was run, kept for half an hour so that they can be tried again.

requests/failed/<token>.json
{"v":1,"token":"1f09ab3c","at":1764500000.0,"owner":"Steve","player":"Steve","text":"wood","mode":"god",
 "event":null,"session":"k3f9","soul":null,"error":"the model at … timed out"}
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, NotFound

if TYPE_CHECKING:
    from pathlib import Path

VERSION = 1
MINUTES = 30
_TOKEN = re.compile(r"[0-9a-f]{8}\Z")


class Failure(NamedTuple):
    """A request that failed, with all that is needed to ask again. ``at`` is in epoch seconds."""

    token: str
    at: float
    owner: str
    player: str | None
    text: str
    mode: str
    event: str | None
    session: str | None
    soul: str | None
    error: str

    def to_json(self) -> dict[str, Any]:
        """Return what is stored, without its version."""
        return self._asdict()


def new_token() -> str:
    """Return a token that nobody can guess: 8 hex digits."""
    return os.urandom(4).hex()


def keep(folder: Path, failure: Failure) -> None:
    """Store ``failure`` and forget those that are too old. Raises StoreFailed."""
    fsio.make_folder(folder)
    listed(folder, failure.at)
    fsio.replace_file(_path(folder, failure.token), jsonl.document({"v": VERSION, **failure.to_json()}))


def listed(folder: Path, now: float) -> list[Failure]:
    """Return what may still be tried again, the newest first; the rest is removed."""
    found = []
    for path in folder.glob("*.json"):
        try:
            one = _read(path)
        except (BadInput, FileNotFoundError):
            continue  # of a newer version, or gone this very moment
        if fresh(one, now):
            found.append(one)
        else:
            fsio.remove(path, durable=False)
    return sorted(found, key=lambda one: one.at, reverse=True)


def find(folder: Path, token: str, now: float) -> Failure:
    """Return the failure of ``token``, in whatever case. Raises NotFound; a wrong token harms none."""
    if name := folded(token):
        try:
            one = _read(_path(folder, name))
        except FileNotFoundError:
            pass
        else:
            if fresh(one, now):
                return one
    raise missing(token)


def forget(folder: Path, token: str) -> None:
    """Remove a failure: it was made good."""
    fsio.remove(_path(folder, token), durable=False)


def folded(token: str) -> str:
    """Return ``token`` as it is stored; empty for what can be none."""
    name = token.strip().lower()
    return name if _TOKEN.match(name) else ""


def fresh(one: Failure, now: float) -> bool:
    """Whether ``one`` may still be tried again."""
    return now - one.at <= MINUTES * 60


def missing(token: str) -> NotFound:
    """Return the error for a token that stands for nothing."""
    return NotFound(
        f"no failed request has the token {token[:20]!r}", hint=f"they are kept for {MINUTES} minutes; see mcgod retry"
    )


def read(data: bytes, where: str) -> Failure:
    """Read what was stored. Raises BadInput for a newer version, ValueError, KeyError or TypeError when broken."""
    raw = json.loads(data)
    if raw["v"] > VERSION:
        raise BadInput(f"{where} is of version {raw['v']}, written by a newer mcgod")
    return Failure(**{name: raw[name] for name in Failure._fields})


def _path(folder: Path, token: str) -> Path:
    return folder / f"{token}.json"


def _read(path: Path) -> Failure:
    """Read a failure; one that does not parse is set aside. Raises BadInput, FileNotFoundError."""
    try:
        return read(path.read_bytes(), str(path))
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        aside = fsio.set_aside(path)
        raise BadInput(f"{path} did not parse and was set aside as {aside.name}") from error
