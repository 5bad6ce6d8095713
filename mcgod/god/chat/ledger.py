"""What has become of each call, as the journal tells it: claimed, acted on, answered.

The god writes ``god.claim``, ``god.act`` and ``god.answer`` events, each with
``of``, the number of the event that it answers. After any crash these say
what is left to do, and that nothing is done twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

ANSWERED, INTERRUPTED, CLAIMED, NEW = "answered", "interrupted", "claimed", "new"


class Ledger:
    """The fate of every call that was seen."""

    def __init__(self) -> None:
        self._claimed: set[int] = set()
        self._acted: set[int] = set()
        self._answered: set[int] = set()

    def hear(self, event: Mapping[str, Any]) -> bool:
        """Take note of an event; False when it was none of the god's own."""
        marks = {"god.claim": self._claimed, "god.act": self._acted, "god.answer": self._answered}.get(event["type"])
        if marks is None:
            return False
        if isinstance(event.get("of"), int):
            marks.add(event["of"])
        return True

    def fate(self, seq: int) -> str:
        """Return ``answered``; ``interrupted`` after the deed began; ``claimed`` before it did; or ``new``."""
        if seq in self._answered:
            return ANSWERED
        if seq in self._acted:
            return INTERRUPTED
        return CLAIMED if seq in self._claimed else NEW
