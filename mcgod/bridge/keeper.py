"""Keeps the game connection: one at a time, re-opened with back-off, its ups and downs told as events.

RCON blocks, so every call runs in one worker thread of its own, in order.
"""

from __future__ import annotations

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from mcgod.errors import GameUnreachable, Unreachable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from mcgod.game.port import Game, PlayerState, Reply, ServerState

    Tell = Callable[[dict[str, Any]], Awaitable[object]]

T = TypeVar("T")

_BEAT = 15.0  # seconds between looks at a connection that nobody uses
_SHORTEST, _LONGEST = 1.0, 30.0  # seconds between two tries to log in


class Keeper:
    """Owns ``game``; ``tell`` publishes the events ``rcon_up`` and ``rcon_down``."""

    def __init__(self, game: Game | None, tell: Tell, *, jitter: Callable[[], float] = random.random) -> None:
        self._game = game
        self._tell = tell
        self._jitter = jitter
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="rcon")
        self._beat: asyncio.Task[None] | None = None
        self._next_try = 0.0
        self._pause = _SHORTEST
        self.up: bool | None = None
        self.last_error = ""

    @property
    def has_game(self) -> bool:
        """Whether a server is configured at all."""
        return self._game is not None

    def start(self) -> None:
        """Begin to look after the connection."""
        if self._game is not None:
            self._beat = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        """Let the call under way finish, and close the connection."""
        if self._beat:
            self._beat.cancel()
            await asyncio.gather(self._beat, return_exceptions=True)
        if self._game is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._game.close)
        self._thread.shutdown(wait=True)

    async def command(self, text: str) -> Reply:
        """Run a command once. Raises GameUnreachable when it certainly did not run."""
        return await self._ask(lambda game: game.command(text))

    async def state(self) -> ServerState:
        """Ask for the server's state."""
        return await self._ask(lambda game: game.state())

    async def player(self, name: str) -> PlayerState | None:
        """Ask for a player's state."""
        return await self._ask(lambda game: game.player(name))

    async def _ask(self, call: Callable[[Game], T]) -> T:
        game = self._game
        if game is None:
            raise Unreachable("no server is configured", hint="mcgod config init --server-dir DIR")
        if self.up is False and time.monotonic() < self._next_try:
            raise GameUnreachable(self.last_error, hint="mcgod bridge status")
        try:
            answer = await asyncio.get_running_loop().run_in_executor(self._thread, call, game)
        except GameUnreachable as error:
            await self._went_down(error)
            raise
        await self._came_up()
        return answer

    async def _watch(self) -> None:
        """Look whether the server is there: seldom while it is, and with growing pauses while it is not."""
        while True:
            try:
                await self._ask(lambda game: game.state())
                pause = _BEAT
            except GameUnreachable:
                pause = max(0.05, self._next_try - time.monotonic())
            await asyncio.sleep(pause)

    async def _came_up(self) -> None:
        self._pause = _SHORTEST
        if self.up is not True:
            self.up, self.last_error = True, ""
            await self._tell({"source": "rcon", "type": "rcon_up"})

    async def _went_down(self, error: GameUnreachable) -> None:
        self._next_try = time.monotonic() + self._pause * (1 + 0.25 * self._jitter())
        self._pause = min(self._pause * 2, _LONGEST)
        was, self.up, self.last_error = self.up, False, error.message
        if was is not False:
            await self._tell({"source": "rcon", "type": "rcon_down", "text": error.message})
