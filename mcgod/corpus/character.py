"""Whether a message is a god's: words for a player, with nothing of the machine in them. Pure."""

from __future__ import annotations

import re

from mcgod.god.nodes import FALLBACK, SILENCE

_LONGEST = 600  # characters: three sentences, and a chat line's patience
_LAPSES = {
    "names a command": r"(?:^|\s)/[a-z]|\b(?:give|summon|teleport|tp|time set|weather) (?:@[a-z]|minecraft:)",
    "names an id": r"\bminecraft:|\b[a-z]+(?:_[a-z]+)+\b",
    "holds markup": r"```|\*\*|^\s*#{1,6} |</?[a-z][^>]*>|§",
    "holds JSON": r"[{\[]\s*\"|\"\s*:\s*[\[{\"]",
    "speaks as a machine": r"(?i)\b(?:as an ai|language model|system prompt|json|the rules reject)",
}
_COMPILED = {what: re.compile(pattern, re.MULTILINE) for what, pattern in _LAPSES.items()}


def lapses(message: str) -> list[str]:
    """Return what is out of character in ``message``; empty when nothing is."""
    if not message.strip() or message == SILENCE:
        return ["is empty"]
    if message == FALLBACK:
        return ["is only the fallback"]
    found = [what for what, pattern in _COMPILED.items() if pattern.search(message)]
    return [*found, "is too long"] if len(message) > _LONGEST else found
