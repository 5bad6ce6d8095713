"""Lines of servers that are not Mojang's: Cuberite (C++) and flying-squid (JavaScript). Pure.

Source: lines that both were seen to write. Cuberite logs chat only with its
plugin ChatLog, and prints an RCON command with its line breaks, so that a
forged line cannot be told from a real one: whoever may use RCON can lie here.
"""

from __future__ import annotations

import re

from mcgod.game.loglines.event import Meaning

_PLAYER = re.compile(r"Player (?P<name>\S{1,40}) has (?P<what>joined|left) the game")
_CHATLOG = re.compile(r"\[ChatLog\] \[(?P<name>[^\[\]\s]{1,40})\]: (?P<text>.*)", re.DOTALL)
_STARTED = re.compile(r"Startup complete, took (?P<took>\d{1,9})ms!")
_SQUID_IN = re.compile(r"(?P<name>\S{1,40}) \((?P<address>[\w.:%-]{1,60})\) connected")
_SQUID_OUT = re.compile(r"(?P<name>\S{1,40}) disconnected")


def cuberite(body: str) -> Meaning | None:
    """Return what a Cuberite line at level Info says, or None."""
    if found := _PLAYER.fullmatch(body):
        return Meaning("join" if found["what"] == "joined" else "leave", found["name"])
    if found := _CHATLOG.fullmatch(body):
        return Meaning("chat", found["name"], found["text"])
    if found := _STARTED.fullmatch(body):
        return Meaning("server_ready", "", f"{int(found['took']) / 1000:.3f}")
    return None


def squid(body: str) -> Meaning | None:
    """Return the coming or going that a flying-squid line tells of, or None; the rest is as in vanilla."""
    if found := _SQUID_IN.fullmatch(body):
        return Meaning("join", found["name"], "", {"address": found["address"]})
    if found := _SQUID_OUT.fullmatch(body):
        return Meaning("leave", found["name"])
    return None
