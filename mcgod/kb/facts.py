"""The fact store of one base: ``kb/<base>/facts.jsonl``, the newest of each key, at most 1,000.

A line is one change, whole or not at all: ``{"v":1,"set":[fact, …],"drop":[key, …]}``.
Lines are appended under a lock; the file is written anew when most of it is
history. A torn last line was never acknowledged and is ignored.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.errors import BadInput, NotFound, Refused, StoreFailed
from mcgod.kb.fact import Fact

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from mcgod.kb.port import Entry, Reference

VERSION = 1
MOST = 1000  # facts in a base
_SLACK = 4  # the file is compacted when it has this many times as many lines as there are facts
_FEWEST = 500  # lines that are never worth it


class _State(NamedTuple):
    """What a file held: facts by key, its lines, its broken lines, and the stamp by which it is known again."""

    facts: dict[str, Fact]
    lines: int
    bad: int
    stamp: tuple[int, int, int]


class Facts:
    """The facts of the base ``kb`` below ``folder`` (``kb/world``). ``clock`` returns epoch seconds.

    Any number of processes may use one folder. A broken line is left out of
    everything and survives in ``facts.jsonl.corrupt-…``. Raises StoreFailed
    when the disk refuses, BadInput for a file of a newer mcgod.
    """

    def __init__(
        self, folder: Path, kb: str = "world", *, clock: Callable[[], float] = time.time, most: int = MOST
    ) -> None:
        self.folder = folder
        self.kb = kb
        self._clock = clock
        self._most = most
        self._path = folder / "facts.jsonl"
        self._state = _State({}, 0, 0, (0, 0, 0))

    def all(self) -> list[Fact]:
        """Return every fact, the newest first."""
        return sorted(self._read().facts.values(), key=lambda fact: (-fact.at, fact.key))

    def get(self, key: str) -> Fact | None:
        """Return the fact under exactly ``key``."""
        return self._read().facts.get(key)

    def open(self, reference: Reference) -> Entry:
        """Return the fact that ``reference`` names as an entry. Raises NotFound."""
        fact = self.get(reference.id)
        if fact is None:
            raise NotFound(f"nothing is remembered under {reference.id[:80]!r}", hint="mcgod kb recall")
        return fact.entry(self.kb)

    def find(self, words: str) -> list[Fact]:
        """Return the facts whose key and value hold all of ``words``, in any case; the newest first."""
        wanted = words.casefold().split()
        return [one for one in self.all() if all(word in f"{one.key} {one.value}".casefold() for word in wanted)]

    def put(self, facts: Iterable[Fact]) -> list[Fact]:
        """Keep ``facts`` as one change; return those that are kept: not the ones that a newer one stands against.

        A time ahead of the clock becomes now. What no longer fits goes, the
        oldest of the prefix that has most; what a person wanted kept never
        does. Raises Refused when nothing else is left to go.
        """
        now = self._clock()
        with self._locked():
            old = self._read().facts
            new: dict[str, Fact] = {}
            for fact in facts:
                fact = _at(fact, min(fact.at or now, now))  # noqa: PLW2901 - the same fact, at a time that was
                there = new.get(fact.key) or old.get(fact.key)
                if there is None or fact.at >= there.at:
                    new[fact.key] = fact
            gone = _evicted({**old, **new}, self._most)
            self._change([fact for key, fact in new.items() if key not in gone], [key for key in gone if key in old])
            return [fact for key, fact in new.items() if key not in gone]

    def forget(self, keys: Iterable[str]) -> list[str]:
        """Take facts away; return the keys that there were."""
        with self._locked():
            held = self._read().facts
            gone = [key for key in dict.fromkeys(keys) if key in held]
            self._change([], gone)
            return gone

    def clear(self, prefix: str) -> list[str]:
        """Take away every fact whose key starts with ``prefix`` (the seed's ClearFactsByPrefix); return their keys."""
        with self._locked():
            gone = [key for key in self._read().facts if key.startswith(prefix)]
            self._change([], gone)
            return gone

    @property
    def broken(self) -> int:
        """How many lines of the file do not parse."""
        return self._read().bad

    def stamps(self) -> dict[str, str]:
        """Return reference -> a text that changes with the fact; reads the file only after a change."""
        return {f"{self.kb}:fact:{key}": f"{fact.at}:{hash_of(fact)}" for key, fact in self._read().facts.items()}

    def entries(self, references: set[str] | None = None) -> Iterator[Entry]:
        """Yield the facts of ``references`` as entries, all when None."""
        for fact in self.all():
            if references is None or f"{self.kb}:fact:{fact.key}" in references:
                yield fact.entry(self.kb)

    def _locked(self) -> Any:
        fsio.make_folder(self.folder)
        return fsio.locked(self.folder / "facts.lock")

    def _change(self, new: list[Fact], gone: list[str]) -> None:
        """Write one line, or the whole file when most of it is history. The lock is held."""
        if not new and not gone:
            return
        state = self._read()
        facts = {key: fact for key, fact in state.facts.items() if key not in set(gone)}
        facts |= {fact.key: fact for fact in new}
        if state.lines < max(_FEWEST, _SLACK * len(facts)):
            change: dict[str, Any] = {"v": VERSION, "set": [fact.to_json() for fact in new]}
            fsio.append_line(self._path, jsonl.line(change | ({"drop": gone} if gone else {})))
            return
        if state.bad:  # a copy first: a crash between the two must not lose what a person may still repair
            stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime(self._clock()))
            fsio.replace_file(self._path.with_name(f"{self._path.name}.corrupt-{stamp}"), self._path.read_bytes())
        lines = (jsonl.line({"v": VERSION, "set": [fact.to_json()]}) + b"\n" for fact in facts.values())
        fsio.replace_file(self._path, b"".join(lines))

    def _read(self) -> _State:
        """Return the state of the file, from memory while the file is the same."""
        try:
            found = self._path.stat()
            stamp = (found.st_ino, found.st_size, found.st_mtime_ns)
            if stamp != self._state.stamp:
                self._state = _folded(jsonl.read(self._path), stamp)
        except FileNotFoundError:
            self._state = _State({}, 0, 0, (0, 0, 0))
        except OSError as error:
            raise StoreFailed(f"cannot read {self._path}: {error.strerror}") from error
        return self._state


