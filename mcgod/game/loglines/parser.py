"""A log line in, an event out. Pure and total: any text gives an event, and nothing is raised.

The order is the defence against players who type what the server would say:
header first, then level and thread, then what players say, and only then
what the game says. Text is matched from its start, never searched.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mcgod.game.loglines import feats, foreign, gates, lifecycle, speech
from mcgod.game.loglines.event import NOTHING, UNSIGNED, LogEvent, Meaning
from mcgod.game.loglines.headers import DATE, Header, split
from mcgod.game.loglines.kinds import KINDS, Kind
from mcgod.game.loglines.names import NAME
from mcgod.game.loglines.roster import NOBODY, Roster
from mcgod.game.replies import strip_codes

SYSTEM_CHAT = "System chat: "

# Nearly every line that matters is plain chat; this reads header and speech in one step.
_PLAIN_CHAT = re.compile(
    rf"\[(?:({DATE}) )?([0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{{3}})?)"
    r"(?:\] \[(Server thread|Async Chat Thread - #\d+|Netty [\w ]*Server IO #\d+)/INFO\]"
    r"(?: \[(?:net\.minecraft\.|minecraft/)[^\]]*\])?| INFO\])"
    rf": (\[Not Secure\] )?<({NAME})> (.*)",
    re.DOTALL | re.ASCII,
).fullmatch
_CHAT_THREAD = re.compile(r"Async Chat Thread - #\d+|Netty [\w ]*Server IO #\d+", re.ASCII)
_OTHER = Meaning("other")
_new = tuple.__new__


class Context(NamedTuple):
    """What is known beside the line.

    ``kind`` is a key of KINDS, empty when unknown. ``marked`` demands the
    ``System chat: `` of 26.3 before joins, leaves, deaths and advancements.
    ``soft_deaths`` takes unknown text behind a known player's name for a death.
    """

    kind: str = ""
    roster: Roster = NOBODY
    marked: bool = False
    soft_deaths: bool = False


ANY = Context()
_FAST = frozenset(kind for kind, traits in KINDS.items() if traits.players and {"game", "console"} <= traits.forms)


def parse(line: str, context: Context = ANY) -> LogEvent:
    """Return what ``line`` says; one line end at its end is dropped."""
    if line[-1:] == "\n":
        line = line[:-2] if line[-2:] == "\r\n" else line[:-1]
    if "\x1b" not in line and "§" not in line:
        if context.kind in _FAST and (found := _PLAIN_CHAT(line)):
            date, clock, thread, unsigned, name, text = found.groups("")
            extra = UNSIGNED if unsigned else NOTHING
            return _new(LogEvent, ("chat", name, text, line, clock, date, "INFO", thread, extra, ""))
        return _understand(line, line, context)
    return _understand(line, strip_codes(line), context)


def body_of(line: str) -> str:
    """Return the text behind the header, or the whole line when it has none; codes are stripped."""
    plain = strip_codes(line)
    header = split(plain)
    return plain[header.start :] if header else plain


def _understand(raw: str, plain: str, context: Context) -> LogEvent:
    header = split(plain)
    if not header:
        return LogEvent("continuation", "", "", raw)
    kind, player, text, extra = _meaning(header, plain[header.start :], context) or _OTHER
    return LogEvent(kind, player, text, raw, header.clock, header.date, header.level, header.thread, extra)


def _meaning(header: Header, body: str, context: Context) -> Meaning | None:
    traits = KINDS.get(context.kind, KINDS[""])
    if not header.info or not header.own or header.form not in traits.forms:
        return None
    if header.form == "cuberite":
        return foreign.cuberite(body)
    if header.form == "proxy":
        return gates.proxy(body)
    if header.thread in ("", "Server thread"):
        return _from_server(header, body, context, traits)
    if _CHAT_THREAD.fullmatch(header.thread):
        return _speech(body, context, traits) if traits.players else None
    return _from_elsewhere(header.thread, body, context, traits)


def _from_server(header: Header, body: str, context: Context, traits: Kind) -> Meaning | None:
    """Read a line of the main thread, or of a header that names none."""
    found = None
    if traits.players:
        found = _speech(body, context, traits) or _from_game(body, context)
    if not found and header.form == "squid":
        found = foreign.squid(body)
    if not found and traits.proxy:
        found = gates.proxy(body)
    if not found:
        found = lifecycle.server(body) or lifecycle.rcon(body)
    return found


def _speech(body: str, context: Context, traits: Kind) -> Meaning | None:
    heard = speech.hear(body, context.roster)
    if heard and not traits.plugins and "by_roster" in heard.extra:
        return None
    return heard


def _from_game(body: str, context: Context) -> Meaning | None:
    """Read what the game itself says of players."""
    roster = context.roster
    if body.startswith(SYSTEM_CHAT):
        return _announced(body[len(SYSTEM_CHAT) :], context)
    if not context.marked and (found := _announced(body, context)):
        return found
    if context.marked and (found := feats.feedback(body, roster)):
        return found
    return (
        gates.login(body)
        or gates.lost(body, roster)
        or gates.refused(body, roster)
        or feats.command(body, roster)
        or gates.uuid(body)
    )


def _announced(body: str, context: Context) -> Meaning | None:
    """Read what every player sees: from 26.3 on such lines carry a mark."""
    roster = context.roster
    return (
        feats.feedback(body, roster)
        or gates.passing(body, roster)
        or feats.advancement(body, roster)
        or feats.death(body, roster, soft=context.soft_deaths)
    )


def _from_elsewhere(thread: str, body: str, context: Context, traits: Kind) -> Meaning | None:
    """Read a line of a thread that speaks neither for players nor for the world."""
    if thread.startswith("RCON "):
        return lifecycle.rcon(body)
    if thread.startswith("User Authenticator #"):
        return gates.uuid(body) or gates.refused(body, context.roster) or gates.lost(body, context.roster)
    if traits.proxy and (found := gates.proxy(body)):
        return found
    return lifecycle.server(body) if thread in ("main", "ServerMain", "Server Shutdown Thread") else None
