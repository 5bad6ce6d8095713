"""A link to a fake mod in an event loop of its own, and ears that remember what they heard."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from mcgod.game.modlink.discovery import Search
from mcgod.game.modlink.link import Link, Target

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from fake_mod import FakeMod

    from mcgod.game.modlink.discovery import Found
    from mcgod.game.modlink.failures import ModFailure
    from mcgod.game.modlink.greeting import Greeting


class Heard:
    """What a link told, in order: ``("up", mod)``, ``("down", text)`` or an event."""

    def __init__(self) -> None:
        self.all: list[Any] = []
        self._news = asyncio.Event()

    def came_up(self, mod: Greeting, found: Found) -> None:
        self._add(("up", mod.vantage))

    def went_down(self, error: ModFailure) -> None:
        self._add(("down", error.message))

    def hear(self, event: dict[str, Any]) -> None:
        self._add(event)

    def _add(self, what: Any) -> None:
        self.all.append(what)
        self._news.set()

    async def until(self, condition: Callable[[list[Any]], bool]) -> None:
        """Return once ``condition`` holds of what was heard."""
        while not condition(self.all):
            self._news.clear()
            await self._news.wait()

    async def ups(self, count: int = 1) -> None:
        """Return once the mod came up for the ``count``-th time."""
        await self.until(lambda heard: sum(one[0] == "up" for one in heard if isinstance(one, tuple)) >= count)


def at(mod: FakeMod | int, vantage: str = "") -> Target:
    """Return where ``mod`` is, or a port, tried again nearly at once."""
    port = mod if isinstance(mod, int) else mod.port
    return Target(Search(vantage, port=port), shortest=0.001, longest=0.01)


def linked(target: Target, work: Callable[[Link, Heard], Coroutine[Any, Any, Any]]) -> Any:
    """Run ``work`` with a link to ``target``; a hang fails."""

    async def run() -> Any:
        heard = Heard()
        link = Link(target, heard, jitter=lambda: 0.0)
        link.start()
        try:
            async with asyncio.timeout(60):
                return await work(link, heard)
        finally:
            await link.stop()

    return asyncio.run(run())


def nowhere(tmp_path: Path) -> Target:
    """Return a target whose port file is not there yet."""
    return Target(Search("server", folder=tmp_path), shortest=0.001, longest=0.01)
