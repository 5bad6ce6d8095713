"""Facts from the bridge's events. Pure: an event in, facts out.

    player:NAME:seen                 the last time somebody joined or left
    player:NAME:gamemode             as the game confirmed it
    death:NAME                       the last death: its message, and its place once the game told it
    advancement:NAME:TITLE           what somebody achieved
    server:version                   what the server says it is
    place:KIND:X,Z                   a structure, biome or point of interest that a command found

Source: the game's English answers, 1.16 to 26.1, and the event types of ``mcgod.game.loglines``.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadUsage
from mcgod.kb.fact import LONGEST_VALUE, Fact
from mcgod.kb.port import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

BY = "bridge"

_MODES = {"survival": "survival", "creative": "creative", "adventure": "adventure", "spectator": "spectator"}
_GAMEMODE = re.compile(r"Set (?:(?P<own>own)|(?P<who>[^\s']{1,40})'s) game mode to (?P<mode>[A-Z][a-z]+) Mode\.?")
_FOUND = re.compile(
    r"The nearest #?(?P<kind>[a-z0-9_.:/-]{1,100})(?: \((?P<one>[a-z0-9_.:/-]{1,100})\))? is at "
    r"\[(?P<x>-?\d{1,8}), (?P<y>~|-?\d{1,5}), (?P<z>-?\d{1,8})\]"
)
# What changes the dimension that a command runs in; only `in` says to which.
_CHANGES = re.compile(r" (?:in (?P<dimension>[a-z0-9_.:/-]+)|at|on|summon)(?= |\Z)")
_DEATH_PLACE = re.compile(
    r"(?=.*\bpos: ?\[I; ?(?P<x>-?\d{1,8}), ?(?P<y>-?\d{1,5}), ?(?P<z>-?\d{1,8})\])"
    r'(?=.*\bdimension: ?"(?P<dimension>[a-z0-9_.:/-]{1,100})")',
    re.DOTALL,
)


def facts_of(event: Mapping[str, Any]) -> list[Fact]:
    """Return what ``event``, in the journal's shape, tells; empty for most."""
    make = _MADE.get(str(event.get("type", "")))
    if make is None or event.get("inferred") or event.get("soft"):
        return []  # what the log reader only guesses is not kept as observed
    at = _seconds(event.get("time"))
    made = []
    for key, value, place in make(event):
        try:
            made.append(Fact(key, value[:LONGEST_VALUE], "Observed", at, place, by=BY))
        except BadUsage:  # a title of nothing but marks, or a name without end
            continue
    return made


def death_place(reply: str) -> Place | None:
    """Read the answer to ``data get entity NAME LastDeathLocation`` (since 1.19); None for any other."""
    found = _DEATH_PLACE.search(reply)
    if not found:
        return None
    return Place(float(found["x"]), float(found["y"]), float(found["z"]), found["dimension"])


def dead(event: Mapping[str, Any]) -> str:
    """Return the name of who died in ``event``, where it may stand in a command; else nothing."""
    name = str(event.get("player") or "")
    return name if event.get("type") == "death" and re.fullmatch(r"[A-Za-z0-9_]{1,16}", name) else ""


_Row = tuple[str, str, "Place | None"]


def _seen(event: Mapping[str, Any]) -> Iterator[_Row]:
    if name := event.get("player"):
        yield f"player:{name}:seen", "joined the game" if event["type"] == "join" else "left the game", None


def _death(event: Mapping[str, Any]) -> Iterator[_Row]:
    if name := event.get("player"):
        yield f"death:{name}", f"{name} {event.get('text') or 'died'}", None


def _advancement(event: Mapping[str, Any]) -> Iterator[_Row]:
    name, title = event.get("player"), str(event.get("text") or "")
    if name and title:
        slug = re.sub(r"[\W_]+", "-", title.casefold()).strip("-")
        yield f"advancement:{name}:{slug}"[:200], f"{name} made the advancement {title}", None


def _version(event: Mapping[str, Any]) -> Iterator[_Row]:
    if version := event.get("text"):
        yield "server:version", str(version), None


def _said(event: Mapping[str, Any]) -> Iterator[_Row]:
    """Read what the game answered to a command, over the bridge or as the log repeats it."""
    text = str(event.get("output" if event["type"] == "bridge_command" else "text") or "")
    if event.get("ok") is False:
        return
    if found := _GAMEMODE.fullmatch(text.strip()):
        name = event.get("player") if found["own"] else found["who"]
        mode = _MODES.get(found["mode"].lower())
        if name and mode and name not in ("Server", "Rcon"):
            yield f"player:{name}:gamemode", mode, None
    elif (found := _FOUND.search(text)) and (dimension := _dimension(event)):
        kind = (found["one"] or found["kind"]).removeprefix("minecraft:")
        # A structure is found without its height; its value says so, and its place is given that of the sea.
        height = 63.0 if found["y"] == "~" else float(found["y"])
        place = Place(float(found["x"]), height, float(found["z"]), dimension)
        yield f"place:{kind}:{found['x']},{found['z']}", f"{kind} at {found['x']} {found['y']} {found['z']}", place


def _dimension(event: Mapping[str, Any]) -> str:
    """Return where a command over the bridge looked; nothing where only the game knows, as behind ``at @s``."""
    if event["type"] != "bridge_command" or event.get("via") == "mod":
        return ""
    command = str(event.get("text") or "").removeprefix("/")
    if not command.startswith("execute "):
        return "minecraft:overworld"  # where the console stands
    last = [*_CHANGES.finditer(command.partition(" run ")[0])][-1:]
    if not last or last[0]["dimension"] is None:
        return "" if last else "minecraft:overworld"
    return last[0]["dimension"] if ":" in last[0]["dimension"] else f"minecraft:{last[0]['dimension']}"


def _seconds(time: Any) -> float:
    """Return an event's time in epoch seconds; 0, which stands for now, when it has none."""
    try:
        return datetime.fromisoformat(str(time)).timestamp()
    except ValueError:
        return 0.0


_MADE: dict[str, Callable[[Mapping[str, Any]], Iterator[_Row]]] = {
    "join": _seen,
    "leave": _seen,
    "death": _death,
    "advancement": _advancement,
    "server_starting": _version,
    "feedback": _said,
    "bridge_command": _said,
}

TYPES = frozenset(_MADE)  # the types of event that may tell a fact
