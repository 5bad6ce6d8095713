"""The same guards for workers that share a network's prayers: what one has heard counts for all.

    mcgod:heard:<player>     a hash: ``last`` and what was said -> ``<time> <server> <number>``
    mcgod:rate:<server>      a sorted set: the calls of the last minute by their times

A call that was let pass is let pass again: its worker may have died.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from mcgod.god.chat.guards import MINUTE, SAME, Limits
from mcgod.paths import safe_name
from mcgod.store.redis.link import PREFIX

if TYPE_CHECKING:
    from mcgod.god.chat.calls import Call
    from mcgod.store.redis.link import Link, Pipe

_KEEP = 600  # seconds


class SharedGuards:
    """Decides behind ``link`` what ``guards.Guards`` decides in memory; the rate is a server's."""

    def __init__(self, link: Link, limits: Limits) -> None:
        self._link = link
        self._limits = limits

    def refuse(self, call: Call, server: str, now: float) -> str | None:
        """Return why ``call`` is not answered: ``old``, ``repeated``, ``cooldown`` or ``rate``; None lets it pass."""
        if self._limits.age and now - call.at > self._limits.age:
            return "old"
        heard, rate = f"{PREFIX}heard:{safe_name(call.player.lower())}", f"{PREFIX}rate:{safe_name(server)}"
        words = sha256(call.text.lower().encode("utf-8", "replace")).hexdigest()[:16]
        mark = f"{call.at} {server} {call.seq}".encode()

        def weigh(pipe: Pipe) -> str | None:
            said, last = pipe.hmget(heard, words, "last")
            if mark in (said, last) or pipe.zscore(rate, mark) is not None:
                return None
            if call.is_said and call.at - _at(said) < SAME:
                return "repeated"
            if call.is_said and call.at - _at(last) < self._limits.cooldown:
                return "cooldown"
            if self._limits.rate and pipe.zcount(rate, call.at - MINUTE, "+inf") >= self._limits.rate:
                return "rate"
            pipe.multi()
            if call.is_said:
                pipe.hset(heard, mapping={words: mark, "last": mark})
                pipe.expire(heard, max(_KEEP, int(self._limits.cooldown) + 1))
            pipe.zremrangebyscore(rate, "-inf", call.at - _KEEP)
            pipe.zadd(rate, {mark: call.at})
            pipe.expire(rate, _KEEP)
            return None

        return self._link.change([heard, rate], weigh)


def _at(mark: bytes | None) -> float:
    return float(mark.partition(b" ")[0]) if mark else float("-inf")
