"""What goes wrong at the gateway, and every error of the tree as an HTTP answer.

503  {"error":{"slug":"crowded","exit":75,"message":"1000 messages wait already","hint":"try again in a moment"}}
"""

from __future__ import annotations

from typing import Any

from mcgod.errors import (
    BadInput,
    BadUsage,
    Busy,
    Cancelled,
    McgodError,
    NotFound,
    Refused,
    Unreachable,
)


class Unauthorised(Refused):
    """The token is missing, or wrong."""

    slug = "unauthorised"


class TooLarge(BadInput):
    """A body above the limit."""

    slug = "too-large"


class KeyReused(BadUsage):
    """An idempotency key that came with another body before."""

    slug = "key-reused"


class Crowded(Busy):
    """More messages wait than may."""

    slug = "crowded"


class Stopping(Busy):
    """The gateway ends; another one, or this one started anew, will serve."""

    slug = "stopping"


class Waiting(Busy):
    """The session's last message has a question that waits for its answer."""

    slug = "waiting"


class OutcomeUnknown(Unreachable):
    """The process died in the middle of what may have run; it is not done again."""

    slug = "outcome-unknown"


class Interrupted(Unreachable):
    """The process died before anything was run; the message may be sent again."""

    slug = "interrupted"


# The first that a fault is of counts.
_STATUS: dict[type[McgodError], int] = {
    Unauthorised: 401,
    TooLarge: 413,
    KeyReused: 422,
    Waiting: 409,
    OutcomeUnknown: 409,
    Interrupted: 503,
    Crowded: 503,
    Stopping: 503,
    Busy: 429,
    BadUsage: 400,
    BadInput: 400,
    NotFound: 404,
    Refused: 403,
    Cancelled: 409,
    Unreachable: 502,
    McgodError: 500,
}
_LATER = (429, 503)  # what may be asked again
RETRY_AFTER = "1"  # seconds


def status_of(error: McgodError) -> int:
    """Return the HTTP status for ``error``."""
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def headers_of(status: int) -> dict[str, str]:
    """Return what headers an answer with an error has."""
    if status == 401:
        return {"WWW-Authenticate": "Bearer"}
    return {"Retry-After": RETRY_AFTER} if status in _LATER else {}


def body_of(error: McgodError) -> dict[str, Any]:
    """Return ``{"error":{"slug","exit","message","hint"}}``."""
    return {"error": {"slug": error.slug, "exit": error.exit, "message": error.message, "hint": error.hint}}


def of_json(raw: dict[str, Any]) -> McgodError:
    """Return the error that ``body_of`` told of, as one of the tree."""
    told = raw["error"]
    kinds = [McgodError]
    for kind in kinds:
        kinds += kind.__subclasses__()
    kind = next((one for one in kinds if one.slug == told["slug"]), McgodError)
    return kind(told["message"], hint=told["hint"])
