"""What the fake mod answers, by verb and vantage. Source: the wire's page, sections 2.2 to 2.10."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fake_mod import FakeMod

_CLIENT = ["state", "entities", "command", "chat", "record", "wait", "screen", "mark", "connect"]
_CLIENT_EVENTS = ["events:chat", "events:game"]
_SERVER = ["state", "entities", "command", "wait", "mark", "snapshot", "events:game"]
_SERVER_06 = [*_SERVER, "context", "events:chat"]
_SERVER_08 = [*_SERVER_06, "player", "player:view"]
_LATER = [*_CLIENT, "world", "lan", *_CLIENT_EVENTS]

CAPABILITIES = {
    ("client", "0.1"): [*_CLIENT, *_CLIENT_EVENTS],
    ("client", "0.5"): _LATER,
    ("client", "0.6"): _LATER,
    ("client", "0.8"): _LATER,
    ("client", "0.9"): _LATER,
    ("server", "0.5"): _SERVER,
    ("server", "0.6"): _SERVER_06,
    ("server", "0.8"): _SERVER_08,
    ("server", "0.9"): [*_SERVER_08, "entities:nbt", "snapshot:entity-nbt"],
}
ALIASES = {
    "CAPABILITIES": "CAPS",
    "CAPS_GET": "CAPS",
    "STATE_GET": "STATE",
    "ENTITY_LIST": "ENTITIES",
    "COMMAND": "CMD",
    "SAY": "CHAT",
    "RECORD_START": "SAMPLE_START",
    "RECORD_STOP": "SAMPLE_STOP",
    "PLAYER_GET": "PLAYER",
    "PLAYER_CONTEXT": "PLAYER",
    "PLAYER_STATE": "PLAYER",
    "CONTEXT_GET": "CONTEXT",
    "CONTEXT_STATS_GET": "CONTEXT_STATS",
}
_CLIENT_ONLY = {"CHAT", "SAMPLE_START", "SAMPLE_STOP", "SCREEN", "CONNECT", "WORLD", "LAN"}
_SERVER_ONLY = {"PLAYER": "player", "CONTEXT": "context", "CONTEXT_STATS": "context", "SNAPSHOT": "snapshot"}
_KEY = "ResourceKey[minecraft:dimension / minecraft:overworld]"
_ACKS = {
    "MARK": "mark_ack",
    "CHAT": "chat_ack",
    "CONNECT": "connect_ack",
    "WORLD": "world_ack",
    "ECHO": "echo_ack",
}


def answer(mod: FakeMod, verb: str, rest: str, line: str) -> dict[str, Any] | None:
    """Return the answer to one request; None when it comes later."""
    server = mod.vantage == "server"
    wrong = (server and verb in _CLIENT_ONLY) or (not server and verb in _SERVER_ONLY)
    if wrong or (verb in _SERVER_ONLY and _SERVER_ONLY[verb] not in mod.capabilities) or (verb == "MARK" and not rest):
        return {"type": "error", "millis": 1, "message": f"unknown command: {line}"}
    if verb in _ACKS:
        return {"type": _ACKS[verb], "millis": 1, "detail": rest}
    if verb == "CONTEXT" and not rest:
        verb = "CONTEXT_STATS"
    if verb not in _ANSWERS:
        return {"type": "error", "millis": 1, "message": f"unknown command: {line}"}
    made = _ANSWERS[verb](mod, rest)
    return made and {"millis": 1, **made}


def _pong(_mod: FakeMod, _rest: str) -> dict[str, Any]:
    return {"type": "pong", "t": 1}


def _caps(mod: FakeMod, _rest: str) -> dict[str, Any]:
    return {"type": "capabilities", "protocol": 1, "capabilities": mod.capabilities}


def _state(mod: FakeMod, _rest: str) -> dict[str, Any]:
    if mod.vantage == "client":
        place = {"name": "Ann", "x": 1.5, "y": 64.0, "z": 2.5, "health": 20.0}
        return {"type": "state", "tick": 9, "inWorld": True, **place, "dimension": _KEY, "server": "null"}
    ann = {"name": "Ann", "uuid": "u-ann", "x": 1.5, "y": 64.0, "z": 2.5, "dimension": "minecraft:overworld"}
    return {"type": "state", "instance": "server", "tick": 9, "levelName": "w", "players": 1, "playerList": [ann]}


def _entities(mod: FakeMod, rest: str) -> dict[str, Any]:
    places = {
        "minecraft:player": (1.5, 64.0, 2.5),
        "minecraft:cow": (11.5, 64.0, 2.5),
        "minecraft:pig": (4.5, 64.0, 2.5),
    }
    if "entities:nbt" in mod.capabilities:
        if rest:
            return {"type": "error", "message": "radius is not supported"}
        listed = [{"uuid": kind, "type": kind, "pos": [*at], "nbt": "{}"} for kind, at in [*places.items()][1:]]
        head = {"schema": "entity-nbt/1", "dimension": "minecraft:overworld"}
        return {"type": "entities", **head, "tick": 9, "entities": listed}
    listed = [
        {"id": number, "uuid": kind, "type": kind, "x": x, "y": y, "z": z}
        for number, (kind, (x, y, z)) in enumerate(places.items(), 1)
    ]
    where = {"instance": "server", "dimension": "minecraft:overworld"} if mod.vantage == "server" else {}
    return {"type": "entities", **where, "tick": 9, "radius": float(rest or 0), "entities": listed}


def _cmd(mod: FakeMod, rest: str) -> dict[str, Any]:
    output = {"output": [f"did {rest.removeprefix('/')}"]} if mod.vantage == "server" else {}
    return {"type": "cmd_ack", "detail": rest.removeprefix("/"), **output}


def _wait(_mod: FakeMod, rest: str) -> dict[str, Any] | None:
    return {"type": "wait_ack", "detail": "ticks=0"} if int(rest) <= 0 else None


def _sample_start(_mod: FakeMod, rest: str) -> dict[str, Any]:
    return {"type": "sample_start_ack", "detail": f"ticks={(rest or '200').split()[0]}"}


def _sample_stop(_mod: FakeMod, _rest: str) -> dict[str, Any]:
    return {"type": "sample_stop_ack", "detail": "samples=12"}


def _screen(_mod: FakeMod, _rest: str) -> dict[str, Any]:
    return {"type": "screen", "tick": 9, "screen": "null", "title": "", "narration": "", "inWorld": True}


def _lan(_mod: FakeMod, rest: str) -> dict[str, Any]:
    return {"type": "lan_ack", "detail": f"port={(rest or '25565').split()[0]} address=127.0.0.1 online=true"}


def _player(_mod: FakeMod, rest: str) -> dict[str, Any]:
    if rest.lower() != "ann":
        return {"type": "player", "query": rest, "found": False, "error": f"no online player matches {rest}"}
    record = {"type": "minecraft:player", "uuid": "u-ann", "name": "Ann", "x": 1.5, "y": 64.0, "z": 2.5}
    more = {"dimension": "minecraft:overworld", "gameMode": "survival", "health": 19.0}
    view = {"target": {"type": "miss"}}
    return {"type": "player", "query": rest, "found": True, "player": {**record, **more}, "view": view}


def _context(_mod: FakeMod, rest: str) -> dict[str, Any]:
    cache = {"capacity": 256, "ttlMillis": 300000, "size": 1}
    if rest != "ctx-1":
        return {"type": "context", "context_id": rest, "status": "not_found", "cache": cache}
    return {"type": "context", "context_id": rest, "status": "ok", "context": {"name": "Ann"}, "cache": cache}


def _context_stats(_mod: FakeMod, _rest: str) -> dict[str, Any]:
    return {"type": "context_stats", "status": "ok", "cache": {"capacity": 256, "size": 1}}


def _snapshot(mod: FakeMod, rest: str) -> dict[str, Any]:
    words = rest.split()[1:]
    name = next((word for word in words if ":" not in word), "snap-9")
    mod.push("snapshot", text=f"name={name} entities=3 orderHash=00ff")
    return {"type": "snapshot_ack", "detail": name, "id": name, "entities": 3, "orderHash": "00ff", "tick": 9}


def _snapshots(_mod: FakeMod, _rest: str) -> dict[str, Any]:
    return {"type": "snapshots", "snapshots": [{"id": "before", "entities": 3}]}


_ANSWERS = {
    "PING": _pong,
    "CAPS": _caps,
    "STATE": _state,
    "ENTITIES": _entities,
    "CMD": _cmd,
    "WAIT": _wait,
    "SAMPLE_START": _sample_start,
    "SAMPLE_STOP": _sample_stop,
    "SCREEN": _screen,
    "LAN": _lan,
    "PLAYER": _player,
    "CONTEXT": _context,
    "CONTEXT_STATS": _context_stats,
    "SNAPSHOT": _snapshot,
    "SNAPSHOTS": _snapshots,
}
