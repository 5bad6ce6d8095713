"""Faults of Redis in words of our own: what is wrong, and whether it may pass by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from mcgod.errors import BadConfig, BadInput, McgodError, StoreFailed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.store.redis.address import Address


class TooFewReplicas(Exception):
    """A change is made, but not safe yet."""


class Fault(NamedTuple):
    """A fault in the error tree; one that ``passes`` is worth waiting for."""

    error: McgodError
    passes: bool = True


# The word that a refusal begins with, where it is one that passes: a fail-over, a restart, a script that runs.
_PASSING = ("MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS", "UNBLOCKED", "BUSY", "EXECABORT")


def read(error: Exception, address: Address) -> Fault | None:
    """Return what ``error`` is, None for what is none of Redis' faults."""
    return next(_readings(error, f"the Redis at {address}"), None)


def _readings(error: Exception, where: str) -> Iterator[Fault]:
    """Yield what ``error`` may be, the most exact first."""
    from redis import exceptions as faults  # noqa: PLC0415 - the extra may not be installed

    word = str(error).split(" ", 1)[0]
    if isinstance(error, TooFewReplicas):
        yield Fault(StoreFailed(f"{where}: {error}", hint="see store.replicas"))
    if isinstance(error, faults.AuthenticationError | faults.AuthorizationError | faults.NoPermissionError):
        hint = "set store.password_file, or MCGOD_STORE_PASSWORD; a user stands in store.url"
        yield Fault(BadConfig(f"{where} does not let us in", hint=hint), passes=False)
    if isinstance(error, faults.OutOfMemoryError) or "OOM command not allowed" in str(error):
        yield Fault(StoreFailed(f"{where} is full and keeps nothing more", hint="raise its maxmemory"), passes=False)
    if isinstance(error, faults.ReadOnlyError):
        hint = "point store.url to the primary"
        yield Fault(StoreFailed(f"{where} is a replica and takes no changes", hint=hint))
    if isinstance(error, faults.BusyLoadingError):
        yield Fault(StoreFailed(f"{where} is still loading its data", hint="try again in a moment"))
    if isinstance(error, faults.ConnectionError | faults.TimeoutError | OSError):
        yield Fault(StoreFailed(f"{where} does not answer", hint="is it running? see mcgod doctor"))
    if word == "WRONGTYPE":
        yield Fault(BadInput(f"{where} holds something else than mcgod's under mcgod:"), passes=False)
    if isinstance(error, faults.ResponseError):
        yield Fault(StoreFailed(f"{where}: {error}"), passes=word in _PASSING)
