"""Private words in log lines, and how they are taken out. Pure.

Paper and Spigot log each command with all its words, so whispers and the
passwords of login plugins stand in the log; EssentialsX echoes messages.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcgod.game.loglines.event import LogEvent

HIDDEN = "[private]"

_WORDS = (
    r"e?(?:msg|tell|whisper|w|m|t|pm|dm|r|reply|mail|helpop)|tm|teammsg|partychat|clanchat"
    r"|l|login|reg|register|changepass(?:word)?|changepw|unregister|unreg|premium|2fa|totp"
)
_COMMAND = re.compile(rf"/(?:[\w.-]{{1,40}}:)?(?:{_WORDS})(?=\s|\Z)", re.IGNORECASE)
_IN_RAW = re.compile(
    rf"issued (?:server )?command: (?P<command>/(?:[\w.-]{{1,40}}:)?(?:{_WORDS}))(?=\s)", re.IGNORECASE
)
_ECHO = re.compile(
    r"(?:\[[^\[\]]{1,60} ?(?:->|→|»|⇒|➡) ?[^\[\]]{1,60}\]"
    r"|You whisper to [^:]{1,60}:|[^:\s]{1,40} whispers to you:|(?:From|To) [^:\s]{1,40}:) "
)


def redact(event: LogEvent, body: str) -> LogEvent:
    """Return ``event`` with private words replaced by a mark, in ``text`` and ``raw``; who spoke stays.

    ``body`` is the line's text, which only ``other`` needs.
    """
    if event.type == "command" and (found := _COMMAND.match(event.text)):
        text = _hide(event.text, found.end())
        return event._replace(text=text, raw=_hide_command(event.raw)) if text != event.text else event
    if event.type == "other":
        if found := _ECHO.match(body):
            shown = body[: found.end() - 1]
            head = event.raw.find(shown)
            return event._replace(raw=_hide(event.raw, head + len(shown)) if head >= 0 else HIDDEN)
        if "issued " in body and _IN_RAW.search(body):
            return event._replace(raw=_hide_command(event.raw))
    return event


def _hide_command(raw: str) -> str:
    """Cut ``raw`` behind the name of a private command, or drop it all when colour codes hide where that is."""
    found = _IN_RAW.search(raw)
    return _hide(raw, found.end("command")) if found else HIDDEN


def _hide(text: str, end: int) -> str:
    return f"{text[:end]} {HIDDEN}" if text[end:].strip() else text
