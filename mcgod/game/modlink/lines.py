"""The interface mod's wire as bytes and messages: requests out, replies and events in. Pure: no sockets, no clock.

A line in is one JSON object; what it is for can only be told from its type,
since the protocol has no request ids. Source: line protocol 1 of the mod, 0.1 to 0.9.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeAlias

from mcgod.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

Message: TypeAlias = dict[str, Any]

LONGEST = 16 << 20  # bytes of one line; the mod itself knows no limit

# Every type that answers a request, besides those that end in `_ack`. It is a closed set: an event
# type that nobody has heard of must never be taken for an answer.
_REPLIES = frozenset({
    "hello", "state", "entities", "screen", "capabilities", "error", "pong", "snapshots", "player", "player_context",
    "context", "context_bundle", "context_stats",
})  # fmt: skip
_BREAKS = str.maketrans("\r\n", "  ")


class BadLine(BadInput):
    """What came in is not of this protocol, and the connection is of no more use."""

    slug = "mod-line"


def request(verb: str, *words: str) -> bytes:
    """Return a request as one line; a line break in a word becomes a blank, so that no text can be a second request."""
    text = " ".join((verb, *words)).translate(_BREAKS).rstrip()
    return text.encode("utf-8", "replace") + b"\n"


def is_event(message: Message) -> bool:
    """Tell whether the mod pushed ``message`` by itself; if not, it is the greeting or the answer to a request.

    Mods before 0.5 do not mark their events. ``hello`` is both a greeting,
    which names the protocol, and an event, which has a text instead.
    """
    if message.get("event") is True:
        return True
    kind = message["type"]
    if kind == "hello":
        return "protocol" not in message and "text" in message
    return kind not in _REPLIES and not kind.endswith("_ack")


class Splitter:
    """Cuts a byte stream into messages. Line ends are LF or CRLF, and empty lines mean nothing."""

    def __init__(self, longest: int = LONGEST) -> None:
        self._longest = longest
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[Message]:
        """Yield the messages that ``data`` completes, in order. Raises BadLine at a line that is none, or too long."""
        start = len(self._rest)  # no line end can stand before here
        self._rest += data
        end = self._rest.rfind(b"\n", start)
        whole = bytes(self._rest[: end + 1]).split(b"\n") if end >= 0 else []
        del self._rest[: end + 1]
        for line in whole:
            self._check(len(line))
            if line.strip():
                yield _message(line)
        self._check(len(self._rest))

    def _check(self, length: int) -> None:
        if length > self._longest:
            raise BadLine(f"a line of more than {self._longest} bytes")


def _message(line: bytes) -> Message:
    try:
        # Java writes NaN where JSON has no word; the journal must not repeat it.
        made = json.loads(line.decode("utf-8", "replace"), parse_constant=lambda _: None)
    except (ValueError, RecursionError):
        raise BadLine(f"a line that is not JSON: {line[:60].decode('utf-8', 'replace')!r}") from None
    if not isinstance(made, dict) or not isinstance(made.get("type"), str):
        raise BadLine("a line that is not an object with a type")
    return made
