"""A wire to a server that can be cut: a proxy on loopback that drops connections when it is told to."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable


class Wire:
    """Carries bytes to ``port``. ``cut``: asked with what a client sent, whether to hang up ``before`` or ``after``.

    ``after`` the server has got it and answered, but the client never hears of it.
    """

    def __init__(self, port: int, cut: Callable[[bytes], str] = lambda _: "") -> None:
        self._target = port
        self.cut = cut
        self.cuts = 0
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()
        self.hang_up()

    def hang_up(self) -> None:
        """Drop every connection that there is."""
        _close(*self._open)
        self._open.clear()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                self._open += [client, server]
                last = threading.Event()  # set once the next answer is to be lost
                for carry in (self._ask, self._answer):
                    threading.Thread(target=carry, args=(client, server, last), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket, last: threading.Event) -> None:
        with suppress(OSError):
            while data := client.recv(1 << 20):
                how = self.cut(data)
                if how == "before":
                    break
                if how == "after":
                    last.set()
                server.sendall(data)
            if data:
                self.cuts += 1
        _close(client, server)

    def _answer(self, client: socket.socket, server: socket.socket, last: threading.Event) -> None:
        with suppress(OSError):
            while data := server.recv(1 << 20):
                if last.is_set():
                    self.cuts += 1
                    break
                client.sendall(data)
        _close(client, server)


def _close(*sockets: socket.socket) -> None:
    """Hang up at both ends, which also wakes whoever reads there."""
    for one in sockets:
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)
        one.close()
