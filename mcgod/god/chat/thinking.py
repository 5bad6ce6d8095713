"""What a player sees above the hotbar while the god thinks: it fades within seconds, so it is shown again and again."""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from mcgod.errors import McgodError
from mcgod.god.chat import voice

if TYPE_CHECKING:
    from mcgod.game.port import Game

EVERY = 2.0  # seconds; the game lets such a text fade after three

# What is shown of a tool is ours, never a model's words. The beginning of its name decides.
_DOING = {
    "ask": "The god has a question for you…",
    "execute": "The god is at work…",
    "web": "The god reads far-off scrolls…",
    "search": "The god reads far-off scrolls…",
    "fetch": "The god reads far-off scrolls…",
    "minecraft": "The god reads far-off scrolls…",
}
_LOOKING = "The god looks around…"


class Thinking:
    """Shows ``player`` that the god thinks, for the block; ``emit`` takes the turn's stream events."""

    def __init__(self, game: Game, player: str, *, every: float = EVERY) -> None:
        self._game = game
        self._player = player
        self._every = every
        self._text = voice.THINKING
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._show, name="thinking", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        self._game.close()

    def emit(self, name: str, data: Any) -> None:
        """Take a stream event: a running tool changes what is shown."""
        if name == "TOOL_STATUS":
            begins = str(data["short"]).replace("_", "-").split("-", 1)[0].split(" ", 1)[0]
            self._text = _DOING.get(begins, _LOOKING)
        elif name == "TOOL_STATUS_CLEAR":
            self._text = voice.THINKING

    def _show(self) -> None:
        while True:
            with suppress(McgodError):  # the answer is what counts
                voice.show(self._game, self._player, self._text)
            if self._ended.wait(self._every):
                return
