"""A game that notes each command on disk before it is sent, and what it came to: so that none is sent twice.

{"command":"give Steve minecraft:bread 3"}
{"reply":{"text":"Gave 3 [Bread] to Steve","raw":"…","ok":true,"known":true}}, or {"unsent":true}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod import fsio, jsonl
from mcgod.errors import StoreFailed
from mcgod.game.port import Reply

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.game.port import Game, PlayerState, ServerState


class Sent(NamedTuple):
    """A command that was about to be sent, and what is known of it.

    ``ran`` is False when it certainly did not reach the server, and None when
    nobody knows, such as when the process died before there was a ``reply``.
    """

    command: str
    ran: bool | None = None
    reply: Reply | None = None

    def to_json(self) -> dict[str, Any]:
        """Return ``{"command","output","ran"}``."""
        return {"command": self.command, "output": self.reply.text if self.reply else None, "ran": self.ran}


class NotedGame:
    """The ``game`` of one turn, with its notes in ``path`` from when it ``begins``: what only asks needs none.

    ``sent`` counts the commands that were noted, those of an earlier process included.
    """

    def __init__(self, game: Game, path: Path) -> None:
        self._game = game
        self._path = path
        self.sent = len(read(path))
        self._acting = self.sent > 0

    @property
    def capabilities(self) -> frozenset[str]:
        """What the game can do."""
        return self._game.capabilities

    def begin(self) -> None:
        """Note what is sent from now on."""
        self._acting = True

    def command(self, text: str) -> Reply:
        """Note ``text``, run it, and note the reply. Raises StoreFailed before anything is run, and as the game does.

        A game that raises has not run it.
        """
        if not self._acting:
            return self._game.command(text)
        self._note({"command": text})
        self.sent += 1
        try:
            reply = self._game.command(text)
        except Exception:
            self._note({"unsent": True})
            raise
        self._note({"reply": {"text": reply.text, "raw": reply.raw, "ok": reply.ok, "known": reply.known}})
        return reply

    def state(self) -> ServerState:
        """Ask for the server's state."""
        return self._game.state()

    def player(self, name: str) -> PlayerState | None:
        """Ask for a player's state."""
        return self._game.player(name)

    def close(self) -> None:
        """Leave the game open: other turns work with it."""

    def _note(self, line: dict[str, Any]) -> None:
        fsio.append_line(self._path, jsonl.line(line))


def read(path: Path) -> list[Sent]:
    """Return what was noted in ``path``, in order; nothing where there are no notes. Raises StoreFailed."""
    try:
        lines = jsonl.read(path).records
    except OSError as error:
        raise StoreFailed(f"cannot read {path}: {error.strerror}") from error
    found: list[Sent] = []
    for line in lines:
        if "command" in line:
            found.append(Sent(str(line["command"])))
        elif "reply" in line:
            reply = Reply(found[-1].command, **line["reply"])
            found[-1] = found[-1]._replace(ran=True if reply.known else None, reply=reply)
        else:
            found[-1] = found[-1]._replace(ran=False)
    return found
