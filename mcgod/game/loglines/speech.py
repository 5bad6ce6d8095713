"""What players say: chat, /me, /say, and the chat formats of plugins. Pure.

Every pattern starts at the text's first character. Formats without angle
brackets are read only for names that the roster knows, and never behind a tag
that somebody outside the game may choose.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.game.loglines.event import NOTHING, UNSIGNED, Meaning
from mcgod.game.loglines.names import MARK, TAG, speaker

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from mcgod.game.loglines.roster import Roster

_UNSIGNED_MARK = "[Not Secure] "
_CHAT = re.compile(r"(?:\[(?P<world>[a-z0-9_:./-]{1,40})\])?<(?P<shown>[^<>]{1,80})> (?P<text>.*)", re.DOTALL)
_EMOTE = re.compile(rf"\* (?P<shown>(?:(?:{TAG})\s?){{0,6}}\S{{1,40}}) (?P<text>.*)", re.DOTALL)
_SAY = re.compile(r"\[(?P<shown>(?:\[[^\[\]]{1,40}\]\s?){0,6}[^\[\]]{1,40})\] (?P<text>.*)", re.DOTALL)
# `[Rank] Name: text`, `world [Rank] Name: text`, `[G] [Title] **Name: text`, `Name » text`, `[Rank] <Name> text`
_BEFORE = rf"(?P<before>(?:\w{{1,32}} (?=\[))?(?:(?:{TAG}|{MARK})\s?){{0,12}})"
_AFTER = rf"(?:\s?(?:{TAG}|{MARK})){{0,4}}\s?(?::|»|\||>>?|->|→) (?P<text>.*)"
_FORMAT = re.compile(rf"{_BEFORE}(?P<shown>[^\s:»|<>()\[\]]{{1,40}}?){_AFTER}", re.DOTALL)
_TAGGED = re.compile(rf"{_BEFORE}<(?P<shown>[^<>]{{1,80}})> (?P<text>.*)", re.DOTALL)
_DECORATION = re.compile(_BEFORE)
_REST = re.compile(_AFTER, re.DOTALL)
# Other people's words arrive under such tags, and private messages under arrows.
_FOREIGN = re.compile(
    r"\b(?:discord\w*|irc|twitch|telegram|matrix|slack|web|webchat|qq|dynmap|bridge|youtube|bot)\b|->|→|»|⇒|➡",
    re.IGNORECASE,
)
_SEPARATED = re.compile(r"[:>»|→] ").search
_CONSOLE = ("Server", "Rcon")
_EDGES = re.compile(rf"\A{MARK}+|{MARK}+\Z")


def hear(body: str, roster: Roster) -> Meaning | None:
    """Return the chat, emote or say that ``body`` (codes stripped) is, or None."""
    extra: Mapping[str, Any] = NOTHING
    if body.startswith(_UNSIGNED_MARK):
        body = body[len(_UNSIGNED_MARK) :]
        extra = UNSIGNED
    first = body[:1]
    heard = None
    if first in "<[":
        heard = _chat(body, roster, extra)
    if not heard and first == "*":
        heard = _emote(body, roster, extra)
    if not heard and first == "[":
        heard = _say(body, roster, extra)
    if heard or not len(roster) or not _SEPARATED(body):
        return heard
    return _format(body, roster, extra)


def _chat(body: str, roster: Roster, extra: Mapping[str, Any]) -> Meaning | None:
    found = _CHAT.match(body)
    if not found or (found["world"] and _FOREIGN.search(found["world"])):
        return None
    return _meaning("chat", found, speaker(found["shown"], roster), extra)


def _emote(body: str, roster: Roster, extra: Mapping[str, Any]) -> Meaning | None:
    for name in roster.wide:
        if body.startswith(f"* {name} "):
            return Meaning("emote", name, body[len(name) + 3 :], extra)
    found = _EMOTE.match(body)
    if found and (name := speaker(found["shown"], roster)) in roster:
        return _meaning("emote", found, name, extra)
    return None


def _say(body: str, roster: Roster, extra: Mapping[str, Any]) -> Meaning | None:
    found = _SAY.match(body)
    if not found:
        return None
    if found["shown"] in _CONSOLE:
        return Meaning("console_say", "", found["text"], extra)
    if (name := speaker(found["shown"], roster)) in roster:
        return _meaning("say", found, name, extra)
    return None


def _format(body: str, roster: Roster, extra: Mapping[str, Any]) -> Meaning | None:
    """Read a plugin's chat format, for a speaker whom the roster knows."""
    for name in roster.wide:
        before = _DECORATION.match(body)
        if before and body.startswith(name, before.end()) and (rest := _REST.match(body, before.end() + len(name))):
            return _from_format(before["before"], name, rest["text"], roster, extra)
    if not (found := _TAGGED.match(body) or _FORMAT.match(body)):
        return None
    shown = found["shown"]
    name = shown if shown in roster else _EDGES.sub("", shown)
    if name not in roster and (name := speaker(shown, roster)) not in roster:
        return None
    return _from_format(found["before"], name, found["text"], roster, extra)


def _from_format(before: str, name: str, text: str, roster: Roster, extra: Mapping[str, Any]) -> Meaning | None:
    # A tag with a player's name in it is that player's doing: `[Mallory -> me] Steve: hi`.
    if _FOREIGN.search(before) or any(word in roster for word in re.findall(r"[.*]?\w+", before)):
        return None
    return Meaning("chat", name, text, {**extra, "by_roster": True})


def _meaning(kind: str, found: re.Match[str], name: str, extra: Mapping[str, Any]) -> Meaning:
    shown = found["shown"]
    if name != shown:
        extra = {**extra, "shown": shown}
    return Meaning(kind, name, found["text"], extra)
