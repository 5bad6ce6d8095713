"""Driving a sandbox that another process runs: one line of JSON each way, on loopback, with a token.

    {"token":"…","do":"join","name":"Steve"}  ->  {"ok":true,"result":{…}}
                                               or {"ok":false,"slug":"not-found","message":"…","hint":"…"}

``sandbox.json`` in the sandbox's folder says where, with the token, and is
readable by its owner only. A file that a dead sandbox left behind counts as none.
"""

from __future__ import annotations

import json
import socket
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mcgod import errors, jsonl

if TYPE_CHECKING:
    from pathlib import Path

CARD = "sandbox.json"
WRONG_TOKEN = "wrong token"  # noqa: S105 - the message, not the token
PATIENCE = 10.0  # seconds for one answer
_ERRORS = {
    kind.slug: kind for kind in (errors.BadInput, errors.BadUsage, errors.NotFound, errors.Refused, errors.StoreFailed)
}


def ask(folder: Path, deed: str, **details: str) -> Any:
    """Ask the sandbox that runs in ``folder`` and return its result.

    Raises GameUnreachable when none runs there, and what the sandbox raised.
    """
    nobody = errors.GameUnreachable(f"no sandbox runs in {folder}", hint=f"mcgod sandbox serve --dir {folder}")
    try:
        card = json.loads((folder / CARD).read_bytes())
        request = jsonl.line({"token": card["token"], "do": deed, **details}) + b"\n"
        with socket.create_connection((card["host"], card["port"]), timeout=PATIENCE) as connection:
            connection.sendall(request)
            with connection.makefile("rb") as lines:
                reply = json.loads(lines.readline())
        if reply["ok"]:
            return reply["result"]
        slug, message, hint = str(reply["slug"]), str(reply["message"]), str(reply["hint"])
    except (OSError, ValueError, KeyError, TypeError):
        # No card, nobody behind it, or somebody else who got the port since.
        raise nobody from None
    if (slug, message) == (errors.Refused.slug, WRONG_TOKEN):
        raise nobody
    raise _ERRORS.get(slug, errors.McgodError)(message, hint=hint)


def state(folder: Path) -> dict[str, Any]:
    """Return the world in ``folder`` as JSON: the running one, else the saved one.

    Raises GameUnreachable when there is neither, BadInput for a saved world that does not parse.
    """
    try:
        found: dict[str, Any] = ask(folder, "state")
    except errors.GameUnreachable:
        saved_file = folder / "world" / "sandbox.json"
        if not saved_file.exists():
            raise
        from mcgod.sandbox import saved  # noqa: PLC0415 - only needed while none runs

        found = asdict(saved.decode(saved_file.read_bytes()))
    return found
