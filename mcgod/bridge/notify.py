"""Tells systemd how the bridge is, where systemd asked to be told. Source: sd_notify(3)."""

from __future__ import annotations

import socket
from contextlib import suppress

_SOCKET = ""


def configure(path: str) -> None:
    """Set the socket to tell to: the value of NOTIFY_SOCKET, or nothing."""
    global _SOCKET  # noqa: PLW0603 - one process has one supervisor
    _SOCKET = path


def tell(state: str) -> None:
    """Send ``READY=1`` and the like; nobody listening is fine."""
    if not _SOCKET or not hasattr(socket, "AF_UNIX"):
        return
    name = "\0" + _SOCKET[1:] if _SOCKET.startswith("@") else _SOCKET
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.sendto(state.encode(), name)
