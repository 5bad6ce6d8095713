"""The ways in which an RCON connection fails, each an MCRconException too.

    RconError             69   GameUnreachable
    ├── NameUnknown            rcon-name       the host name has no address
    ├── Refused                rcon-refused    nobody listens there
    ├── TimedOut               rcon-timeout    no answer in time
    ├── WrongPassword          rcon-password   the server said no
    ├── NotRcon                rcon-protocol   something else answered
    ├── NotTrusted             rcon-tls        TLS could not be agreed on
    └── Gone                   rcon-gone       the server hung up
    UnsendableCommand      2   Unsendable: refused before anything was sent

``sent`` is what a caller needs to know: when True, the command may have run
and must not be repeated blindly.
"""

from __future__ import annotations

import mcrcon

from mcgod.errors import GameUnreachable
from mcgod.game.codec import Unsendable


class RconError(GameUnreachable, mcrcon.MCRconException):  # type: ignore[misc] # mcrcon ships no types
    """Base of the wire's failures. ``sent``: bytes of a command had left when it happened."""

    def __init__(self, message: str, *, hint: str = "", sent: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.sent = sent


class NameUnknown(RconError):
    """The host name does not resolve."""

    slug = "rcon-name"


class Refused(RconError):
    """No address of the host accepts a connection."""

    slug = "rcon-refused"


class TimedOut(RconError):
    """The time-out ran off: connecting, at login, or waiting for a reply."""

    slug = "rcon-timeout"


class WrongPassword(RconError):
    """The login was denied; ``silent``: by hanging up without a word, as Cuberite does.

    The same password is not tried again before connect() is called.
    """

    slug = "rcon-password"

    def __init__(self, message: str, *, hint: str = "", silent: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.silent = silent


class NotRcon(RconError):
    """What came back are not RCON packets."""

    slug = "rcon-protocol"


class NotTrusted(RconError):
    """The TLS handshake failed: an untrusted certificate, or no TLS on that port."""

    slug = "rcon-tls"


class Gone(RconError):
    """The server closed the connection."""

    slug = "rcon-gone"


class UnsendableCommand(Unsendable, mcrcon.MCRconException):  # type: ignore[misc] # mcrcon ships no types
    """An Unsendable for callers that catch MCRconException."""
