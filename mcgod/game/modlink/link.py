"""The connection to an interface mod, kept: found, greeted, re-opened with back-off, asked over sockets of their own.

Three kinds of socket, because the mod broadcasts events to each and answers
without saying what: one only listens, so that a request that goes wrong costs
no event; one asks, one request after another; and every WAIT has its own,
since it answers when its ticks are over and must keep nobody waiting.
"""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from mcgod.errors import Busy
from mcgod.game.modlink.channel import Channel
from mcgod.game.modlink.failures import Lacking, ModDown, ModFailure, ModRefused, NotTheMod
from mcgod.game.modlink.greeting import listed
from mcgod.game.modlink.primitives import PRIMITIVES

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping

    from mcgod.game.modlink.discovery import Found, Search
    from mcgod.game.modlink.greeting import Greeting
    from mcgod.game.modlink.lines import Message
    from mcgod.game.modlink.primitives import Primitive

_MOST_WAITS = 32  # sockets that the mod has to write each event to


class Target(NamedTuple):
    """Which mod, and how long the pauses between two attempts are at first and at last, in seconds."""

    search: Search
    shortest: float = 0.5
    longest: float = 10.0


class Ears(Protocol):
    """Who hears of the mod. Called in the loop's thread, in order; must not wait."""

    def came_up(self, mod: Greeting, found: Found) -> None:
        """Learn that the mod is there."""
        ...

    def hear(self, event: Message) -> None:
        """Take an event of the mod."""
        ...

    def went_down(self, error: ModFailure) -> None:
        """Learn that it is not, or no longer; told once."""
        ...


