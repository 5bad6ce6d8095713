"""The calls about the journal: page through it, mark it, claim an event of it, tell it what the god does."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from mcgod.bridge.methods.means import Call
from mcgod.bridge.methods.params import number, text
from mcgod.errors import BadInput, McgodError

if TYPE_CHECKING:
    from mcgod.bridge.methods.means import Means

_PAGE = 1000  # events in one answer
_OURS = frozenset({"v", "stream", "seq", "time", "server", "source", "log_position"})


def calls(means: Means) -> dict[str, Call]:
    """Return ``events``, ``mark``, ``publish`` and ``claim``."""
    records = _Records(means)
    return {
        "events": Call(records.events, looks=True),
        "mark": Call(records.mark),
        "publish": Call(records.publish),
        "claim": Call(records.claim),
    }


class _Records:
    def __init__(self, means: Means) -> None:
        self._hub = means.hub
        self._mod = means.mod
        self._claims = means.claims

    async def events(self, params: dict[str, Any]) -> dict[str, Any]:
        """Page through events: ``next`` fed back loses nothing and repeats nothing."""
        since, limit = number(params, "since", 0), min(number(params, "limit", 200), _PAGE)
        types = frozenset(params.get("types") or ())
        stream = self._hub.journal.stream
        first = self._hub.journal.first
        dropped = max(0, first - since - 1)
        if since + 1 >= self._hub.ring.first:
            lines = [(entry.seq, entry.line) for entry in self._hub.ring.after(since, _PAGE)]
        else:
            lines = await asyncio.to_thread(self._from_disk, stream, since)
        events: list[Any] = []
        upto = since
        for seq, line in lines:
            event = json.loads(line)
            if len(events) >= limit:
                break
            upto = seq
            if not types or event["type"] in types:
                events.append(event)
        return {"events": events, "next": upto, "dropped": dropped, "stream": stream}

    def _from_disk(self, stream: str, since: int) -> list[tuple[int, bytes]]:
        found = []
        for position, line in enumerate(self._hub.journal.events.read(stream, since)):
            if position >= _PAGE:
                break
            found.append((json.loads(line)["seq"], line))
        return found

    async def mark(self, params: dict[str, Any]) -> dict[str, Any]:
        """Put a text into the journal, and into the mod's own records where there is a mod that can."""
        note = text(params, "text")
        seqs = await self._hub.publish([{"source": "bridge", "type": "mark", "text": note}])
        if self._mod.mod is None:
            return {"seq": seqs[0], "mod": False}
        try:
            await self._mod.mark(note)
        except McgodError:  # it is in the journal, which is what was asked for
            return {"seq": seqs[0], "mod": False}
        return {"seq": seqs[0], "mod": True}

    async def publish(self, params: dict[str, Any]) -> dict[str, Any]:
        """Journal what the god tells of itself: types that begin with ``god.``, nothing else."""
        event = params.get("event")
        if not isinstance(event, dict) or not str(event.get("type", "")).startswith("god."):
            raise BadInput("only events of a type god.… may be published")
        if taken := sorted(_OURS & event.keys()):
            raise BadInput(f"the bridge itself fills in {', '.join(taken)}")
        if event["type"] != "god.claim":
            self._claims.check(event.get("of"), event.get("by"))
        seqs = await self._hub.publish([{"source": "god", **event}])
        return {"seq": seqs[0]}

    async def claim(self, params: dict[str, Any]) -> dict[str, Any]:
        """Claim an event for one worker, once and for all: it is in the journal before this answers.

        ``over``: take it from a worker that is gone.
        """
        seq, by = number(params, "seq", 0), text(params, "by")
        if not self._claims.take(seq, by, over=params.get("over") is True):
            return {"claimed": False}
        await self._hub.publish([{"source": "god", "type": "god.claim", "of": seq, "by": by}])
        return {"claimed": True}
