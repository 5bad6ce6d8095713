"""A whole log, line by line: what ``parse`` says of each, with what the lines before it taught.

It learns the roster, the server's kind and the day, infers joins and leaves
whose text is missing, takes private words out and counts. It reads no files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import BadUsage
from mcgod.game.loglines.dates import Dater
from mcgod.game.loglines.gates import floodgate
from mcgod.game.loglines.headers import split
from mcgod.game.loglines.kinds import KINDS, detect
from mcgod.game.loglines.parser import SYSTEM_CHAT, Context, body_of, parse
from mcgod.game.loglines.presence import Presence
from mcgod.game.loglines.privacy import redact
from mcgod.game.loglines.roster import Roster
from mcgod.game.loglines.tally import Stats, Tally
from mcgod.game.replies import strip_codes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcgod.game.loglines.event import LogEvent

# Types that teach nothing and hide nothing.
_PLAIN = frozenset(
    {"chat", "emote", "say", "console_say", "death", "advancement", "feedback", "server_ready", "rcon_up"}
)
_OFFLINE_MODE = "**** SERVER IS RUNNING IN OFFLINE/INSECURE MODE!"


class LogReader:
    """Reads the lines of one server's log in order, over rotations.

    ``kind`` fixes the server kind (a key of KINDS); None finds it out.
    ``roster`` names players who are online already. ``dater`` gives lines
    their time; see Dater for the first day and the time zone. ``private``
    keeps whispers and passwords, which are taken out otherwise.
    """

    def __init__(
        self,
        kind: str | None = None,
        roster: Iterable[str] = (),
        *,
        dater: Dater | None = None,
        private: bool = False,
        soft_deaths: bool = False,
    ) -> None:
        if kind is not None and kind not in KINDS:
            raise BadUsage(f"no server kind {kind!r}", hint=f"one of {', '.join(filter(None, KINDS))}")
        self.kind = kind or ""
        self.roster = Roster(roster)
        self.presence = Presence()
        self.dater = dater or Dater()
        self.offline_mode = False  # the log said so: then a name proves nothing
        self._private = private
        self._context = Context(self.kind, self.roster, soft_deaths=soft_deaths)
        self._tally = Tally()
        self._guests: set[str] = set()  # checked by the server, but not let in yet

    def feed(self, line: str) -> list[LogEvent]:
        """Return the events of ``line``: itself, and before it joins and leaves that it shows to have happened."""
        event = parse(line, self._context)
        kind = event.type
        counts = self._tally.by_type
        counts[kind] = counts.get(kind, 0) + 1
        if kind in _PLAIN and not self.presence.owed:
            return [event.at(self.dater.stamp(event.clock, event.date))]
        event = event.at(self.dater.stamp(event.clock, event.date))
        body = ""
        if kind == "other":
            body = self._notice(event)
        elif kind == "continuation":
            self._tally.without_header(event.raw)
        else:
            self._learn(event)
        events = self.presence.hear(event)
        for one in events:
            self._meet(one)
        return events if self._private else [redact(one, body) for one in events]

    def settle(self) -> list[LogEvent]:
        """Return the joins and leaves that no line has told; call it when the log ends or pauses."""
        events = self.presence.settle()
        for one in events:
            self._meet(one)
        return events

    def stats(self) -> Stats:
        """Return how many lines were read and understood so far."""
        return self._tally.stats()

    def _learn(self, event: LogEvent) -> None:
        """Take from a line what helps to read the next ones."""
        if event.type == "uuid":
            if event.player not in self.roster:
                self._guests.add(event.player)
            self.roster.learn(event.player, event.text)
        elif event.type == "server_starting":
            self.offline_mode = False
            self._context = self._context._replace(marked=False)
        elif event.type in ("join", "leave") and not self._context.marked:
            # A server that marks one announcement marks them all, and then nothing unmarked is one.
            self._context = self._context._replace(marked=body_of(event.raw).startswith(SYSTEM_CHAT))

    def _notice(self, event: LogEvent) -> str:
        """Look at a line that is no event, and return its text."""
        plain = strip_codes(event.raw)
        header = split(plain)
        assert header is not None  # a line without one is a continuation
        body = plain[header.start :]
        if header.info:
            self._tally.without_event(body, self.roster)
        if body.startswith(_OFFLINE_MODE):
            self.offline_mode = True
        elif bedrock := floodgate(body):
            self.roster.learn(*bedrock)
        elif not self.kind:
            self.kind = detect(header.form, body)
        return body

    def _meet(self, event: LogEvent) -> None:
        """Keep the roster to those who are, or may be, in the game."""
        if event.type in ("join", "login"):
            self.roster.learn(event.player)
            self._guests.discard(event.player)
        elif event.type == "leave" or (event.type == "refused" and event.player in self._guests):
            self.roster.forget(event.player)
            self._guests.discard(event.player)
