"""The Store in Redis, for a network of servers that shares it.

    mcgod:owners                  a set: the names of owners, encoded as file names are
    mcgod:sessions:<owner>        a hash: id -> the session's JSON
    mcgod:active:<owner>          the active session's id; empty after a close
    mcgod:turns:<owner>:<id>      a list: the turn log's lines
    mcgod:deeds:<owner>           a list: what was done of late
    mcgod:corrupt:<owner>         a hash: what did not parse, under its id and the time

Whoever changes a session watches its owner's hash: of two at the same time
the second begins anew. What does not parse is set aside, never overwritten.
"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from mcgod import jsonl
from mcgod.errors import BadInput, NotFound
from mcgod.paths import plain_name, safe_name
from mcgod.store import heads
from mcgod.store.redis.link import PREFIX
from mcgod.store.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mcgod.store.port import Deed
    from mcgod.store.redis.link import Link, Pipe

_OWNERS = f"{PREFIX}owners"
_PAGE = 500  # lines of a turn log that are fetched at once
_DEEDS_MOST = 1000
_DEEDS_KEPT = 500


class RedisStore:
    """Sessions behind ``link``. ``clock`` returns epoch seconds; ``on_aside`` hears of what was set aside."""

    def __init__(
        self,
        link: Link,
        *,
        clock: Callable[[], float] = time.time,
        on_aside: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._link = link
        self._clock = clock
        self._on_aside = on_aside

    def owners(self) -> list[str]:
        """Return every owner that has a session, in alphabetical order."""
        names = [raw.decode() for raw in self._link.ask(lambda redis: redis.smembers(_OWNERS))]
        return sorted(plain_name(name) for name in names if self._link.ask(_has(f"{PREFIX}sessions:{name}")))

    def sessions(self, owner: str) -> list[Session]:
        """Return the owner's sessions, the last used first."""
        raw = self._link.ask(lambda redis: redis.hgetall(_sessions(owner)))
        found = [self._parsed(owner, name.decode(), data) for name, data in raw.items()]
        return heads.last_used_first(session for session in found if session)

    def active(self, owner: str) -> Session | None:
        """Return the session of the pointer, or None after a close; without a pointer the last used open one."""
        named = self._link.ask(lambda redis: redis.get(_active(owner)))
        if named == b"":
            return None
        if named is not None and (session := self._get(owner, named.decode())):
            return session
        return heads.last_open(self.sessions(owner))

    def find(self, owner: str, reference: str) -> Session:
        """Return the session that answers to ``reference``. Raises NotFound."""
        if session := self._get(owner, heads.id_in(reference)):
            return session
        raise _missing(owner, reference)

    def start(self, owner: str, *, mode: str = "god", player: str | None = None, title: str | None = None) -> Session:
        """Create a session with a free id and make it the owner's active one."""
        now = self._now()

        def create(pipe: Pipe) -> Session:
            taken = {raw.decode() for raw in pipe.hkeys(_sessions(owner))}
            free = heads.free_id(taken, _sessions(owner))
            session = Session(free, created_at=now, updated_at=now, mode=mode, player=player)
            if title:
                session.rename(title)
            pipe.multi()
            pipe.sadd(_OWNERS, safe_name(owner))
            pipe.hset(_sessions(owner), session.id, _stored(session))
            pipe.set(_active(owner), session.id)
            return session

        return self._link.change([_sessions(owner)], create)

    def activate(self, owner: str, session_id: str) -> Session:
        """Make a session the active one, re-opening it when it was closed. Raises NotFound."""

        def reopen(session: Session, _pipe: Pipe) -> list[tuple[str, str]]:
            session.closed_at = None
            return [(_active(owner), session.id)]

        return self._changed(owner, session_id, reopen)

    def close(self, owner: str, session_id: str) -> Session:
        """Mark a session closed; if it was active the owner has none afterwards. Raises NotFound."""
        now = self._now()

        def shut(session: Session, pipe: Pipe) -> list[tuple[str, str]]:
            session.closed_at = now
            return [(_active(owner), "")] if pipe.get(_active(owner)) == session.id.encode() else []

        return self._changed(owner, session_id, shut)

    def update(self, owner: str, session_id: str, change: Callable[[Session], None]) -> Session:
        """Read, change and write a session; anew when others were quicker. Raises NotFound."""
        now = self._now()

        def changed(session: Session, _pipe: Pipe) -> list[tuple[str, str]]:
            change(session)
            session.updated_at = now
            return []

        return self._changed(owner, session_id, changed)

    def remove(self, owner: str, session_id: str) -> None:
        """Delete a session with its turns; the last used of the rest becomes active. Raises NotFound."""

        def drop(pipe: Pipe) -> None:
            session = self._read(pipe, owner, session_id)
            was_active = pipe.get(_active(owner)) == session.id.encode()
            raw = pipe.hgetall(_sessions(owner))
            others = [self._parsed(owner, name.decode(), data) for name, data in raw.items()]
            rest = heads.last_open(heads.last_used_first(one for one in others if one and one.id != session.id))
            pipe.multi()
            pipe.hdel(_sessions(owner), session.id)
            pipe.delete(_turns(owner, session.id))
            if was_active and rest:
                pipe.set(_active(owner), rest.id)
            elif was_active:
                pipe.delete(_active(owner))

        self._link.change([_sessions(owner), _active(owner)], drop)

    def deeds(self, owner: str) -> list[Deed]:
        """Return what was done for the owner of late, oldest first."""
        return heads.deeds_of(_lines(self._link.ask(lambda redis: redis.lrange(_deeds(owner), 0, -1))).records)

    def note_deed(self, owner: str, deed: Deed) -> None:
        """Remember that something was done for the owner; the oldest are forgotten, first logins are not."""

        def note(pipe: Pipe) -> None:
            kept = []
            if pipe.llen(_deeds(owner)) >= _DEEDS_MOST:
                kept = heads.deeds_to_keep(_lines(pipe.lrange(_deeds(owner), 0, -1)).records, _DEEDS_KEPT)
            pipe.multi()
            if kept:
                pipe.delete(_deeds(owner))
            pipe.rpush(_deeds(owner), *map(jsonl.line, kept), jsonl.line({"v": 1, **deed._asdict()}))

        self._link.change([_deeds(owner)], note)

    def append_turns(self, owner: str, session_id: str, records: Iterable[dict[str, Any]]) -> None:
        """Append stage records to the session's turn log. Raises NotFound."""
        lines = [jsonl.line(record) for record in records]

        def append(pipe: Pipe) -> None:
            if not pipe.hexists(_sessions(owner), session_id):
                raise _missing(owner, session_id)
            pipe.multi()
            if lines:
                pipe.rpush(_turns(owner, session_id), *lines)

        self._link.change([], append)

    def turns(self, owner: str, session_id: str) -> jsonl.Lines:
        """Return the turn log, oldest first, with the count of lines that did not parse."""
        return jsonl.parse(b"".join(self.turn_lines(owner, session_id)))

    def turn_lines(self, owner: str, session_id: str) -> Iterator[bytes]:
        """Yield the turn log as it lies there, a line at a time with its newline; nothing when there is none."""
        start = 0
        while page := self._link.ask(_range(_turns(owner, session_id), start, start + _PAGE - 1)):
            yield from (line + b"\n" for line in page)
            start += len(page)

    def place(self, owner: str, session_id: str) -> tuple[str, str]:
        """Return the keys of the session's hash and of its turn log."""
        return f"{_sessions(owner)} {session_id}", _turns(owner, session_id)

    def _changed(
        self, owner: str, session_id: str, change: Callable[[Session, Pipe], list[tuple[str, str]]]
    ) -> Session:
        """Change a session and write it, with the keys that ``change`` returns beside it. Raises NotFound."""

        def write(pipe: Pipe) -> Session:
            session = self._read(pipe, owner, session_id)
            beside = change(session, pipe)
            pipe.multi()
            pipe.hset(_sessions(owner), session.id, _stored(session))
            for key, value in beside:
                pipe.set(key, value)
            return session

        return self._link.change([_sessions(owner), _active(owner)], write)

    def _read(self, pipe: Pipe, owner: str, session_id: str) -> Session:
        data = pipe.hget(_sessions(owner), session_id)
        session = self._parsed(owner, session_id, data) if data is not None else None
        if session is None:
            raise _missing(owner, session_id)
        return session

    def _get(self, owner: str, session_id: str) -> Session | None:
        data = (
            self._link.ask(lambda redis: redis.hget(_sessions(owner), session_id)) if heads.is_id(session_id) else None
        )
        return self._parsed(owner, session_id, data) if data is not None else None

    def _parsed(self, owner: str, session_id: str, data: bytes) -> Session | None:
        """Read a session; one that does not parse is set aside and counts as not there."""
        try:
            raw = json.loads(data)
        except ValueError:
            raw = None
        try:
            return Session.from_json(raw, default_id=session_id)
        except BadInput as error:
            if isinstance(raw, dict):  # of a newer version: sound, so it stays where it is
                raise BadInput(f"{_sessions(owner)} {session_id}: {error.message}") from error
            self._set_aside(owner, session_id, data)
            return None

    def _set_aside(self, owner: str, session_id: str, data: bytes) -> None:
        aside, name = f"{PREFIX}corrupt:{safe_name(owner)}", f"{session_id}.{self._now()}"

        def move(pipe: Pipe) -> None:
            same = pipe.hget(_sessions(owner), session_id) == data
            pipe.multi()
            if same:
                pipe.hset(aside, name, data)
                pipe.hdel(_sessions(owner), session_id)

        self._link.change([_sessions(owner)], move)
        self._on_aside(f"{_sessions(owner)} {session_id} did not parse and was set aside as {aside} {name}")

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _sessions(owner: str) -> str:
    return f"{PREFIX}sessions:{safe_name(owner)}"


def _active(owner: str) -> str:
    return f"{PREFIX}active:{safe_name(owner)}"


def _turns(owner: str, session_id: str) -> str:
    return f"{PREFIX}turns:{safe_name(owner)}:{session_id}"


def _deeds(owner: str) -> str:
    return f"{PREFIX}deeds:{safe_name(owner)}"


def _has(key: str) -> Callable[[Any], Any]:
    return lambda redis: redis.exists(key)


def _range(key: str, first: int, last: int) -> Callable[[Any], Any]:
    return lambda redis: redis.lrange(key, first, last)


def _lines(lines: list[bytes]) -> jsonl.Lines:
    return jsonl.parse(b"".join(line + b"\n" for line in lines))


def _stored(session: Session) -> bytes:
    return jsonl.line(session.to_json())


def _missing(owner: str, reference: str) -> NotFound:
    return NotFound(f"{owner} has no session {reference!r}", hint="mcgod session list")
