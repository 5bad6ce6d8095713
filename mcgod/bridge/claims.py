"""Who answers which event: one worker each, until another takes over from one that is gone.

What the first had begun is no longer its own then: its commands and its words
about the event are refused, so that nothing is done twice.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from mcgod.errors import TakenOver

if TYPE_CHECKING:
    from mcgod.bridge.hub import Hub


class Claims:
    """The claims of one bridge; learnt from the journal when they are first asked for."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._holders: dict[int, str] | None = None

    def take(self, seq: int, by: str, *, over: bool = False) -> bool:
        """Let ``by`` have ``seq`` unless somebody has it; ``over`` takes it from them. Atomic: nothing is awaited."""
        holders = self._known()
        if seq in holders and not over:
            return False
        holders[seq] = by
        return True

    def check(self, seq: object, by: object) -> None:
        """Let pass who holds ``seq``, what nobody holds, and who gives no name. Raises TakenOver."""
        holder = self._known().get(seq) if isinstance(seq, int) else None
        if holder is not None and by is not None and holder != by:
            raise TakenOver(f"{holder} answers event {seq} by now")

    def _known(self) -> dict[int, str]:
        if self._holders is None:
            journal = self._hub.journal
            lines = (line for line in journal.events.read(journal.stream) if b'"type":"god.claim"' in line)
            told = map(json.loads, lines)
            self._holders = {one.get("of", 0): str(one.get("by")) for one in told}
        return self._holders