def hash_of(fact: Fact) -> str:
    """Return a short text that differs for facts that differ."""
    import zlib  # noqa: PLC0415 - for an index only

    return f"{zlib.crc32(jsonl.line(fact.to_json())):08x}"


def _folded(lines: jsonl.Lines, stamp: tuple[int, int, int]) -> _State:
    facts: dict[str, Fact] = {}
    bad = lines.bad
    for record in lines.records:
        version = record.get("v")
        if isinstance(version, int) and version > VERSION:
            raise BadInput(f"facts.jsonl is of version {version}; this mcgod reads {VERSION}", hint="update mcgod")
        try:
            new = [Fact.from_json(raw) for raw in record.get("set", ())]
            gone = [str(key) for key in record.get("drop", ())]
        except (BadInput, TypeError):
            bad += 1
            continue
        for key in gone:
            facts.pop(key, None)
        facts |= {fact.key: fact for fact in new}
    return _State(facts, len(lines.records) + lines.bad, bad, stamp)


def _evicted(facts: Mapping[str, Fact], most: int) -> set[str]:
    """Return the keys that must go so that ``most`` stay. Raises Refused when only kept ones are left."""
    over = len(facts) - most
    if over <= 0:
        return set()
    by_prefix: dict[str, list[Fact]] = defaultdict(list)
    for fact in facts.values():
        if not fact.is_kept:
            by_prefix[fact.prefix].append(fact)
    for group in by_prefix.values():
        group.sort(key=lambda fact: (fact.at, fact.key), reverse=True)  # the oldest is at the end
    gone: set[str] = set()
    while len(gone) < over:
        group = max(by_prefix.values(), key=lambda group: (len(group), -group[-1].at if group else 0.0), default=[])
        if not group:
            raise Refused(f"{most} facts are kept already, all of them on somebody's wish", hint="mcgod kb forget KEY")
        gone.add(group.pop().key)
    return gone


def _at(fact: Fact, at: float) -> Fact:
    return fact if fact.at == at else Fact(fact.key, fact.value, fact.source, at, fact.place, fact.confidence, fact.by)
