"""What can go wrong on the way to a model, as errors that say what to do next.

It translates exceptions of httpx, which it imports only when one of them has
happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import Cancelled, McgodError, ModelUnreachable

if TYPE_CHECKING:
    from mcgod.llm.watch import Watch


class ModelRefused(ModelUnreachable):
    """Nothing listens there, or the name is unknown: a longer time-out does not help."""


class ModelTimedOut(ModelUnreachable):
    """The server took the call but did not answer in time."""


class ModelBroken(ModelUnreachable):
    """The connection ended before the answer did."""


class ModelMissing(ModelUnreachable):
    """The server is there, the model is not."""


class StreamError(Exception):
    """The server told of an error in the middle of its answer: its text, and HTTP's ``status`` for it, or 0."""

    def __init__(self, message: object, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class ModelFailed(ModelUnreachable):
    """The server answered with an error.

    ``status`` is HTTP's, 0 for an error inside a stream; ``detail`` is the
    server's own text; ``retry_after`` is in seconds, None when it did not say.
    """

    def __init__(self, message: str, *, status: int, detail: str, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after

    @property
    def passing(self) -> bool:
        """Whether the same call may succeed in a moment: too many requests, or a fault of the server."""
        return self.status == 429 or self.status >= 500


class ModelWithheld(ModelFailed):
    """The server would not have the prompt, or broke its answer off; ``detail`` begins with its word for why."""


class ModelGarbled(ModelFailed):
    """The model wrote a call that its own server could not read; it may do better at once."""


def retries(fault: ModelUnreachable) -> int:
    """Return how many times a call that ended in ``fault`` is worth another attempt."""
    if isinstance(fault, ModelGarbled):
        return 1
    passing = fault.passing if isinstance(fault, ModelFailed) else isinstance(fault, (ModelRefused, ModelBroken))
    return 2 if passing else 0


def failed(endpoint: str, status: int, detail: object, retry_after: str | None = None) -> ModelFailed:
    """Return what a server's own error is here; ``status`` is 0 when it came in the middle of an answer."""
    where = f"answered {status}" if status else "failed in the middle of its answer"
    said = _line(detail)
    return ModelFailed(
        f"the model at {endpoint} {where}: {said}", status=status, detail=said, retry_after=_seconds(retry_after)
    )


def explain(  # noqa: PLR0911 - a table, one line a kind
    error: Exception, *, endpoint: str, watch: Watch, protocol: str, cure: str = ""
) -> McgodError:
    """Translate ``error``, raised under ``watch`` by a call to ``endpoint``.

    ``protocol`` is what was to be spoken there, ``cure`` what helps when nobody listens.
    """
    import httpx  # noqa: PLC0415 - the failing call has loaded it already

    after = f"after {watch.elapsed:.1f} s"
    slow = "raise model.timeout; a large model may still be loading"
    match error:
        case McgodError():
            return error
        case _ if watch.cancelled:
            return Cancelled("the request was stopped")
        case _ if watch.expired:
            hint = "raise model.total_timeout; a large model may still be loading"
            return ModelTimedOut(f"the model at {endpoint} did not finish in time: given up {after}", hint=hint)
        case httpx.ConnectTimeout():
            return ModelTimedOut(f"{endpoint} timed out {after}: no connection", hint="is the address right?")
        case httpx.TimeoutException():
            return ModelTimedOut(f"the model at {endpoint} timed out {after}: it said nothing", hint=slow)
        case httpx.ConnectError() | ConnectionError():
            cause = error.__context__ if isinstance(error, ConnectionError) and error.__context__ else error
            return ModelRefused(f"{endpoint} refused the connection {after}: {_line(cause)}", hint=cure)
        case httpx.UnsupportedProtocol() | httpx.LocalProtocolError():
            return ModelUnreachable(f"{endpoint} cannot be asked: {_line(error)}", hint="is model.endpoint right?")
        case httpx.TransportError() | OSError():
            return ModelBroken(f"the connection to {endpoint} broke {after}: {_line(error)}")
        case _:
            return ModelUnreachable(f"{endpoint} does not speak {protocol} protocol: {_line(error)}")


def _seconds(header: str | None) -> float | None:
    """Read a Retry-After in seconds; its other form, a date, is not worth a calendar."""
    try:
        return max(0.0, float(header or ""))
    except ValueError:
        return None


def _line(cause: object) -> str:
    text = " ".join(str(cause).split())
    return text if len(text) <= 200 else f"{text[:200]}…"
