"""Keep a model's inline reasoning (``<think>…</think>``) apart from its speech.

Pure. Speech that begins with ``{`` is a JSON document, and nothing inside it
is taken for a tag.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_NAMES = "think|thinking|thought|reasoning"
_OPEN = re.compile(rf"<({_NAMES})>", re.IGNORECASE)
_CLOSE = re.compile(rf"</({_NAMES})>", re.IGNORECASE)
_LONGEST_TAG = len("</reasoning>")


class Split(NamedTuple):
    """Speech and reasoning of one answer; ``cut`` when the reasoning never ended."""

    speech: str
    thinking: str
    cut: bool


class Splitter:
    """The streaming form: feed pieces as they arrive, get back the speech that is safe to show.

    A piece may end in the middle of a tag; that part is held until it is
    clear. Blank space before the first word of speech is dropped. What was
    said is never looked at again, so that many small pieces cost no more than
    a few large ones.
    """

    def __init__(self) -> None:
        self.inside = False
        self._said: list[str] = []
        self._thought: list[str] = []
        self._document = False
        self._held = ""

    @property
    def speech(self) -> str:
        """All that was said so far."""
        return "".join(self._said)

    @property
    def thinking(self) -> str:
        """All the reasoning so far."""
        return "".join(self._thought)

    @property
    def silent(self) -> bool:
        """Whether nothing was said so far."""
        return not self._said

    def feed(self, piece: str) -> str:
        """Take the next piece and return the speech that became certain."""
        self._held += piece
        before = len(self._said)
        while self._held:
            if not self.inside and (self._document or (self.silent and self._held.lstrip().startswith("{"))):
                self._document = True
                self._take(self._held)
                self._held = ""
                break
            tag = (_CLOSE if self.inside else _OPEN).search(self._held)
            sure = tag.start() if tag else self._certain()
            self._take(self._held[:sure])
            self._held = self._held[tag.end() if tag else sure :]
            if tag:
                self.inside = not self.inside
            else:
                break
        return "".join(self._said[before:])

    def finish(self) -> str:
        """Return what was still held at the end of the answer."""
        rest, self._held = self._held, ""
        before = len(self._said)
        self._take(rest)
        return "".join(self._said[before:])

    def _take(self, text: str) -> None:
        if self.inside:
            self._thought.append(text)
        elif text := text.lstrip() if self.silent else text:
            self._said.append(text)

    def _certain(self) -> int:
        """Count the held characters that cannot belong to a tag of which the rest is still to come."""
        last = self._held.rfind("<", max(0, len(self._held) - _LONGEST_TAG + 1))
        return len(self._held) if last < 0 else last


def split(text: str) -> Split:
    """Split a whole answer. A closing tag without an opening one ends reasoning that the template began."""
    splitter = Splitter()
    splitter.feed(text)
    splitter.finish()
    speech, thinking = splitter.speech, splitter.thinking
    if not speech.startswith("{") and (orphan := _CLOSE.search(speech)):
        thinking += speech[: orphan.start()]
        speech = _CLOSE.sub("", speech[orphan.end() :]).lstrip()
    return Split(speech, thinking.strip(), splitter.inside)
