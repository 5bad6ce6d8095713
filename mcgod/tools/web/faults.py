"""What can go wrong on the way to a web server, as errors that say what to do next.

It translates exceptions of httpx, which it imports only when one of them has
happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import Cancelled, McgodError, WebUnreachable

if TYPE_CHECKING:
    from mcgod.llm.watch import Watch


class WebFailed(WebUnreachable):
    """The server answered with an error. ``status`` is HTTP's."""

    def __init__(self, message: str, *, status: int, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.status = status


def explain(error: Exception, *, where: str, watch: Watch, hint: str = "") -> McgodError:
    """Translate ``error``, raised under ``watch`` by a request to ``where``."""
    if isinstance(error, McgodError):
        return error
    if watch.cancelled:
        return Cancelled("the request was stopped")
    return overdue(where, watch) if watch.expired else WebUnreachable(_sentence(error, where), hint=hint)


def _sentence(error: Exception, where: str) -> str:
    import httpx  # noqa: PLC0415 - the failing call has loaded it already

    match error:
        case httpx.ConnectTimeout():
            return f"{where} gave no connection in time"
        case httpx.TimeoutException():
            return f"{where} said nothing in time"
        case httpx.ConnectError():
            return f"{where} cannot be reached: {one_line(error)}"
        case httpx.TransportError() | OSError():
            return f"the connection to {where} broke: {one_line(error)}"
        case _:
            return f"{where} does not speak HTTP as it should: {one_line(error)}"


def overdue(where: str, watch: Watch) -> WebUnreachable:
    """Return the error for an answer that took too long as a whole."""
    return WebUnreachable(f"{where} did not finish in time: given up after {watch.elapsed:.1f} s")


def one_line(cause: object, most: int = 200) -> str:
    """Return ``cause`` as one line of at most ``most`` characters."""
    text = " ".join(str(cause).split())
    return text if len(text) <= most else f"{text[:most]}…"
