"""RCON as the vanilla server speaks it, with its limits and its faults.

Source: what a 26.3 server was seen to do, and its RconClient class: it takes
one packet out of each read and drops the rest, closes the connection when
the length does not fit what it read, and cuts answers every 4096 UTF-16 units.
"""

from __future__ import annotations

import hmac
import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

LONGEST = 1460  # bytes of one request, with its length
CUT = 4096  # UTF-16 units of one answer packet
_SMALLEST = 10
_AUTH, _COMMAND, _ANSWER, _AUTH_ANSWER = 3, 2, 0, 2
_HEAD = struct.Struct("<iii")


def serve(connection: socket.socket, password: str, run: Callable[[str], str]) -> None:
    """Answer the requests of one connection until either side ends it. Raises OSError."""
    trusted = False
    while True:
        data = connection.recv(LONGEST)
        if len(data) < _SMALLEST or int.from_bytes(data[:4], "little", signed=True) != len(data) - 4:
            return
        _, request, kind = _HEAD.unpack_from(data.ljust(_HEAD.size, b"\0"))
        body = data[_HEAD.size : -1].partition(b"\0")[0]
        if kind == _AUTH:
            trusted = bool(body) and hmac.compare_digest(body, password.encode("utf-8", "replace"))
            connection.sendall(packet(request if trusted else -1, _AUTH_ANSWER))
        elif kind != _COMMAND:
            connection.sendall(packet(request, _ANSWER, f"Unknown request {kind % 2**32:x}".encode()))
        elif trusted:
            connection.sendall(answer(request, run(body.decode("utf-8", "replace"))))
        else:
            connection.sendall(packet(-1, _AUTH_ANSWER))


def answer(request: int, text: str) -> bytes:
    """Return the packets that carry ``text``; at least one, however short it is."""
    return b"".join(packet(request, _ANSWER, part) for part in cut(text))


def packet(request: int, kind: int, body: bytes = b"") -> bytes:
    """Return one packet."""
    return _HEAD.pack(len(body) + 10, request, kind) + body + b"\0\0"


def cut(text: str) -> list[bytes]:
    """Cut ``text`` as Java does: every 4096 UTF-16 units; half of a pair becomes a question mark."""
    if len(text) * 2 <= CUT:  # fits, even if every character is a pair
        return [text.encode("utf-8", "replace")]
    units = text.encode("utf-16-le", "surrogatepass")
    parts = [units[at : at + CUT * 2] for at in range(0, len(units), CUT * 2)]
    return [part.decode("utf-16-le", "surrogatepass").encode("utf-8", "replace") for part in parts]
