"""The bridge's calls as tools are described: what each does, its arguments, and the scope that it is for. Data.

``command`` is not among them: what runs in the game passes the rules first,
see ``commanding``. ``ping`` and ``stop`` are about the bridge's process.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Primitive(NamedTuple):
    """One call. ``risk`` is one of the tools' RISKS; ``outside``: its result may hold words of players and signs.

    ``direct``: a game without a bridge serves it as well.
    """

    name: str
    says: str
    arguments: dict[str, Any]
    required: tuple[str, ...] = ()
    scope: str = "read"
    risk: str = "read"
    outside: bool = False
    direct: bool = False


def _text(longest: int, says: str = "") -> dict[str, Any]:
    told = {"description": says} if says else {}
    return {"type": "string", "minLength": 1, "maxLength": longest, **told}


def _whole(most: int, says: str, least: int = 0) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": most, "description": says}


PLAYER = _text(32, "a player's name")
_RADIUS = {"type": "number", "minimum": 0, "maximum": 1000, "description": "in blocks"}
_TYPES = {"type": "array", "items": _text(80), "maxItems": 50}
_NUMBER = 2**53 - 1  # what every JSON reader holds

PRIMITIVES = (
    Primitive("status", "How the bridge is: its connections, and which events it holds.", {}),
    Primitive("capabilities", "What this server can do now, what it lacks, and why.", {}),
    Primitive(
        "events",
        "What happened in the game after event number `since`, oldest first. Give `next` as `since` the next time: "
        "nothing is lost, nothing comes twice.",
        {
            "since": _whole(_NUMBER, "the number of the last event that you know"),
            "limit": _whole(200, "how many at most", 1),
            "seconds": {"type": "number", "minimum": 0, "maximum": 60, "description": "wait so long for the first one"},
            "types": _TYPES | {"description": "only these, such as chat, join, leave, death, advancement, god.answer"},
        },
        outside=True,
    ),
    Primitive("state", "Who is online, the time of day and the difficulty.", {}, outside=True, direct=True),
    Primitive(
        "player",
        "Where a player is and how the player fares; null when nobody of that name is online.",
        {"player": PLAYER, "view": {"type": "boolean", "description": "also what the player looks at"}},
        ("player",),
        outside=True,
        direct=True,
    ),
    Primitive(
        "identify", "Who a player is to the server: a UUID, an operator or not.", {"player": PLAYER}, ("player",)
    ),
    Primitive(
        "entities",
        "What is near a player, the nearest first, or all that a mod sees.",
        {"player": PLAYER, "radius": _RADIUS, "types": _TYPES, "limit": _whole(200, "how many at most", 1)},
        outside=True,
    ),
    Primitive(
        "world",
        "Facts about the world: seed, difficulty, day, game rules.",
        {"gamerules": {"type": "array", "items": _text(80), "maxItems": 60}},
    ),
    Primitive("wait", "Wait for some ticks, 20 a second.", {"ticks": _whole(1200, "how many", 1)}, ("ticks",)),
    Primitive("screen", "What the game client shows.", {}, outside=True),
    Primitive("context", "The context that the mod kept of something said.", {"id": _text(80)}, ("id",), outside=True),
    Primitive("context_stats", "How many contexts the mod keeps.", {}),
    Primitive("snapshots", "Which snapshots of the world there are.", {}, outside=True),
    Primitive(
        "say",
        "Say something in the game, to one player or to everybody. Only words: nothing in them is a command.",
        {"text": _text(4000), "player": PLAYER},
        ("text",),
        scope="god",
        risk="act",
        direct=True,
    ),
    Primitive(
        "chat", "Speak in the game's chat, to everybody.", {"text": _text(4000)}, ("text",), scope="god", risk="act"
    ),
    Primitive("mark", "Put a note into the event journal.", {"text": _text(2000)}, ("text",), "god", "record"),
    Primitive(
        "claim",
        "Claim an event, such as a prayer in the chat, once and for all; when `claimed` is false another has it.",
        {"seq": _whole(_NUMBER, "the event's number", 1)},
        ("seq",),
        scope="god",
        risk="record",
    ),
    Primitive(
        "publish",
        "Tell the journal what the god did: an event of a type god.…, such as god.answer with `of` and `text`.",
        {"event": {"type": "object", "properties": {"type": _text(80)}, "required": ["type"]}},
        ("event",),
        scope="god",
        risk="record",
    ),
    Primitive(
        "record_start",
        "Let the game client sample what is around.",
        {"ticks": _whole(72_000, "for how long"), "radius": _RADIUS, "interval": _whole(1200, "ticks between", 1)},
        scope="sudo",
        risk="record",
    ),
    Primitive("record_stop", "End the sampling.", {}, scope="sudo", risk="record"),
    Primitive(
        "snapshot",
        "Let the mod write a snapshot of the world to its disk.",
        {"radius": _RADIUS, "name": _text(80), "dimension": _text(80)},
        scope="sudo",
        risk="write",
    ),
    Primitive("connect", "Let the game client join a server.", {"address": _text(255)}, ("address",), "sudo", "act"),
    Primitive(
        "lan",
        "Open the client's world to the local network.",
        {"port": _whole(65_535, "0 for any"), "mode": _text(20)},
        scope="sudo",
        risk="act",
    ),
)
