"""The end of the control channel that a sandbox listens on; ``remote`` is the other one, and tells the protocol."""

from __future__ import annotations

import hmac
import json
import os
import secrets
from typing import TYPE_CHECKING, Any

from mcgod import errors, fsio, jsonl
from mcgod.sandbox.listener import HOST, Listener
from mcgod.sandbox.remote import CARD, PATIENCE, WRONG_TOKEN

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from pathlib import Path

    Handler = Callable[[str, dict[str, str]], Any]

_LONGEST = 64 * 1024  # bytes of one request


class Control:
    """The listening end. ``handle`` gets what to do and its details, and returns JSON or raises McgodError."""

    def __init__(self, folder: Path, handle: Handler) -> None:
        self._card = folder / CARD
        self._handle = handle
        self._token = secrets.token_urlsafe(24)
        self._listener = Listener(self._serve, name="Control")

    def start(self, **facts: Any) -> None:
        """Begin to listen, and write the card, with ``facts`` beside the address."""
        self._listener.start()
        card = {"v": 1, "host": HOST, "port": self._listener.port, "token": self._token, "pid": os.getpid(), **facts}
        fsio.replace_file(self._card, jsonl.document(card))

    def stop(self) -> None:
        """Take the card away and stop listening."""
        fsio.remove(self._card)
        self._listener.stop()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(PATIENCE)
        with connection.makefile("rb") as lines:
            request = lines.readline(_LONGEST)
        connection.sendall(jsonl.line(self._answer(request)) + b"\n")

    def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            request = json.loads(line)
            token, deed = str(request.pop("token")), str(request.pop("do"))
            details = {str(key): str(value) for key, value in request.items()}
        except (ValueError, KeyError, TypeError, AttributeError):
            return _problem(errors.BadInput("not a request"))
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self._token.encode()):
            return _problem(errors.Refused(WRONG_TOKEN))
        try:
            return {"ok": True, "result": self._handle(deed, details)}
        except errors.McgodError as error:
            return _problem(error)


def _problem(error: errors.McgodError) -> dict[str, Any]:
    return {"ok": False, "slug": error.slug, "message": error.message, "hint": error.hint}
