"""The RCON client: mcrcon's API, over one kept connection that works in every thread.

Owns when to connect, to reconnect and to give up; the wire is link.py's. It
never repeats a command that may have run, and never tries a refused password
twice.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import mcrcon

from mcgod.errors import BadConfig
from mcgod.game.codec import Unsendable, request_body, text_of
from mcgod.game.dial import dial, place
from mcgod.game.exchange import Dialect
from mcgod.game.link import Link
from mcgod.game.outages import Gone, RconError, UnsendableCommand, WrongPassword
from mcgod.game.tls import encrypt

if TYPE_CHECKING:
    import socket
    from types import TracebackType


_DAY = 86400  # seconds; the system counts waits in milliseconds and 31 bits


class Rcon(mcrcon.MCRcon):  # type: ignore[misc] # mcrcon ships no types
    """A client for one server; threads may share it.

    ``timeout`` is seconds, int or float, for all of a connect or of a command
    from the moment that no other thread's is under way. ``tlsmode`` is 0 for
    none, 1 for TLS, 2 for TLS with any certificate. Usable without connect():
    a command opens the connection when there is none. All failures of the
    wire are RconErrors.
    """

    # Waits between tries to get a lost connection back, in seconds.
    pauses: tuple[float, ...] = (0.05, 0.2)

    def __init__(self, host: str, password: str, port: int = 25575, tlsmode: int = 0, timeout: float = 5) -> None:
        # mcrcon's own constructor installs a signal handler, which only the main thread may do.
        if not 0 < port < 65536:
            raise BadConfig(f"rcon.port is 1 to 65535, not {port}")
        if not 0 < timeout <= _DAY:
            raise BadConfig(f"rcon.timeout is a number of seconds above 0 and up to {_DAY}, not {timeout}")
        if tlsmode not in {0, 1, 2}:
            raise BadConfig(f"rcon.tls is 0, 1 or 2, not {tlsmode}")
        self.host = host
        self.password = password
        self.port = port
        self.tlsmode = tlsmode
        self.timeout = timeout
        self._lock = threading.Lock()
        self._link: Link | None = None
        self._dialect = Dialect()
        self._admitted: str | None = None  # the password that has worked here
        self._refused: tuple[str, str, str] | None = None  # the one that has not, and what was said of it

    def __repr__(self) -> str:
        return f"Rcon({self.host!r}, port={self.port}, tlsmode={self.tlsmode}, timeout={self.timeout})"

    def __enter__(self) -> Rcon:
        self.connect()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.disconnect()

    @property
    def socket(self) -> socket.socket | None:
        """The open socket, or None."""
        return self._link.sock if self._link else None

    def connect(self) -> None:
        """Open a new connection and log in, with the password as it now is. Raises RconError."""
        with self._lock:
            self._drop()
            self._refused = None
            self._open(time.monotonic() + self.timeout)

    def disconnect(self) -> None:
        """Close the connection; a command that another thread waits for is let finish. Again is fine."""
        with self._lock:
            self._drop()

    def command(self, command: str) -> str:
        """Run ``command`` and return the reply with its colour codes, however long it is.

        ``command`` goes out byte for byte. Raises UnsendableCommand before
        anything left, or RconError, whose ``sent`` tells whether the command
        may have run.
        """
        try:
            body = request_body(command)
        except Unsendable as error:
            raise UnsendableCommand(error.message, hint=error.hint) from None
        with self._lock:
            deadline = time.monotonic() + self.timeout
            try:
                link = self._link
                if link is None:
                    link = self._open(deadline)
                elif not link.alive():
                    link = self._reopen(deadline)
                try:
                    return text_of(link.ask(body, deadline))
                except Gone as error:
                    if error.sent:
                        raise
                # Not one byte was taken: the connection died between the look at it and the send.
                return text_of(self._reopen(deadline).ask(body, deadline))
            except BaseException:  # also a KeyboardInterrupt leaves a reply behind
                self._drop()
                raise

    def _reopen(self, deadline: float) -> Link:
        """Get a lost connection back; a server that restarts is given a moment."""
        self._drop()
        for pause in self.pauses:
            try:
                return self._open(deadline)
            except WrongPassword:
                raise
            except RconError:
                if time.monotonic() + pause >= deadline:
                    raise
                time.sleep(pause)
        return self._open(deadline)

    def _open(self, deadline: float) -> Link:
        """Connect and log in; the new link is kept."""
        if self._refused and self._refused[0] == self.password:
            _, message, hint = self._refused
            raise WrongPassword(message, hint=hint)
        where = place(self.host, self.port)
        try:
            password = request_body(self.password, "password")
        except Unsendable as error:
            raise UnsendableCommand(error.message, hint=error.hint) from None
        sock = dial(self.host, self.port, deadline)
        try:
            if self.tlsmode:
                sock = encrypt(sock, self.host, where, deadline, verify=self.tlsmode == 1)
            link = Link(sock, where, self._dialect)
            link.login(password, deadline)
        except WrongPassword as error:
            sock.close()
            if error.silent and self._admitted == self.password:
                # This password has worked here, so it is a server (or a proxy before it) on its way down.
                raise Gone(f"{where} closed the connection at login", hint="is the server restarting?") from None
            self._refused = (self.password, error.message, error.hint)
            raise
        except BaseException:
            sock.close()
            raise
        self._admitted = self.password
        self._link = link
        return link

    def _drop(self) -> None:
        if self._link:
            self._link.close()
            self._link = None
