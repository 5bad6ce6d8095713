"""Keeps facts of what the bridge's events tell, beside the way of the events and never in it.

At most one write a second, in a thread; the place of a death is asked of the
game once. A fault is shown in ``bridge status`` and costs facts, not events.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mcgod.bridge import cursors
from mcgod.errors import McgodError
from mcgod.kb import observed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcgod.bridge.hub import Hub
    from mcgod.bridge.keeper import Keeper
    from mcgod.kb.fact import Fact
    from mcgod.kb.facts import Facts

_PAUSE = 1.0  # seconds that events are gathered for
_PAGE = 1000  # events looked at in one go
_ASKED = 5  # deaths of one batch whose place is asked: the game has other things to do
_CURSOR = "facts"


class FactKeeper:
    """Follows ``hub`` and writes to ``facts``. ``keeper`` is asked where somebody died."""

    def __init__(
        self, hub: Hub, facts: Facts, keeper: Keeper, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._hub = hub
        self._facts = facts
        self._keeper = keeper
        self._sleep = sleep
        self._folder = hub.journal.events.folder
        self._cursor = cursors.load(self._folder, _CURSOR, hub.journal.stream)
        if self._cursor is None:
            self._cursor = hub.journal.last
        self._task: asyncio.Task[None] | None = None
        self.kept = 0
        self.last_error = ""

    def start(self) -> None:
        """Begin to follow."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what the events so far tell, and end."""
        if self._task:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            while self._hub.ring.last > self._cursor_now:
                await self._step(ask=False)

    def status(self) -> dict[str, Any]:
        """Return ``{"kept","waiting","error"}``: facts written, events not looked at yet, the last fault."""
        return {"kept": self.kept, "waiting": self._hub.journal.last - self._cursor_now, "error": self.last_error}

    @property
    def _cursor_now(self) -> int:
        return self._cursor or 0

    async def _run(self) -> None:
        while True:
            await self._hub.ring.wait(self._cursor_now)
            await self._sleep(_PAUSE)
            await self._step(ask=True)

    async def _step(self, *, ask: bool) -> None:
        """Deal with one page of events; with ``ask`` the game tells where the dead lie."""
        last = min(self._hub.ring.last, self._cursor_now + _PAGE)
        try:
            events = await asyncio.to_thread(self._page, self._cursor_now, last)
            if events:
                await self._keep([fact for event in events for fact in observed.facts_of(event)])
                if ask:
                    await self._places(events)
                await asyncio.to_thread(
                    cursors.save, self._hub.journal.events.folder, _CURSOR, self._hub.journal.stream, last
                )
            self.last_error = ""
        except McgodError as error:
            self.last_error = error.message
        self._cursor = last

    def _page(self, cursor: int, last: int) -> list[dict[str, Any]]:
        """Return the events up to ``last`` that may tell a fact: from memory, else from the journal."""
        entries = self._hub.ring.after(cursor, last - cursor)
        if entries and entries[0].seq == cursor + 1:
            return [json.loads(entry.line) for entry in entries if entry.type in observed.TYPES]
        found = []
        for line in self._hub.journal.events.read(self._hub.journal.stream, cursor):
            event = json.loads(line)
            if event["seq"] > last:
                break
            found.append(event)
        return [event for event in found if event["type"] in observed.TYPES]

    async def _keep(self, facts: list[Fact]) -> None:
        if facts:
            self.kept += len(await asyncio.to_thread(self._facts.put, facts))

    async def _places(self, events: list[dict[str, Any]]) -> None:
        """Ask where the last of each player's deaths was; a game that does not tell leaves the fact without a place."""
        deaths = {name: event for event in events if (name := observed.dead(event))}
        for name, event in list(deaths.items())[:_ASKED] if self._keeper.has_game else []:
            try:
                reply = await self._keeper.command(f"data get entity {name} LastDeathLocation")
            except McgodError:
                continue
            if place := observed.death_place(reply.text):
                await self._keep([replace(fact, place=place) for fact in observed.facts_of(event)])
