"""What a client may read: sessions and their turns, pages of the knowledge bases, and the events from a cursor.

mcgod://sessions                     {"sessions"}, the last used first
mcgod://sessions/OWNER/ID            its turns, as JSON lines
mcgod://kb/world:page:villages/north an entry, as Markdown
mcgod://events/41                    {"events","next","dropped","stream"}, after event 41
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from mcgod.errors import NotFound, Refused
from mcgod.kb.port import BASES
from mcgod.tools.toolbox import UNTRUSTED, cut_at

if TYPE_CHECKING:
    from mcgod.mcpserver.desk import Desk
    from mcgod.store.session import Session

_ROOT = "mcgod://"
_JSON, _LINES, _MARKDOWN = "application/json", "application/jsonl", "text/markdown"
_MOST_SESSIONS, _MOST_PAGES = 50, 200  # that the list names; the templates reach the rest
_MOST_ROWS, _EVENTS = 500, 200  # in one answer
_LARGEST = 300_000  # characters of one resource


class Resource(NamedTuple):
    """Something to read, or with ``{…}`` in its address a family of it. ``kind`` is its media type."""

    uri: str
    name: str
    says: str
    kind: str


class Content(NamedTuple):
    """What was read, as text of a media type."""

    kind: str
    text: str


TEMPLATES = (
    Resource(f"{_ROOT}sessions/{{owner}}/{{id}}", "session", "The turns of a session, oldest first.", _LINES),
    Resource(f"{_ROOT}kb/{{+reference}}", "entry", "An entry of the knowledge bases, by its reference.", _MARKDOWN),
    Resource(f"{_ROOT}events/{{since}}", "events", "What happened after the event of that number.", _JSON),
)
SESSIONS = Resource(f"{_ROOT}sessions", "sessions", "All sessions, the last used first.", _JSON)
EVENTS = Resource(f"{_ROOT}events", "events", "The newest events, and the number to go on from.", _JSON)


def listed(desk: Desk) -> list[Resource]:
    """Return what can be read now. Raises StoreFailed, BadConfig."""
    found = [SESSIONS, *([EVENTS] if desk.link.up else [])]
    for owner, one in _sessions(desk)[:_MOST_SESSIONS]:
        uri = f"{SESSIONS.uri}/{quote(owner, safe='')}/{one.id}"
        found.append(Resource(uri, one.token, f"{one.title}: {one.turns} turns of {owner}", _LINES))
    bases = desk.knowledge.bases
    for name in reversed(BASES):
        if bases.is_local(name):
            references = sorted(bases.local(name).stamps())[:_MOST_PAGES]
            found += [
                Resource(f"{_ROOT}kb/{quote(one, safe=':/')}", one, f"of the {name} base", _MARKDOWN)
                for one in references
            ]
    return found


def read(desk: Desk, uri: str) -> Content:
    """Return what stands under ``uri``. Raises NotFound, Refused for another player's session, BridgeDown."""
    room, _, rest = uri.removeprefix(_ROOT).partition("/")
    if uri.startswith(_ROOT):
        if room == "sessions":
            return _session(desk, rest) if rest else _overview(desk)
        if room == "events" and (not rest or rest.isdecimal()):
            return _events(desk, int(rest[:18]) if rest else None)
        if room == "kb" and rest:
            return _entry(desk, unquote(rest))
    raise NotFound(f"there is nothing to read at {uri[:200]!r}", hint="list the resources and their templates")


def _sessions(desk: Desk) -> list[tuple[str, Session]]:
    owners = [desk.owner] if desk.owner else desk.store.owners()
    found = [(owner, session) for owner in owners for session in desk.store.sessions(owner)]
    return sorted(found, key=lambda pair: -pair[1].updated_at)


def _overview(desk: Desk) -> Content:
    rows = [
        {
            "id": one.id,
            "token": one.token,
            "title": one.title,
            "owner": owner,
            "mode": one.mode,
            "player": one.player,
            "closed": one.closed_at is not None,
            "turns": one.turns,
            "updatedAt": one.updated_at,
            "uri": f"{SESSIONS.uri}/{quote(owner, safe='')}/{one.id}",
        }
        for owner, one in _sessions(desk)
    ]
    return Content(_JSON, json.dumps({"untrusted": UNTRUSTED, "sessions": rows[:_MOST_ROWS]}, ensure_ascii=False))


def _session(desk: Desk, rest: str) -> Content:
    owner, _, reference = rest.partition("/")
    owner = unquote(owner)
    if desk.owner not in (None, owner):
        raise Refused(f"the sessions of {owner[:80]} are not for {desk.player}")
    found = desk.store.find(owner, unquote(reference))
    lines = [json.dumps(one, ensure_ascii=False) for one in desk.store.turns(owner, found.id).records]
    kept, size = len(lines), 0
    while kept and (size := size + len(lines[kept - 1])) <= _LARGEST:
        kept -= 1
    head = {"untrusted": UNTRUSTED, "session": found.token, "left_out": kept}
    return Content(_LINES, "\n".join([json.dumps(head, ensure_ascii=False), *lines[kept:]]) + "\n")


def _entry(desk: Desk, reference: str) -> Content:
    entry = desk.knowledge.bases.get(reference)
    title = "" if entry.body.lstrip().startswith("# ") else f"# {entry.title}\n\n"
    return Content(_MARKDOWN, cut_at(f"<!-- {UNTRUSTED} -->\n{title}{entry.body.strip()}\n", _LARGEST))


def _events(desk: Desk, since: int | None) -> Content:
    if since is None:
        since = max(0, desk.link.call("status")["events"]["last"] - _EVENTS)
    found = desk.link.call("events", {"since": since, "limit": _EVENTS})
    return Content(_JSON, json.dumps({"untrusted": UNTRUSTED, **found}, ensure_ascii=False))
