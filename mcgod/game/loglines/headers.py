"""The start of a log line: time, thread, level, logger, and where the text begins. Pure.

Anchored at the line's start and never searched for further in, since the rest
of a line may be what a player typed. Sources: the log4j layouts of vanilla,
Paper, Fabric, Forge and NeoForge, java.util.logging of 1.6 and BungeeCord,
Cuberite's and flying-squid's own.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_CLOCK = r"(?P<clock>[0-2]\d:[0-5]\d:[0-5]\d(?:[.,]\d{1,6})?)"
# Forge writes the month in the server's language: 03May2021, 1012月2023, 12toukok.2026, 05thg 32021.
DATE = r"\d\d[^\[\]]{1,24}?\d{4}"

_GAME = re.compile(
    rf"\[(?:(?P<date>{DATE}) )?{_CLOCK}"
    r"(?:\] \[(?P<thread>[^\]]{1,200})/(?P<level>[A-Z]+)\]"
    r"(?:(?: \[(?P<logger>[^\]]*)\])?:(?: |\Z)| \((?P<minecraft>[^)]*)\) )"
    r"| (?P<console>[A-Z]+)\](?: \[(?P<plugin>[^\]]*)\])?:(?: |\Z))",
    re.ASCII,
)
_OLD = re.compile(rf"(?P<date>\d{{4}}-\d\d-\d\d) {_CLOCK} \[(?P<level>[A-Z]+)\](?: |\Z)", re.ASCII)
_PROXY = re.compile(rf"{_CLOCK} \[(?P<level>[^\[\]]{{1,20}})\] ", re.ASCII)
_CUBERITE = re.compile(rf"(?P<level>Info|Log|Warning|Error): \[{_CLOCK}\](?: |\Z)", re.ASCII)
# flying-squid's console prompt ends without a line break, so it stands before the next line, once for each command
# that was typed. /say alone writes `[CHAT]: ` before what is as in vanilla.
_SQUID = re.compile(
    rf"(?:> )*(?P<date>[A-Z][a-z]{{2,8}} \d{{1,2}}(?:st|nd|rd|th) \d{{4}}), {_CLOCK} \[(?P<level>[A-Z]+)\]:"
    r"(?: \[CHAT\]:)?(?: |\Z)",
    re.ASCII,
)
# java.util.logging's levels in English; BungeeCord's INFO may be in any language, but is none of these.
_NOT_INFO = frozenset({"WARN", "WARNING", "SEVERE", "ERROR", "FATAL", "DEBUG", "TRACE", "FINE", "FINER", "FINEST"})
# Loggers of the game itself. What a mod logs under its own name is not the game's word.
_OWN = re.compile(r"(?:net\.minecraft\.|minecraft/|com\.velocitypowered\.|Minecraft\b|MinecraftServer|class_\d+)")


class Header(NamedTuple):
    """One header. ``form`` names its grammar; ``start`` is where the text begins, in characters.

    ``info`` tells whether the level is INFO, ``own`` whether the game itself
    speaks and not a mod or plugin with a logger of its own.
    """

    form: str
    clock: str
    date: str
    thread: str
    level: str
    info: bool
    own: bool
    start: int


def split(line: str) -> Header | None:
    """Return the header at the start of ``line`` (free of colour codes), or None."""
    first = line[:1]
    if first == "[":
        return _game(line)
    if first.isdecimal():
        return _java_logging(line)
    if first.isalpha() or first == ">":
        return _foreign(line)
    return None


def _game(line: str) -> Header | None:
    if not (found := _GAME.match(line)):
        return None
    date, clock, thread, level, logger, minecraft, console, plugin = found.groups()
    level = level or console
    logger = logger or minecraft or plugin
    own = logger is None or _OWN.match(logger) is not None
    form = "console" if console else "dated" if date else "game"
    return Header(form, clock, date or "", thread or "", level, level == "INFO", own, found.end())


def _java_logging(line: str) -> Header | None:
    if found := _OLD.match(line):
        level = found["level"]
        return Header("old", found["clock"], found["date"], "", level, level == "INFO", True, found.end())
    if found := _PROXY.match(line):
        level = found["level"]
        return Header("proxy", found["clock"], "", "", level, level not in _NOT_INFO, True, found.end())
    return None


def _foreign(line: str) -> Header | None:
    if found := _CUBERITE.match(line):
        level = found["level"]
        return Header("cuberite", found["clock"], "", "", level.upper(), level == "Info", True, found.end())
    if found := _SQUID.match(line):
        level = found["level"]
        return Header("squid", found["clock"], found["date"], "", level, level == "INFO", True, found.end())
    return None
