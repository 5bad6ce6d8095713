"""What a server's reply means: codes stripped, failures recognised, the player list read. Pure.

The protocol has no word for failure, so the text decides; RCON is answered in
English whatever the players speak. Source: the replies of Minecraft 1.8 to
26.3, Paper and EssentialsX.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcgod.game.failures import FAILURES

# `§x§r§r§g§g§b§b` is a colour in seven codes; nothing special about it here.
_CODES = re.compile(
    r"§[0-9a-fk-orx]"
    r"|\x1b\[[0-?]*[ -/]*[@-~]"  # ANSI: colours, cursor
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # ANSI: window titles, links
    r"|\x1b[ -/]*[0-~]",
    re.IGNORECASE,
)

# One group a reason, so that the group that matched is the reason.
_FAILURE = re.compile(
    "|".join(f"(?P<{reason.replace('-', '_')}>{'|'.join(patterns)})" for reason, patterns in FAILURES.items()),
    re.DOTALL | re.IGNORECASE,
)
# Where parsing stopped; vanilla glues it to the message, Paper puts it on a line of its own.
_MARK = "<--[HERE]"

_HEADS = (
    re.compile(r"There are (?P<online>\d{1,9}) of a max(?:imum)?(?: of)? (?P<max>\d{1,9}) players online[:.]?"),
    re.compile(r"There are (?P<online>\d{1,9})/(?P<max>\d{1,9}) players online[:.]?"),
    re.compile(r"There are (?P<online>\d{1,9})(?:/\d+)? out of maximum (?P<max>\d{1,9}) players online[:.]?"),
)
_OTHER_HEAD = re.compile(r"[^\d:：\n]*(?P<online>\d{1,9})[^\d:：\n]+(?P<max>\d{1,9})[^\d:：\n]*[:：]")
_GROUP = re.compile(r"^[^,:\n]{1,64}: ")
_TAG = re.compile(r"^(?:\[[^\]]{1,32}\])+\s*|\s*\([0-9a-f-]{36}\)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Roster:
    """Who is online. ``exact`` is False where a plugin may show nicknames instead of names."""

    names: tuple[str, ...]
    max_players: int
    exact: bool = True


def strip_codes(text: str) -> str:
    """Remove the game's colour codes and terminal escapes."""
    return _CODES.sub("", text) if "§" in text or "\x1b" in text else text


def failure(text: str) -> str | None:
    """Name the kind of failure that a reply reports, or None: a key of FAILURES, or ``syntax``.

    An empty reply is no failure: many commands, and all of some servers',
    say nothing when they work.
    """
    plain = strip_codes(text).strip()
    if found := _FAILURE.match(plain):
        return str(found.lastgroup).replace("_", "-")
    return "syntax" if plain.endswith(_MARK) else None


def failed(text: str) -> bool:
    """Tell whether the server said that the command did not work."""
    return failure(text) is not None


def players(text: str) -> Roster | None:
    """Read the reply to ``list``, also to ``list uuids``; None when it is none that is understood."""
    plain = strip_codes(text).strip()
    for head in _HEADS:
        if found := head.match(plain):
            exact = "out of maximum" not in found[0]
            rest = plain[found.end() :]
            return Roster(_names(rest, grouped=not exact), int(found["max"]), exact)
    # Translated: two numbers, a colon, and as many names as the first number says.
    if found := _OTHER_HEAD.match(plain):
        names = _names(plain[found.end() :], grouped=False)
        if len(names) == int(found["online"]) <= int(found["max"]):
            return Roster(names, int(found["max"]))
    return None


def _names(text: str, *, grouped: bool) -> tuple[str, ...]:
    """Split ``a, b``; ``grouped`` text has a line for each rank, ``rank: a, b``."""
    lines = text.strip().splitlines()
    if grouped:
        lines = [_GROUP.sub("", line, count=1) for line in lines]
    names = (_TAG.sub("", name.strip()).lstrip("~" if grouped else "") for line in lines for name in line.split(","))
    return tuple(name for name in names if name)
