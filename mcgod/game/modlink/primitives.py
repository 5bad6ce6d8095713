"""What the mod can be asked: each primitive with its verb, arguments, vantage, capability and answer. Data, and pure.

Source: the primitives of line protocol 1, mod 0.1 to 0.9.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from mcgod.errors import BadInput
from mcgod.game.modlink import lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.game.modlink.greeting import Greeting

_LARGEST = 2**31 - 1  # what Java's int holds
_QUICK, _LISTING, _SAVING = 15.0, 60.0, 120.0  # seconds
_TICK = 0.05  # seconds


_SHAPES = {
    "text": (r"(?s).*\S.*", "a text"),
    "word": (r"\S+", "one word"),
    # The mod makes a folder of it without a look; `..` would lead out of its own.
    "name": (r"[A-Za-z0-9_](?:[A-Za-z0-9_-]|\.(?!\.))*", "a file name of letters, digits, _, - and single dots"),
    "folder": (r"(?!\.{1,2}\Z)[^/\\\r\n\0]+", "the name of a folder"),
    "id": (r"[a-z0-9_.-]+:[a-z0-9_./-]+", "an id such as minecraft:the_nether"),
}


class Arg(NamedTuple):
    """One argument, by its place. ``default`` None: it must be given; a ``text`` or ``folder`` may hold blanks."""

    name: str
    kind: Literal["text", "word", "name", "folder", "id", "whole", "number"]
    default: str | None = None

    def word(self, value: Any) -> str:
        """Return ``value`` as it stands in a request. Raises BadInput."""
        if self.kind in {"whole", "number"}:
            return self._number(value)
        shape, what = _SHAPES[self.kind]
        if not isinstance(value, str) or not re.fullmatch(shape, value.strip()):
            raise BadInput(f"{self.name} is {what}")
        return value.strip()

    def _number(self, value: Any) -> str:
        whole = self.kind == "whole"
        if isinstance(value, bool) or not isinstance(value, int if whole else int | float):
            raise BadInput(f"{self.name} is a {'whole ' if whole else ''}number")
        if not 0 <= value <= _LARGEST:
            raise BadInput(f"{self.name} is not below 0 and not above {_LARGEST}")
        return str(value)


class Primitive(NamedTuple):
    """One request. ``vantages`` are those that know it; any of ``needs`` in a mod's list says that it has it.

    ``replies`` are the types that its answer may have; ``seconds`` is how long that may take.
    """

    verb: str
    vantages: tuple[str, ...]
    needs: frozenset[str]
    replies: tuple[str, ...]
    args: tuple[Arg, ...] = ()
    seconds: float = _QUICK

    def line(self, given: Mapping[str, Any]) -> bytes:
        """Return the request with the arguments ``given``; trailing ones that are missing stay out. Raises BadInput."""
        words: list[str] = []
        blank: list[str] = []  # defaults that only count when something follows
        for arg in self.args:
            value = given.get(arg.name)
            if value is None and arg.default is None:
                raise BadInput(f"{arg.name} is needed")
            if value is None:
                blank.append(str(arg.default))
            else:
                words += [*blank, arg.word(value)]
                blank = []
        return lines.request(self.verb, *(word for word in words if word))

    def patience(self, given: Mapping[str, Any]) -> float:
        """Return how many seconds the answer may take; a wait takes as long as its ticks do, and some more."""
        ticks = given.get("ticks", 0) if self.verb == "WAIT" else 0
        return self.seconds + ticks * _TICK

    def lacking(self, mod: Greeting) -> str:
        """Return why ``mod`` cannot do this; empty when it can, or does not say what it can."""
        if mod.capabilities is None:
            return "" if mod.vantage in self.vantages else f"only a {self.vantages[0]}'s mod can do that"
        if not self.needs or self.needs & mod.capabilities:
            return ""
        if mod.vantage not in self.vantages:
            return f"only a {self.vantages[0]}'s mod can do that, and this is a {mod.vantage}'s"
        return f"the {mod.vantage} mod {mod.version} does not list {min(self.needs, key=len)!r}"


_BOTH = ("client", "server")
_CLIENT, _SERVER = ("client",), ("server",)


def _needs(*names: str) -> frozenset[str]:
    return frozenset(names)


PRIMITIVES: dict[str, Primitive] = {
    "caps": Primitive("CAPS", _BOTH, _needs(), ("capabilities",)),
    "state": Primitive("STATE", _BOTH, _needs("state"), ("state",)),
    "entities": Primitive(
        "ENTITIES", _BOTH, _needs("entities"), ("entities",), (Arg("radius", "number", "0"),), seconds=_LISTING
    ),
    "command": Primitive("CMD", _BOTH, _needs("command"), ("cmd_ack",), (Arg("command", "text"),)),
    "mark": Primitive("MARK", _BOTH, _needs("mark"), ("mark_ack",), (Arg("text", "text"),)),
    "wait": Primitive("WAIT", _BOTH, _needs("wait"), ("wait_ack",), (Arg("ticks", "whole"),), seconds=20.0),
    "chat": Primitive("CHAT", _CLIENT, _needs("chat"), ("chat_ack",), (Arg("text", "text"),)),
    "record_start": Primitive(
        "SAMPLE_START",
        _CLIENT,
        _needs("record"),
        ("sample_start_ack",),
        (Arg("ticks", "whole", "200"), Arg("radius", "number", "64"), Arg("interval", "whole", "1")),
    ),
    "record_stop": Primitive("SAMPLE_STOP", _CLIENT, _needs("record"), ("sample_stop_ack",)),
    "screen": Primitive("SCREEN", _CLIENT, _needs("screen"), ("screen",)),
    "connect": Primitive("CONNECT", _CLIENT, _needs("connect"), ("connect_ack",), (Arg("address", "word"),)),
    "world": Primitive("WORLD", _CLIENT, _needs("world"), ("world_ack",), (Arg("level", "folder"),)),
    "lan": Primitive(
        "LAN", _CLIENT, _needs("lan"), ("lan_ack",), (Arg("port", "whole", "0"), Arg("mode", "word", ""))
    ),
    "player": Primitive(
        "PLAYER",
        _SERVER,
        _needs("player", "player:view", "player_context", "playercontext", "context:player"),
        ("player", "player_context"),
        (Arg("player", "text"),),
    ),
    "context": Primitive(
        "CONTEXT",
        _SERVER,
        _needs("context", "context_bundle", "contextbundle", "chat_context", "context:chat"),
        ("context", "context_bundle"),
        (Arg("id", "word"),),
    ),
    "context_stats": Primitive(
        "CONTEXT_STATS", _SERVER, _needs("context", "context_bundle", "contextbundle"), ("context_stats",)
    ),
    "snapshot": Primitive(
        "SNAPSHOT",
        _SERVER,
        _needs("snapshot"),
        ("snapshot_ack",),
        (Arg("radius", "number", "0"), Arg("name", "name", ""), Arg("dimension", "id", "")),
        seconds=_SAVING,
    ),
    "snapshots": Primitive("SNAPSHOTS", _SERVER, _needs("snapshot"), ("snapshots",)),
}  # fmt: skip
