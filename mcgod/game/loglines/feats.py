"""What players achieve, suffer and order: advancements, deaths, commands and their feedback. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.game.loglines.deaths import is_death, without_notice
from mcgod.game.loglines.event import Meaning
from mcgod.game.loglines.names import is_name, split_name

if TYPE_CHECKING:
    from mcgod.game.loglines.roster import Roster

_FRAMES = {
    "has made the advancement": "task",
    "has reached the goal": "goal",
    "has completed the challenge": "challenge",
    "has just earned the achievement": "achievement",
}
_ADVANCEMENT = re.compile(rf"(?P<how>{'|'.join(_FRAMES)}) \[(?P<title>.+)\]", re.DOTALL)
_FEEDBACK = re.compile(r"\[(?P<who>[^\[\]:<>]{1,40}): (?P<text>.*)\]", re.DOTALL)
_ISSUED = (" issued server command: /", " issued command: /")
_CONSOLE = ("Rcon", "Server")


def advancement(body: str, roster: Roster) -> Meaning | None:
    """Return the advancement that ``body`` announces; ``frame`` is task, goal, challenge or achievement."""
    if " has " not in body:
        return None
    name, rest = split_name(body, roster)
    if found := _ADVANCEMENT.fullmatch(rest):
        return Meaning("advancement", name, found["title"], {"frame": _FRAMES[found["how"]]})
    return None


def death(body: str, roster: Roster, *, soft: bool = False) -> Meaning | None:
    """Return the death that ``body`` announces.

    ``soft`` takes any text behind a known player's name for one, which modded
    and translated servers need and which is often wrong.
    """
    name, rest = split_name(without_notice(body), roster)
    if name and is_death(rest):
        return Meaning("death", name, rest)
    if soft and rest and name in roster:
        return Meaning("death", name, rest, {"soft": True})
    return None


def command(body: str, roster: Roster) -> Meaning | None:
    """Return the command that a player gave, with its slash."""
    if " issued " not in body:
        return None
    for mark in _ISSUED:
        name, found, rest = body.partition(mark)
        if found and is_name(name, roster):
            return Meaning("command", name, f"/{rest}")
    return None


def feedback(body: str, roster: Roster) -> Meaning | None:
    """Return what a command of the console, RCON or a known player did, from ``[Who: text]``.

    Named command blocks write such lines too, hence the need to know the player.
    """
    found = _FEEDBACK.fullmatch(body) if body.startswith("[") else None
    if not found or not (found["who"] in _CONSOLE or found["who"] in roster):
        return None
    kind = "server_stopping" if found["text"] == "Stopping the server" else "feedback"
    return Meaning(kind, found["who"], found["text"])
