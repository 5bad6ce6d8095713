"""How a god's words reach the game: cleaned, cut into lines, and encoded as tellraw components. Pure.

The only text that goes to the server without a verdict; it is JSON-encoded,
so no quote, bracket or newline in it can become part of a command.
"""

from __future__ import annotations

import json
import re
import textwrap

from mcgod.game.codec import LONGEST_BODY
from mcgod.names import in_command

WIDTH = 220  # characters a line: about four rows of the chat window
MOST_LINES = 8

_CODES = re.compile("§.?")
_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def clean(text: str) -> str:
    """Remove colour codes and unseen characters; line breaks stay."""
    return _UNSEEN.sub("", _CODES.sub("", text.replace("\r\n", "\n"))).strip()


def lines(text: str) -> list[str]:
    """Cut a speech into chat lines at words; what exceeds the cap ends in an ellipsis."""
    found = [
        line
        for paragraph in clean(text).split("\n")
        for line in textwrap.wrap(paragraph, WIDTH, break_long_words=True, break_on_hyphens=False)
    ]
    return found if len(found) <= MOST_LINES else [*found[: MOST_LINES - 1], found[MOST_LINES - 1][: WIDTH - 2] + " …"]


def tellraw(player: str | None, text: str, *, color: str = "yellow") -> list[str]:
    """Return the commands that say ``text`` to ``player``, or to everybody; none is longer than the game takes."""
    target = "@a" if player is None else in_command(player)
    commands = []
    for line in lines(text):
        component = json.dumps({"text": line, "color": color}, ensure_ascii=False)
        commands.append(f"tellraw {target} {component}")
    assert all(len(command.encode("utf-8")) <= LONGEST_BODY for command in commands)
    return commands
