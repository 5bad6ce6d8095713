"""One RCON connection, logged in: asks one command at a time, never reconnects.

Not thread-safe; Rcon holds the lock. Every failure closes it, so that an
answer that comes too late can never be taken for the answer to a later command.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

from mcgod.game.codec import (
    ANSWER,
    COMMAND,
    DENIED,
    LOGIN,
    LOGIN_ANSWER,
    REPLY_LIMIT,
    Decoder,
    FrameError,
    encode,
    sole_answer,
)
from mcgod.game.exchange import PROBE_FROM, Exchange, Step
from mcgod.game.outages import Gone, NotRcon, TimedOut, WrongPassword
from mcgod.game.wire import CutShort, Wire

if TYPE_CHECKING:
    import socket

    from mcgod.game.codec import Packet
    from mcgod.game.exchange import Dialect

_QUIET = 0.4  # seconds of silence that end a reply where nothing else does; more on slow links
_UNASKED = 64  # chunks that a server may send between two commands


class Link:
    """A connection to ``where``. ``deadline`` everywhere is time.monotonic() in seconds."""

    def __init__(self, sock: socket.socket, where: str, dialect: Dialect) -> None:
        self.sock = sock
        self._wire = Wire(sock)
        self._where = where
        self._dialect = dialect
        self._decoder = Decoder()
        self._round_trip = 0.0

    def close(self) -> None:
        """Close the socket; again is fine."""
        self._wire.close()

    def login(self, password: bytes, deadline: float) -> None:
        """Log in, or raise WrongPassword, NotRcon, TimedOut or Gone."""
        request = self._dialect.number()
        started = time.monotonic()
        try:
            self._wire.send(encode(request, LOGIN, password), deadline)
            while not self._admits(self._login_answer(deadline), request):
                pass
        except TimeoutError:
            hint = "is this the rcon.port, and is the server done with starting?"
            raise TimedOut(f"{self._where} did not answer the login in time", hint=hint) from None
        except FrameError as error:
            raise NotRcon(f"{self._where} does not speak RCON: {error}", hint="is this the rcon.port?") from error
        except OSError as error:
            raise Gone(f"{self._where} broke the connection at login: {_said(error)}") from error
        self._round_trip = time.monotonic() - started
        self._decoder.limit = REPLY_LIMIT

    def _admits(self, packet: Packet, request: int) -> bool:
        """Tell whether ``packet`` completes the login; Source servers send an empty type-0 packet first."""
        if packet.kind not in {ANSWER, LOGIN_ANSWER} or packet.id not in {request, DENIED}:
            raise FrameError(f"the login was answered with type {packet.kind} and id {packet.id}")
        if packet.id == DENIED:
            raise WrongPassword(f"{self._where} refused the password", hint=_LOGIN_HINT)
        return packet.kind == LOGIN_ANSWER

    def _login_answer(self, deadline: float) -> Packet:
        while (packet := self._decoder.take()) is None:
            chunk = self._wire.receive(deadline)
            if not chunk and not self._decoder.pending:
                message = f"{self._where} closed the connection without an answer: wrong password, or not RCON"
                raise WrongPassword(message, hint=_LOGIN_HINT, silent=True)
            if not chunk:
                raise Gone(f"{self._where} closed the connection in the middle of its login answer")
            self._decoder.feed(chunk)
        return packet

    def alive(self) -> bool:
        """Tell whether the server has kept the connection up; swallows what it sent unasked."""
        if not self._wire.readable(0):
            return True
        try:
            for _ in range(_UNASKED):
                chunk = self._wire.arrived()
                if chunk is None:
                    return True
                if not chunk:
                    return False
                self._decoder.feed(chunk)
                while packet := self._decoder.take():
                    self._dialect.stray(packet)
        except (OSError, FrameError):
            return False
        return False

    def ask(self, command: bytes, deadline: float) -> bytes:
        """Run ``command`` and return the reply's bytes.

        Raises Gone (``sent`` False: certainly not run), TimedOut, NotRcon, WrongPassword.
        """
        request = self._dialect.number()
        started = time.monotonic()
        try:
            self._wire.send(encode(request, COMMAND, command), deadline)
            chunk = self._wire.receive(deadline)
            if not chunk:
                raise Gone(f"{self._where} hung up without a reply; the command may have run", sent=True)
            if not self._decoder.pending:
                body = sole_answer(chunk, request)
                if body is not None and len(body) < PROBE_FROM:
                    return body
            quiet = min(max(_QUIET, 4 * self._round_trip), (deadline - started) / 2)
            return self._collect(Exchange(self._dialect, request), chunk, deadline, quiet)
        except TimeoutError:
            raise TimedOut(f"{self._where} did not answer in time; the command may have run", sent=True) from None
        except FrameError as error:
            raise NotRcon(f"{self._where} stopped speaking RCON: {error}", sent=True) from error
        except CutShort as error:
            raise Gone(f"{self._where} has closed the connection: {_said(error)}", sent=error.taken > 0) from error
        except OSError as error:
            raise Gone(f"{self._where} broke the connection in mid-reply: {_said(error)}", sent=True) from error

    def _collect(self, exchange: Exchange, chunk: bytes, deadline: float, quiet: float) -> bytes:
        """Go on with a reply that was not one plain packet; ``quiet`` seconds of silence may end it."""
        while True:
            self._decoder.feed(chunk)
            while packet := self._decoder.take():
                exchange.take(packet)
            if exchange.denied:
                raise WrongPassword(f"{self._where} ended the login", hint=_LOGIN_HINT)
            step = exchange.step(partial=self._decoder.pending > 0)
            if step is Step.PROBE:
                with suppress(CutShort):  # hung up, but the reply may be whole: listen
                    self._wire.send(exchange.probe(), deadline)
                step = exchange.step(partial=False)
            if step is Step.DONE:
                return exchange.body
            if step is Step.WAIT:
                chunk = self._wire.receive(deadline)
                if not chunk:
                    raise Gone(f"{self._where} hung up in mid-reply; the command may have run", sent=True)
            elif not (chunk := self._listen(deadline, quiet)):
                exchange.silence()
                return exchange.body

    def _listen(self, deadline: float, quiet: float) -> bytes:
        """Return what comes within ``quiet`` seconds, empty for nothing. Raises TimeoutError at ``deadline``."""
        until = time.monotonic() + quiet
        try:
            return self._wire.receive(min(until, deadline))
        except ConnectionError:
            return b""
        except TimeoutError:
            if until >= deadline:
                raise
            return b""


_LOGIN_HINT = (
    "rcon.password must be what server.properties says, byte for byte; a shell eats characters such as ! $ % ^ "
    "unless the text stands in single quotes"
)


def _said(error: OSError) -> str:
    return error.strerror or type(error).__name__
