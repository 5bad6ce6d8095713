"""Bytes over a connected socket, plain or TLS, with a deadline for each call. Knows no protocol.

The socket does not block; waiting is done by poll(), so a deadline costs no
system call of its own and no signal. ``deadline`` is time.monotonic(), in
seconds, at most a day from now.
"""

from __future__ import annotations

import select
import ssl
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

# Bytes asked of one recv. More than a TLS record (16 KiB) holds, so that OpenSSL
# never keeps back what poll() cannot see.
_CHUNK = 65536
_AGAIN = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Wire:
    """A connected socket that is used by one thread at a time."""

    def __init__(self, sock: socket.socket) -> None:
        sock.settimeout(0)
        self.sock = sock
        # Waits so many milliseconds until bytes, or the end, can be read; true if they can.
        # An attribute and not a method: a call less on a path that takes microseconds.
        self.readable = _watch(sock)

    def close(self) -> None:
        """Close the socket; again is fine."""
        self.sock.close()

    def send(self, data: bytes, deadline: float) -> None:
        """Send all of ``data``. Raises TimeoutError, or another OSError; see CutShort."""
        taken = 0
        while True:
            try:
                taken += self.sock.send(data[taken:] if taken else data)
            except _AGAIN:
                pass
            except OSError as error:
                raise CutShort(taken, error) from error
            if taken == len(data):
                return
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            _wait_to_send(self.sock, left)

    def receive(self, deadline: float) -> bytes:
        """Return what arrives first, empty when the other side hung up. Raises TimeoutError, or another OSError."""
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            if self.readable(left * 1000):
                try:
                    return self.sock.recv(_CHUNK)
                except _AGAIN:  # half a TLS record
                    continue

    def arrived(self) -> bytes | None:
        """Return what is there already, empty when the other side hung up, None for nothing. Raises OSError."""
        try:
            return self.sock.recv(_CHUNK)
        except _AGAIN:
            return None


class CutShort(OSError):
    """A send that failed after ``taken`` bytes."""

    def __init__(self, taken: int, cause: OSError) -> None:
        super().__init__(cause.errno, cause.strerror or type(cause).__name__)
        self.taken = taken


def _watch(sock: socket.socket) -> Callable[[float], object]:
    if hasattr(select, "poll"):  # unlike select() it works past descriptor 1023, but not on Windows
        poll = select.poll()
        poll.register(sock, select.POLLIN)
        return poll.poll
    return lambda milliseconds: select.select([sock], [], [], milliseconds / 1000)[0]


def _wait_to_send(sock: socket.socket, seconds: float) -> None:
    if hasattr(select, "poll"):
        poll = select.poll()
        poll.register(sock, select.POLLOUT)
        poll.poll(seconds * 1000)
    else:
        select.select([], [sock], [], seconds)
