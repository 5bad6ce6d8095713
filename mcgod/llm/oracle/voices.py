"""How a god speaks: sentences by occasion, one voice a soul; and the choice among them.

A sentence is chosen by a checksum of the prayer, so the same prayer is
answered in the same words, on every machine.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

if TYPE_CHECKING:
    from collections.abc import Mapping

_VOICES = ("solemn", "grumble", "gentle")
_SOULS = {"default": "solemn", "grumble": "grumble"}


class Voice(NamedTuple):
    """Sentences of one voice. ``{things}`` is a list in words, ``{player}`` who is spoken to, ``{what}`` a phrase."""

    granted: tuple[str, ...]
    withheld: tuple[str, ...]
    empty: tuple[str, ...]
    unknown: tuple[str, ...]
    talk: Mapping[str, tuple[str, ...]]
    refused: Mapping[str, tuple[str, ...]]
    events: Mapping[str, tuple[str, ...]]

    def say(self, sentences: tuple[str, ...], seed: str, **words: str) -> str:
        """Choose one of ``sentences`` by ``seed`` and fill it in."""
        chosen = sentences[crc32(seed.encode("utf-8", "replace")) % len(sentences)]
        for name, text in words.items():  # not str.format: a player's words may hold braces
            chosen = chosen.replace(f"{{{name}}}", text)
        return chosen


def voice_of(soul: str) -> Voice:
    """Return the voice of ``soul``; a soul that has none of its own gets one by its name."""
    name = _SOULS.get(soul) or _VOICES[crc32(soul.encode("utf-8", "replace")) % len(_VOICES)]
    voice: Voice = import_module(f"mcgod.llm.oracle.{name}").VOICE
    return voice
