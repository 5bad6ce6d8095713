"""The ledger: changes of a base as wholes, be they of one file or two, that a kill can only delay.

What is to be done is written down first (``.doing.json``), then the files are
replaced, then the histories appended to, then the note goes. Whoever takes
the lock next finishes what a killed process has left. A file that was changed
by other hands gets a version of its own before it is changed again.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.kb.fields import iso
from mcgod.kb.history import History
from mcgod.kb.shelf import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from mcgod.kb.shelf import Shelf


class Step(NamedTuple):
    """One file's change: its new ``text``, or None to remove it. ``detail`` says more than ``action`` does."""

    kind: str
    id: str
    action: str
    text: str | None
    author: str = ""
    detail: str = ""


class Ledger:
    """Changes the files of ``shelves`` below ``folder``; ``clock`` returns epoch seconds."""

    def __init__(self, folder: Path, shelves: Mapping[str, Shelf], clock: Callable[[], float]) -> None:
        self._folder = folder
        self._shelves = shelves
        self._clock = clock
        self._note = folder / ".doing.json"
        self.histories = {
            kind: History(folder / "history" / shelf.folder.name, shelf) for kind, shelf in shelves.items()
        }

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Hold the base's lock, with what a killed process has left undone finished. Raises Busy or StoreFailed."""
        fsio.make_folder(self._folder)
        with fsio.locked(self._folder / ".lock"):
            self._finish()
            yield

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Hold the lock as for writing, unless there is nothing yet."""
        if self._folder.is_dir():
            with self.writing():
                yield
        else:
            yield

    def commit(self, *steps: Step) -> list[dict[str, Any]]:
        """Make the changes and return the version that each made; the caller is inside ``writing``.

        A step that changes nothing makes no version and returns the last one.
        Raises StoreFailed; what was not acknowledged may then be there or not.
        """
        made, doing = [], []
        for step in steps:
            self.adopt(step.kind, step.id)
            version = self._version(step)
            if version["before"] == version["after"]:
                version = self.histories[step.kind].last(step.id) or version
            else:
                doing.append({"kind": step.kind, "id": step.id, "version": version})
            made.append(version)
        if doing:
            # It need not outlive the machine: a file without its version is adopted then.
            fsio.replace_file(self._note, jsonl.document(doing), durable=False)
            self._do(doing)
        return made

    def token(self) -> str:
        """Return a text that is another one after each change that was made through here; takes one small read."""
        try:
            return (self._folder / ".changed").read_text("ascii")
        except (OSError, UnicodeDecodeError):
            return ""

    def adopt(self, kind: str, entry: str) -> bool:
        """Give a file that other hands have changed or removed a version; tell whether it had none."""
        shelf, history = self._shelves[kind], self.histories[kind]
        data, last = shelf.data(entry), history.last(entry)
        known = last["after"] if last else None
        if digest(data) == known:
            return False
        try:
            text = data.decode("utf-8") if data is not None else None
        except UnicodeDecodeError:  # no version can hold it, so its bytes stay in a file
            fsio.set_aside(shelf.path(entry))
            text = shelf.text(entry)
            if digest(text) == known:
                return False
        shipped = last is None and shelf.shipped(entry) and not shelf.path(entry).exists()
        step = Step(kind, entry, "outside", text, detail="as it ships" if shipped else "changed by other hands")
        history.append(entry, self._version(step) | {"before": known})
        return True

    def _version(self, step: Step) -> dict[str, Any]:
        last = self.histories[step.kind].last(step.id)
        return {
            "v": 1,
            "version": (last["version"] if last else 0) + 1,
            "at": iso(self._clock()),
            "action": step.action,
            "author": step.author,
            "detail": step.detail,
            "before": digest(self._shelves[step.kind].data(step.id)),
            "after": digest(step.text),
            "text": step.text,
        }

    def _do(self, doing: list[dict[str, Any]]) -> None:
        """Bring files and histories to where ``doing`` wants them, and drop the note; what is there already stays."""
        for one in doing:
            shelf, version = self._shelves[one["kind"]], one["version"]
            found = digest(shelf.data(one["id"]))
            if found == version["after"] or found != version["before"]:
                continue  # done, or changed by other hands since the kill
            path = shelf.path(one["id"])
            if version["text"] is None:
                fsio.remove(path)
            else:
                fsio.make_folder(path.parent)
                fsio.replace_file(path, version["text"].encode("utf-8"))
        for one in doing:
            history, version = self.histories[one["kind"]], one["version"]
            last = history.last(one["id"])
            if (last["version"] if last else 0) < version["version"]:
                history.append(one["id"], version)
        fsio.replace_file(self._folder / ".changed", os.urandom(8).hex().encode(), durable=False)
        fsio.remove(self._note, durable=False)

    def _finish(self) -> None:
        try:
            doing = json.loads(self._note.read_bytes())
        except FileNotFoundError:
            return
        except ValueError:  # the machine went down with it
            doing = []
        self._do(doing)
