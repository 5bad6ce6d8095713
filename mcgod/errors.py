"""Every error that mcgod raises on purpose, as one tree.

    McgodError
    ├── BadUsage       2   the call itself is wrong
    ├── BadInput      65   data did not parse
    ├── NotFound      66   a named thing does not exist
    ├── Unreachable   69   game, bridge, model, a tool, the web or a knowledge base out of reach
    │   ├── GameUnreachable
    │   ├── ModelUnreachable
    │   ├── ToolUnreachable
    │   ├── WebUnreachable
    │   └── KbUnreachable
    ├── StoreFailed   74   the disk refused
    ├── Busy          75   somebody else holds it, try again
    │   ├── Occupied
    │   └── TakenOver
    ├── Refused       77   the rules, or the lack of a right, forbid it
    ├── BadConfig     78   a setting is wrong
    └── Cancelled    130   somebody asked for a stop

The split is by what the caller can do next. Anything else that escapes is a
defect and exits with 70.
"""

from __future__ import annotations


class McgodError(Exception):
    """Base of the tree. ``message`` is one line; ``hint`` says what to try next, or is empty."""

    slug = "internal"
    exit = 70

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BadUsage(McgodError):
    """The caller's words are off: a missing text, flags that exclude each other."""

    slug = "bad-usage"
    exit = 2


class BadInput(McgodError):
    """Data from outside did not parse: a file, a reply, standard input."""

    slug = "bad-input"
    exit = 65


class NotFound(McgodError):
    """A session, soul, player or file that was named does not exist."""

    slug = "not-found"
    exit = 66


class Unreachable(McgodError):
    """Something on the other end of a connection did not serve us."""

    slug = "unreachable"
    exit = 69


class GameUnreachable(Unreachable):
    """The Minecraft server, or its log, is out of reach."""

    slug = "game-unreachable"


class ModelUnreachable(Unreachable):
    """The language model gave no usable answer."""

    slug = "model-unreachable"


class ToolUnreachable(Unreachable):
    """A server of tools did not start, answer, or accept us."""

    slug = "tool-unreachable"


class WebUnreachable(Unreachable):
    """A web page, or a service that is asked over the web, gave no usable answer."""

    slug = "web-unreachable"


class KbUnreachable(Unreachable):
    """A knowledge base on another machine gave no usable answer; that is never an empty one."""

    slug = "kb-unreachable"


class StoreFailed(McgodError):
    """The disk refused a read or write; what was there before is intact."""

    slug = "store-failed"
    exit = 74


class Busy(McgodError):
    """Another process holds the lock; the same call may succeed later."""

    slug = "busy"
    exit = 75


class Occupied(Busy):
    """Another request of the same owner runs; it ends within a model's time."""

    slug = "occupied"


class TakenOver(Busy):
    """Another worker answers by now what this one had begun."""

    slug = "taken-over"


class Refused(McgodError):
    """Not allowed: a rule, or a missing right."""

    slug = "refused"
    exit = 77


class BadConfig(McgodError):
    """A setting has a wrong name, type or value; the message names where it stands."""

    slug = "bad-config"
    exit = 78


class Cancelled(McgodError):
    """A running request was stopped on somebody's wish."""

    slug = "cancelled"
    exit = 130
