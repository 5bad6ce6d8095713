"""What the god says besides its answers: that it has heard, that it is busy, that it failed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mcgod.game.speech import tellraw
from mcgod.god.nodes import FALLBACK
from mcgod.names import in_command

if TYPE_CHECKING:
    from mcgod.game.port import Game

LISTENING = "The god has heard you…"
THINKING = "The god is thinking…"
PATIENCE = "Patience…"
FAILED = FALLBACK
INTERRUPTED = "I was called away in the middle of your prayer. What is done is done; ask again for the rest."
STOPPED = "I have let go of that prayer."
CROWDED = "Too many voices at once. Ask me again in a while."
FORBIDDEN = "That word is not yours to speak."
UNPROVEN = "Nobody can prove who they are on this server, so that word has no power here."


def show(game: Game, player: str, text: str) -> None:
    """Show ``text`` above the player's hotbar, for a moment."""
    component = json.dumps({"text": text, "color": "gray"}, ensure_ascii=False)
    game.command(f"title {in_command(player)} actionbar {component}")


def say(game: Game, player: str, text: str) -> None:
    """Say ``text`` to the player in the chat."""
    for command in tellraw(player, text):
        game.command(command)
