"""The ways in which the interface mod does not serve.

    GameUnreachable       69
    ├── ModDown               mod-down      nobody listens, or it is not known where
    ├── NotTheMod             mod-protocol  something else answered, or not in this protocol
    ├── ModGone               mod-gone      the connection broke
    └── ModTimedOut           mod-timeout   no answer in time
    Unreachable           69
    ├── ModRefused            mod-refused   it answered with an error
    └── Lacking               lacking       it cannot do that, or there is no mod that could

``sent`` is what a caller needs to know: when True, the request may have been
carried out and must not be repeated blindly.
"""

from __future__ import annotations

from mcgod.errors import GameUnreachable, Unreachable


class ModFailure(GameUnreachable):
    """Base of the wire's failures. ``sent``: the request had left when it happened."""

    def __init__(self, message: str, *, hint: str = "", sent: bool = False) -> None:
        super().__init__(message, hint=hint)
        self.sent = sent


class ModDown(ModFailure):
    """There is no connection, and none can be made."""

    slug = "mod-down"


class NotTheMod(ModFailure):
    """What listens there is not the mod, not of the vantage that was asked for, or out of step."""

    slug = "mod-protocol"


class ModGone(ModFailure):
    """The mod closed the connection."""

    slug = "mod-gone"


class ModTimedOut(ModFailure):
    """No answer came in time; the connection is given up with it, since the answer may still come."""

    slug = "mod-timeout"


class ModRefused(Unreachable):
    """The mod answered with an error, whose text is the message."""

    slug = "mod-refused"


class Lacking(Unreachable):
    """Nothing that is connected can do what was asked; the message says what could."""

    slug = "lacking"
