"""The modes of the god, as data: who may call them, what they are for, and the events of ``god_system``."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mode:
    """One way of asking. ``task`` is what the command model is told; ``history`` whether the past is shown to it."""

    name: str
    task: str
    history: bool = True


MODES = {
    mode.name: mode
    for mode in (
        Mode(
            "god",
            "A player prays to you. Grant what is modest and good with a few commands, or none. "
            "Aim at the player who prays. Small talk, thanks and questions need no command.",
        ),
        Mode(
            "sudo",
            "An administrator tells you in plain words what should happen. Translate it into exactly the commands "
            "that do it, and nothing more. What cannot be done with these commands gets none.",
            history=False,
        ),
        Mode(
            "god_system",
            "Something happened in a player's life and you act of your own accord. At most three small, fitting "
            "commands, aimed at that player.",
            history=False,
        ),
    )
}

# Event -> what happened, in the words that a model is told.
EVENTS = {
    "first_login": "The player has come to this world for the first time. Be benevolent: only gifts.",
    "death": "The player has just died. Comfort is in order.",
    "advancement": "The player has made an advancement. Praise is in order.",
    "random": "Nothing has happened; a small wonder may.",
}
