"""A loopback TCP listener with one thread a connection, that stops at once and leaves nothing open."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Event, Lock, Thread, current_thread
from typing import TYPE_CHECKING

from mcgod.errors import Busy

if TYPE_CHECKING:
    from collections.abc import Callable

HOST = "127.0.0.1"
_PAUSE = 0.1  # seconds before another try to accept
_GOODBYE = 2.0  # seconds that a connection gets to send its last answer


class Listener:
    """Accepts connections on ``port`` (0: any free one) and runs ``serve`` for each in its own thread."""

    def __init__(self, serve: Callable[[socket.socket], None], *, name: str, port: int = 0) -> None:
        self._serve = serve
        self._name = name
        self._lock = Lock()
        self._open: dict[Thread, socket.socket] = {}
        self._stopping = Event()
        try:
            self._socket = socket.create_server((HOST, port))
        except OSError as error:
            raise Busy(f"port {port} is not free: {error.strerror}", hint="choose another port, or 0") from error
        self.port: int = self._socket.getsockname()[1]
        self._acceptor = Thread(target=self._accept, name=f"{name} listener", daemon=True)

    def start(self) -> None:
        """Begin to accept."""
        self._acceptor.start()

    def stop(self) -> None:
        """Close the listener and all connections, after the answers that are on their way."""
        self._stopping.set()
        # Closing a socket does not wake a thread that accepts on it; a connection does.
        with suppress(OSError):
            socket.create_connection((HOST, self.port), timeout=1).close()
        if self._acceptor.is_alive():
            self._acceptor.join()
        self._socket.close()
        with self._lock:
            open_now = dict(self._open)
        for how in (socket.SHUT_RD, socket.SHUT_RDWR):
            for connection in open_now.values():
                with suppress(OSError):
                    connection.shutdown(how)
            for thread in open_now:
                if thread is not current_thread():
                    thread.join(_GOODBYE)
            open_now = {thread: one for thread, one in open_now.items() if thread.is_alive()}

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:  # too many open files, or a client that left at once
                if self._stopping.wait(_PAUSE):
                    return
                continue
            if self._stopping.is_set():
                connection.close()
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            thread = Thread(target=self._run, args=(connection,), name=f"{self._name} client", daemon=True)
            with self._lock:
                self._open[thread] = connection
            thread.start()

    def _run(self, connection: socket.socket) -> None:
        try:
            # The other end may leave at any time; that ends its connection, and nothing else.
            with connection, suppress(OSError):
                self._serve(connection)
        finally:
            with self._lock:
                del self._open[current_thread()]
