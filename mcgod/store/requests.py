"""Requests that are running, one an owner, as files that any process may see, and may ask to stop.

    requests/<id>.json     {"v":1,"id":"d0c8779b88ac0c98","owner":"Steve","player":"Steve","text":"wood","pid":41}
    requests/<id>.lock     held for as long as it runs, so that one whose process died is known by it
    requests/<id>.stop     somebody asked for its end
    requests/owners/       a lock for each owner, held for as long as a request of theirs runs
    requests/failed/       what failed and may be tried again: see ``failures``

What runs is of no use once its process is gone, so none of it is made durable.
"""

from __future__ import annotations

import json
import os
import threading
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.errors import Busy, Occupied
from mcgod.paths import safe_name
from mcgod.store import failures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from mcgod.store.failures import Failure

VERSION = 1
_LOOK = 0.05  # seconds between two looks for a wish to stop


class Running(NamedTuple):
    """A request that runs somewhere."""

    id: str
    owner: str
    player: str | None
    text: str
    pid: int

    def to_json(self) -> dict[str, Any]:
        """Return ``{"id","owner","player","text","pid"}``."""
        return self._asdict()


class FileRequests:
    """The Requests port on the folder ``requests/``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._failed = folder / "failed"

    def running(
        self, name: str, owner: str, player: str | None, text: str, *, stop: threading.Event | None = None
    ) -> AbstractContextManager[threading.Event]:
        """Let a request be seen, and stopped, for the block. Raises Occupied while another of the owner runs."""
        return running(self._folder, name, owner, player, text, stop=stop)

    def current(self) -> list[Running]:
        """Return the requests that run now."""
        return current(self._folder)

    def stop(self, one: Running) -> None:
        """Ask for the end of a request."""
        stop(self._folder, one)

    def keep(self, failure: Failure) -> None:
        """Keep a request that failed, and forget those that are too old."""
        failures.keep(self._failed, failure)

    def failed(self, now: float) -> list[Failure]:
        """Return what may be tried again, the newest first."""
        return failures.listed(self._failed, now)

    def find(self, token: str, now: float) -> Failure:
        """Return the failure of ``token``. Raises NotFound."""
        return failures.find(self._failed, token, now)

    def forget(self, token: str) -> None:
        """Remove a failure."""
        failures.forget(self._failed, token)


@contextmanager
def running(
    folder: Path, name: str, owner: str, player: str | None, text: str, *, stop: threading.Event | None = None
) -> Iterator[threading.Event]:
    """Let the request ``name`` be seen for the block; the event is set once somebody asks for its end.

    ``stop`` is an event that is there already. Raises Occupied while another
    request of the owner runs.
    """
    stop = stop or threading.Event()
    with _alone(folder, owner), _seen(folder, Running(name, owner, player, text, os.getpid()), stop):
        yield stop


@contextmanager
def _alone(folder: Path, owner: str) -> Iterator[None]:
    """Hold the owner's lock. Its file stays: one that is deleted could be held twice."""
    fsio.make_folder(folder / "owners")
    lock = ExitStack()
    try:
        lock.enter_context(fsio.locked(folder / "owners" / f"{safe_name(owner)}.lock", timeout=0))
    except Busy:
        names = [one.id for one in current(folder) if one.owner == owner]
        hint = f"mcgod stop {names[0]}, or wait for it" if names else "try again in a moment"
        raise Occupied(f"a request of {owner} is running", hint=hint) from None
    with lock:
        yield


@contextmanager
def _seen(folder: Path, facts: Running, stop: threading.Event) -> Iterator[None]:
    """Publish ``facts`` for the block, and set ``stop`` on somebody's wish."""
    name, ended = facts.id, threading.Event()
    watcher = threading.Thread(target=_watch, args=(folder / f"{name}.stop", stop, ended), daemon=True)
    try:
        with fsio.locked(folder / f"{name}.lock", timeout=0):
            fsio.replace_file(folder / f"{name}.json", jsonl.document({"v": VERSION, **facts.to_json()}), durable=False)
            watcher.start()
            try:
                yield
            finally:
                ended.set()
                watcher.join()
    finally:
        _forget(folder, name)


def current(folder: Path) -> list[Running]:
    """Return the requests that run now; what a process left behind when it died is removed."""
    found = []
    for path in sorted(folder.glob("*.json")):
        try:
            raw = json.loads(path.read_bytes())
            one = Running(raw["id"], raw["owner"], raw["player"], raw["text"], raw["pid"])
        except (OSError, ValueError, KeyError, TypeError):
            continue  # it begins, or ended, this very moment
        try:
            with fsio.locked(path.with_suffix(".lock"), timeout=0):
                pass
        except Busy:
            found.append(one)
        else:
            _forget(folder, path.stem)
    return found


def stop(folder: Path, one: Running) -> None:
    """Ask for the end of a request: its model call is hung up, and it runs no further command."""
    fsio.replace_file(folder / f"{one.id}.stop", b"", durable=False)


def _watch(wish: Path, stop: threading.Event, ended: threading.Event) -> None:
    while not ended.wait(_LOOK):
        if wish.exists():
            stop.set()
            return


def _forget(folder: Path, name: str) -> None:
    for kind in ("json", "stop", "lock"):
        fsio.remove(folder / f"{name}.{kind}", durable=False)