class Link:
    """Keeps a connection to ``target`` from ``start`` to ``stop``. Belongs to one event loop.

    ``mod`` is who is connected, None while nobody is, and ``error`` says why;
    ``found`` is what the last search for it came to.
    """

    def __init__(self, target: Target, ears: Ears, *, jitter: Callable[[], float] = random.random) -> None:
        self._target = target
        self._ears = ears
        self._jitter = jitter
        self._turn = asyncio.Lock()
        self._asking: Channel | None = None
        self._port = 0
        self._keeping: asyncio.Task[None] | None = None
        self._running: set[asyncio.Task[Message]] = set()
        self._waiting: set[Channel] = set()
        self._told_down = False
        self.mod: Greeting | None = None
        self.found: Found | None = None
        self.error: ModFailure = ModDown("the mod has not been reached yet", hint="try again shortly")

    def start(self) -> None:
        """Begin to look for the mod."""
        self._keeping = asyncio.create_task(self._keep())

    @property
    def defect(self) -> BaseException | None:
        """What ended the looking after, which nothing should."""
        ended = self._keeping is not None and self._keeping.done() and not self._keeping.cancelled()
        return self._keeping.exception() if ended and self._keeping else None

    async def stop(self) -> None:
        """Hang up; requests in flight fail."""
        if self._keeping:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        await self._drop(ModDown("the bridge is stopping"))

    async def ask(self, name: str, given: Mapping[str, Any] | None = None) -> Message:
        """Ask primitive ``name`` with arguments ``given`` and return the answer.

        Raises BadInput for arguments, Lacking for what this mod cannot do,
        ModRefused for its own errors, Busy when the requests before this one
        took all its time, and ModFailure, whose ``sent`` tells whether it may
        have been carried out.
        """
        primitive, given = PRIMITIVES[name], given or {}
        line = primitive.line(given)
        mod = self._connected()
        if why := primitive.lacking(mod):
            raise Lacking(f"{name}: {why}", hint="mcgod bridge call capabilities")
        if name == "wait":
            return await self._alone(primitive, line, primitive.patience(given))
        # A caller that is cancelled must not take the others' socket with it.
        return await asyncio.shield(self._task(self._in_turn(primitive, line, primitive.patience(given))))

    def _connected(self) -> Greeting:
        if self.mod is None:
            raise ModDown(f"the interface mod is not connected: {self.error.message}", hint=self.error.hint)
        return self.mod

    def _task(self, work: Coroutine[Any, Any, Message]) -> asyncio.Task[Message]:
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Message]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # a caller that went away does not ask for it

    async def _in_turn(self, primitive: Primitive, line: bytes, seconds: float) -> Message:
        try:
            async with asyncio.timeout(seconds):
                await self._turn.acquire()
        except TimeoutError:
            raise Busy("the mod is busy with the requests before this one", hint="try again shortly") from None
        try:
            self._connected()
            if self._asking and self._asking.failure:
                await self._asking.close()
                self._asking = None
            self._asking = self._asking or await self._dial()
            return await self._asking.ask(line, primitive.replies, seconds)
        finally:
            self._turn.release()

    async def _alone(self, primitive: Primitive, line: bytes, seconds: float) -> Message:
        """Ask over a socket that is opened for it; being cancelled closes it."""
        if len(self._waiting) >= _MOST_WAITS:
            raise Busy(f"{_MOST_WAITS} waits are under way", hint="try again when one has ended")
        channel = await self._dial()
        self._waiting.add(channel)
        try:
            return await channel.ask(line, primitive.replies, seconds)
        finally:
            self._waiting.discard(channel)
            await channel.close()

    async def _dial(self) -> Channel:
        """Open one more socket to the mod that is connected; the events that it is sent are heard already."""
        channel = await Channel.open(self._port)
        channel.listen(lambda _: None)
        return channel

    async def _keep(self) -> None:
        pause = self._target.shortest
        while True:
            try:
                channel = await self._connect()
            except ModFailure as error:
                self._went_down(error)
            else:
                pause = self._target.shortest
                await self._hear_out(channel)
            await asyncio.sleep(pause * (1 + 0.25 * self._jitter()))
            pause = min(pause * 2, self._target.longest)

    async def _connect(self) -> Channel:
        """Look for the mod anew each time: after a restart its port may be another."""
        self.found = found = await asyncio.to_thread(self._target.search.find)
        if found.port is None:
            raise ModDown(found.error, hint="is the game running, and does mod.dir name its folder?")
        channel = await Channel.open(found.port)
        self._port = found.port
        try:
            channel.greeting = await self._accepted(channel.greeting, found)
        except BaseException:
            await channel.close()
            raise
        return channel

    async def _accepted(self, mod: Greeting, found: Found) -> Greeting:
        """Return ``mod`` with what it can do. Raises NotTheMod when it is of another vantage than was asked for."""
        if found.vantage and mod.vantage != found.vantage:
            raise NotTheMod(f"{mod} answers at port {found.port}, but mod.vantage is {found.vantage}")
        return mod if mod.capabilities is not None else mod._replace(capabilities=await self._negotiated())

    async def _negotiated(self) -> frozenset[str] | None:
        """Ask a mod whose greeting lists nothing for its capabilities; None when it does not know the question."""
        try:
            return listed(await self._alone(PRIMITIVES["caps"], PRIMITIVES["caps"].line({}), 10.0))
        except ModRefused:
            return None

    async def _hear_out(self, channel: Channel) -> None:
        """Hand on what the mod says until it is gone."""
        assert self.found
        self.mod, self._told_down = channel.greeting, False
        self._ears.came_up(channel.greeting, self.found)
        try:
            await channel.listen(self._ears.hear)
        finally:
            self.mod = None
            await channel.close()
            await self._drop(channel.failure or ModDown("the mod is gone"))
        self._went_down(channel.failure or ModDown("the mod is gone"))

    async def _drop(self, why: ModFailure) -> None:
        """Close the sockets that ask; what is in flight fails at once, since no answer can come."""
        asking, self._asking = self._asking, None
        for channel in [*self._waiting, *([asking] if asking else [])]:
            await channel.close(why)

    def _went_down(self, error: ModFailure) -> None:
        self.error = error
        if not self._told_down:
            self._told_down = True
            self._ears.went_down(error)
