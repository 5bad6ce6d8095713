"""Players coming and going: uuid, login, join, leave, lost and refused connections. Pure.

Source: vanilla from Beta 1.8 to 26.3, Paper, Velocity, BungeeCord, Waterfall.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.game.loglines.event import Meaning
from mcgod.game.loglines.names import is_name

if TYPE_CHECKING:
    from mcgod.game.loglines.roster import Roster

_JOINED = " joined the game"
_LEFT = " left the game"
_LOST = " lost connection: "
_RENAMED = re.compile(r"(?P<name>.{1,40}) \(formerly known as (?P<old>.{1,40})\)")
# The address tells the shape from text, so these two accept names beyond plain ones and teach them to the roster.
_LOGIN = re.compile(
    r"(?P<name>[^\s\[\]<>][^\[\]<>\n]{0,39}?) ?\[/?(?P<address>.{1,80})\]"
    r" logged in with entity id (?P<entity>-?\d{1,10}) at \((?:\[.{1,80}\])?(?P<at>[-\d., E]{1,120})\)",
    re.ASCII,
)
_UUID = re.compile(
    r"UUID of player (?P<name>[^\s<>][^<>\n]{0,39}) is (?P<uuid>[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-\w{12})"
)
_WITH_UUID = re.compile(r"(?P<name>.{1,40}) \([0-9a-fA-F-]{36}\)")
_WITH_ADDRESS = re.compile(r"(?:(?P<name>.{1,40}?) )?\(?(?P<address>/[^\s()]{1,80}|IP hidden|local)\)?")
_PROFILE = re.compile(
    r"(?:com\.mojang\.authlib\.)?GameProfile\S{0,20}\[.{0,200}?\bname=(?P<name>[^,\]]{1,40}).{0,65536}?\]"
    r"(?: \((?P<address>[^()]{1,80})\))?",
    re.DOTALL,
)
_VELOCITY = re.compile(
    r"\[connected player\] (?P<name>\S{1,40}) \((?P<address>/\S{1,80})\) has (?P<what>connected|disconnected)"
)
_BUNGEE_IN = re.compile(
    r"\[(?:(?P<name>[^\s,|/\]]{1,40}),(?P<address>/[^|\s]{1,80})|(?P<at>/[^|\s]{1,80})\|(?P<who>[^\s,|\]]{1,40}))\]"
    r" <-> InitialHandler has connected"
)
_BUNGEE_OUT = re.compile(
    r"\[(?:(?P<at>/[^|\s]{1,80})\|)?(?P<name>[^\s,|/\]]{1,40})\] -> UpstreamBridge has disconnected"
)
_FLOODGATE = re.compile(
    r"\[floodgate\] Floodgate player logged in as (?P<name>.{1,40}) joined"
    r" \(UUID: (?P<uuid>00000000-0000-0000-0009-[0-9a-f]{12})\)"
)


def passing(body: str, roster: Roster) -> Meaning | None:
    """Return the join or leave text of the game that ``body`` is, or None."""
    if body.endswith(_LEFT):
        name = body[: -len(_LEFT)]
        return Meaning("leave", name) if is_name(name, roster) else None
    if body.endswith(_JOINED):
        name = body[: -len(_JOINED)]
        if is_name(name, roster):
            return Meaning("join", name)
        renamed = _RENAMED.fullmatch(name)
        if renamed and is_name(renamed["name"], roster):
            return Meaning("join", renamed["name"], f"formerly {renamed['old']}", {"formerly": renamed["old"]})
    return None


def login(body: str) -> Meaning | None:
    """Return the login that ``body`` tells of; its extra fields are address, entity_id and position (blocks)."""
    if "logged in with entity id" not in body or not (found := _LOGIN.fullmatch(body)):
        return None
    extra = {"address": found["address"], "entity_id": int(found["entity"])}
    if position := _position(found["at"]):
        extra["position"] = position
    return Meaning("login", found["name"], found["address"], extra)


def _position(text: str) -> list[float] | None:
    try:
        numbers = [float(part) for part in text.split(", ")]
    except ValueError:  # a locale with decimal commas
        return None
    return numbers if len(numbers) == 3 else None


def uuid(body: str) -> Meaning | None:
    """Return the UUID that the server found for a player."""
    if body.startswith("UUID of player ") and (found := _UUID.fullmatch(body)):
        return Meaning("uuid", found["name"], found["uuid"])
    return None


def lost(body: str, roster: Roster) -> Meaning | None:
    """Return how a connection ended: ``disconnect`` for a player in the game, ``refused`` for one that never was."""
    who, mark, reason = body.partition(_LOST)
    if not mark:
        return None
    if is_name(who, roster):
        return Meaning("disconnect", who, reason)
    known = _WITH_UUID.fullmatch(who)
    if known and is_name(known["name"], roster):
        return Meaning("disconnect", known["name"], reason)
    return _refused(who, reason, roster)


def refused(body: str, roster: Roster) -> Meaning | None:
    """Return the login that the server turned away, from ``Disconnecting Name (/address): reason``."""
    if not body.startswith("Disconnecting "):
        return None
    who, mark, reason = body[len("Disconnecting ") :].partition("): ")
    return _refused(f"{who})", reason, roster) if mark else None


def _refused(who: str, reason: str, roster: Roster) -> Meaning | None:
    found = _PROFILE.fullmatch(who) or _WITH_ADDRESS.fullmatch(who)
    if not found or (found["name"] and not is_name(found["name"], roster)):
        return None
    address = found["address"]
    return Meaning("refused", found["name"] or "", reason, {"address": address.lstrip("/")} if address else {})


def proxy(body: str) -> Meaning | None:
    """Return the join or leave that a proxy reports."""
    if not body.endswith("connected"):
        return None
    if found := _VELOCITY.fullmatch(body):
        kind = "join" if found["what"] == "connected" else "leave"
        return Meaning(kind, found["name"], "", {"address": found["address"].lstrip("/")})
    if found := _BUNGEE_IN.fullmatch(body):
        address = found["address"] or found["at"]
        return Meaning("join", found["name"] or found["who"], "", {"address": address.lstrip("/")})
    if found := _BUNGEE_OUT.fullmatch(body):
        return Meaning("leave", found["name"], "", {"address": found["at"].lstrip("/")} if found["at"] else {})
    return None


def floodgate(body: str) -> tuple[str, str] | None:
    """Return name and UUID of a Bedrock player from Floodgate's notice, which is no event of the game."""
    if body.startswith("[floodgate] ") and (found := _FLOODGATE.fullmatch(body)):
        return found["name"], found["uuid"]
    return None
