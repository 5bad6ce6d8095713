"""Lines of servers that are not Mojang's: Cuberite (C++) and flying-squid (JavaScript). Pure.

Source: lines that both were seen to write. Cuberite logs chat only with its
plugin ChatLog, and prints an RCON command with its line breaks, so that a
forged line cannot be told from a real one: whoever may use RCON can lie here.
flying-squid prints a player's chat with its line breaks, which no unmodified
game can send: whoever joins with a program of their own can lie there.
"""

from __future__ import annotations

import re

from mcgod.game.loglines.event import Meaning

_PLAYER = re.compile(r"Player (?P<name>\S{1,40}) has (?P<what>joined|left) the game")
_CHATLOG = re.compile(r"\[ChatLog\] \[(?P<name>[^\[\]\s]{1,40})\]: (?P<text>.*)", re.DOTALL)
_STARTED = re.compile(r"Startup complete, took (?P<took>\d{1,9})ms!")
_SQUID_IN = re.compile(r"(?P<name>\S{1,40}) \((?P<address>[\w.:%-]{1,60})\) connected")
_SQUID_OUT = re.compile(r"(?P<name>\S{1,40}) disconnected")
_SQUID_UP = re.compile(r"Server listening on port \d{1,5}, version (?P<version>\S{1,80}) \(path: .*\)", re.DOTALL)


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
    """Return the coming or going of a player or of the server that a flying-squid line tells of, or None.

    The rest is as in vanilla.
    """
    if found := _SQUID_IN.fullmatch(body):
        return Meaning("join", found["name"], "", {"address": found["address"]})
    if found := _SQUID_OUT.fullmatch(body):
        return Meaning("leave", found["name"])
    if found := _SQUID_UP.fullmatch(body):
        return Meaning("server_starting", "", found["version"])
    return Meaning("server_stopping") if body == "Server is closed." else None
