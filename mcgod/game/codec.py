"""RCON packets to bytes and back, with limits. Pure: no sockets, no clock, no meaning of a reply.

A packet is four little-endian 32-bit fields and a tail: size of what follows,
id, type, body, two NUL bytes. Source: the Source RCON protocol, and sizes
measured on Minecraft 26.3, Cuberite, rconx and rcon-fake.
"""

from __future__ import annotations

import codecs
import re
import struct
from typing import NamedTuple

from mcgod.errors import BadInput, BadUsage

# Types overlap on purpose: 2 is a command on the way in and a login answer on the way out.
LOGIN, COMMAND, LOGIN_ANSWER, ANSWER = 3, 2, 2, 0
DENIED = -1  # the id of the answer to a wrong password

LONGEST_BODY = 1446  # bytes: Minecraft reads a request into 1460 bytes at once
LOGIN_LIMIT = 4096  # bytes: before the login nothing that speaks RCON says much
REPLY_LIMIT = 4 << 20  # bytes: Minecraft stays below 16394, others put any reply in one packet
LAST_ID = 0x7FFFFFFF

_HEADER = struct.Struct("<iii")
_SIZE = struct.Struct("<i")
_TAIL = b"\0\0"
_LEAST = 10  # bytes that the size field counts when the body is empty
_FRAME = _HEADER.size + len(_TAIL)

_pack, _unpack = _HEADER.pack, _HEADER.unpack_from


class Packet(NamedTuple):
    """One packet. ``kind`` is its type field; ``body`` has no trailing NUL."""

    id: int
    kind: int
    body: bytes


class FrameError(BadInput):
    """The stream is not, or no longer, made of RCON packets; the connection is of no more use."""

    slug = "rcon-frame"


class Unsendable(BadUsage):
    """A command or password that no server could take; nothing was sent."""

    slug = "rcon-unsendable"


def encode(packet_id: int, kind: int, body: bytes) -> bytes:
    """Frame ``body``. Lengths are the caller's concern; see request_body."""
    return _pack(len(body) + _LEAST, packet_id, kind) + body + _TAIL


def request_body(text: str, what: str = "command") -> bytes:
    """Encode what a request carries, byte for byte, or raise Unsendable.

    Bytes that came in through ``surrogateescape`` go out as they were. NUL
    would cut a body short; a line break in a command forges lines in the log
    of some servers. ``what`` names the text in the error, which never shows it.
    """
    if len(text) <= LONGEST_BODY and text.isascii() and text.isprintable():
        return text.encode()  # nearly always, in a fifth of the time
    try:
        body = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raise Unsendable(f"the {what} holds half of a character pair, which UTF-8 cannot carry") from None
    if len(body) > LONGEST_BODY:
        raise Unsendable(
            f"the {what} has {len(body)} bytes; RCON takes at most {LONGEST_BODY}",
            hint="split it into several" if what == "command" else "",
        )
    if b"\0" in body:
        raise Unsendable(f"the {what} holds a NUL character")
    if what == "command" and (b"\n" in body or b"\r" in body):
        raise Unsendable("the command holds a line break; RCON takes one line", hint="send one command at a time")
    return body


def sole_answer(data: bytes, packet_id: int) -> bytes | None:
    """Return the body if ``data`` is exactly one type-0 answer to ``packet_id``; else None.

    What nearly every exchange is made of, and a third of the cost of a Decoder.
    """
    size = len(data)
    if size < _FRAME or data[-2:] != _TAIL or _unpack(data) != (size - 4, packet_id, ANSWER):
        return None
    return data[12:-2]


class Decoder:
    """Bytes in any cuts to packets. ``limit`` bounds the size field; set it higher once trust is won."""

    def __init__(self, limit: int = LOGIN_LIMIT) -> None:
        self.limit = limit
        self._buffer = bytearray()

    @property
    def pending(self) -> int:
        """Bytes held that take() has not returned."""
        return len(self._buffer)

    def feed(self, data: bytes) -> None:
        """Add ``data``. Memory grows with what arrived, never with what a size field claims."""
        self._buffer += data

    def take(self) -> Packet | None:
        """Return the next whole packet, or None. Raises FrameError, again and again once it did."""
        buffer = self._buffer
        if len(buffer) < _SIZE.size:
            return None
        (size,) = _SIZE.unpack_from(buffer)
        if not _LEAST <= size <= self.limit:
            raise FrameError(f"a packet claims a size of {size} bytes; {_LEAST} to {self.limit} make sense")
        end = _SIZE.size + size
        if len(buffer) < end:
            return None
        if buffer[end - 2 : end] != _TAIL:
            raise FrameError(f"a packet of {size} bytes does not end in two NUL bytes")
        _, packet_id, kind = _unpack(buffer)
        packet = Packet(packet_id, kind, bytes(buffer[_HEADER.size : end - 2]))
        del buffer[:end]
        return packet


def text_of(body: bytes) -> str:
    """Decode a whole reply as UTF-8; never raises.

    Old servers send the section sign of a colour code as Latin-1; what is
    broken in any other way becomes U+FFFD.
    """
    return body.decode("utf-8", "mcgod-rcon")


_LATIN1_CODE = re.compile(rb"\xa7[0-9a-fk-orxA-FK-ORX]")


def _mend(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    if _LATIN1_CODE.match(error.object, error.start):
        return "§", error.start + 1
    return "\ufffd", error.end


codecs.register_error("mcgod-rcon", _mend)
