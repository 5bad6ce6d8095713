"""What keeps a chat from wearing the god out: age, repetition, a pause for each player, a rate for all."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mcgod.god.chat.calls import Call

SAME = 20.0  # seconds within which the same words of a player are one prayer
MINUTE = 60.0


class Limits(NamedTuple):
    """How much the god puts up with. ``age`` and ``cooldown`` are seconds, ``rate`` calls a minute; 0 is no limit."""

    age: float = 120.0
    cooldown: float = 5.0
    rate: int = 30


class Guards:
    """Decides by the times of the calls themselves, so that missed ones are weighed as if heard in time."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._last: dict[str, float] = {}
        self._said: dict[tuple[str, str], float] = {}
        self._recent: deque[float] = deque()

    def refuse(self, call: Call, now: float) -> str | None:
        """Return why ``call`` is not answered: ``old``, ``repeated``, ``cooldown`` or ``rate``; None lets it pass."""
        limits = self._limits
        if limits.age and now - call.at > limits.age:
            return "old"
        who, words = call.player.lower(), (call.player.lower(), call.text.lower())
        if call.is_said and call.at - self._said.get(words, -SAME) < SAME:
            return "repeated"
        if call.is_said and call.at - self._last.get(who, -limits.cooldown) < limits.cooldown:
            return "cooldown"
        while self._recent and call.at - self._recent[0] >= MINUTE:
            self._recent.popleft()
        if limits.rate and len(self._recent) >= limits.rate:
            return "rate"
        if call.is_said:
            self._said[words] = self._last[who] = call.at
        self._recent.append(call.at)
        if len(self._said) > 10_000:
            self._said.clear()
        return None
