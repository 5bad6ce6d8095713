"""Why a tool server could not be spoken to, as an error that says what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import McgodError, ToolUnreachable

if TYPE_CHECKING:
    from mcgod.tools.remote.server import Server


_CLOSED = -32000  # the SDK's code for a connection that has ended


def explain(server: Server, error: BaseException, *, status: int, said: str) -> McgodError:
    """Return ``error`` as one of the tree.

    ``status`` is the last HTTP status that was an error, or 0; ``said`` is
    how the server's last words are told, or empty.
    """
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    what = f"the MCP server {server.name}"
    if isinstance(error, McgodError):
        return error
    if isinstance(error, TimeoutError):
        return ToolUnreachable(
            f"{what} did not answer within {server.connect_timeout:g} seconds{said}",
            hint=f"see whether it runs, or raise {server.setting}.connect_timeout",
        )
    if getattr(error, "code", _CLOSED) != _CLOSED and not status:
        reason = f"does not answer as MCP does: {_line(error)}"
        return ToolUnreachable(f"{what} {reason}{said}", hint=f"look at {server.setting}.{server.way}")
    if server.command:
        reason = f"cannot be started: {server.place}: {error.strerror}" if isinstance(error, OSError) else "has ended"
        return ToolUnreachable(f"{what} {reason}{said}", hint=f"look at {server.setting}.{server.way}")
    return _over_http(server, what, error, status)


def _over_http(server: Server, what: str, error: BaseException, status: int) -> ToolUnreachable:
    if status in (401, 403):
        cure = f"mcgod config set {server.setting}.token - < FILE"
        return ToolUnreachable(f"{what} refuses the token (HTTP {status})", hint=cure)
    if status:
        reason = f"answers with HTTP {status} at {server.place}"
    else:
        reason = f"cannot be reached at {server.place}: {_line(error)}"
    return ToolUnreachable(f"{what} {reason}", hint=f"look at {server.setting}.{server.way}")


def _line(error: BaseException) -> str:
    told = str(error).strip().splitlines() or [type(error).__name__]
    return told[0][:200]
