"""One socket to the mod: a greeting, then one request at a time, and whatever the mod pushes. Never reconnects.

Nothing on the wire says which request an answer belongs to. So every doubt
ends the socket: an answer that took too long, that nobody waits for, or that
is of another type. What comes late then falls into a closed socket.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Self

from mcgod.game.modlink import greeting
from mcgod.game.modlink.failures import ModDown, ModFailure, ModGone, ModRefused, ModTimedOut, NotTheMod
from mcgod.game.modlink.lines import BadLine, Splitter, is_event

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.game.modlink.greeting import Greeting
    from mcgod.game.modlink.lines import Message

HOST = "127.0.0.1"  # the mod listens nowhere else
_HELLO = 5.0  # seconds until the greeting must be there
_CHUNK = 1 << 18


class Channel:
    """A socket whose greeting was read; ``open`` makes one, ``listen`` sets it going."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, where: str) -> None:
        self._reader = reader
        self._writer = writer
        self._where = where
        self._splitter = Splitter()
        self._early: list[Message] = []
        self._answer: asyncio.Future[Message] | None = None
        self._wanted: tuple[str, ...] = ()
        self._reading: asyncio.Task[None] | None = None
        self.failure: ModFailure | None = None
        self.greeting: Greeting

    @classmethod
    async def open(cls, port: int) -> Self:
        """Connect and read the greeting. Raises ModDown when nobody listens, NotTheMod when it is somebody else."""
        where = f"{HOST}:{port}"
        try:
            async with asyncio.timeout(_HELLO):
                reader, writer = await asyncio.open_connection(HOST, port)
                made = cls(reader, writer, where)
                try:
                    await made._greet()
                except BaseException:
                    await made.close()
                    raise
        except TimeoutError:
            raise NotTheMod(f"{where} did not greet in time", hint="is this the mod's port?") from None
        except OSError as error:
            raise ModDown(f"no mod at {where}: {error.strerror or error}", hint="is the game running?") from error
        return made

    async def _greet(self) -> None:
        while True:
            data = await self._reader.read(_CHUNK)
            if not data:
                raise ModGone(f"{self._where} hung up without a greeting")
            try:
                self._early += self._splitter.feed(data)
            except BadLine as error:
                raise NotTheMod(f"{self._where} is not the mod: {error}", hint="is this the mod's port?") from error
            # Broadcasts begin with the connection, so one may come before the greeting.
            heard = next((at for at, message in enumerate(self._early) if not is_event(message)), None)
            if heard is not None:
                self.greeting = greeting.read(self._early.pop(heard))
                return

    def listen(self, hear: Callable[[Message], None]) -> asyncio.Task[None]:
        """Begin to read; ``hear`` gets each event at once and must not wait. The task ends with the socket."""
        self._reading = asyncio.create_task(self._read(hear))
        return self._reading

    async def _read(self, hear: Callable[[Message], None]) -> None:
        try:
            for message in self._early:
                self._take(message, hear)
            while self.failure is None:
                data = await self._reader.read(_CHUNK)
                if not data:
                    raise ModGone(f"the mod at {self._where} hung up")
                for message in self._splitter.feed(data):
                    self._take(message, hear)
        except ModFailure as error:
            self._fail(error)
        except BadLine as error:
            self._fail(NotTheMod(f"the mod at {self._where} sent {error}"))
        except OSError as error:
            self._fail(ModGone(f"the mod at {self._where} broke off: {error.strerror or error}"))

    def _take(self, message: Message, hear: Callable[[Message], None]) -> None:
        if is_event(message):
            hear(message)
            return
        kind, answer = message["type"], self._answer
        if answer is None or answer.done() or kind not in {*self._wanted, "error"}:
            awaited = f"{self._wanted[0]!r}" if answer else "nothing"
            raise NotTheMod(f"the mod answered {kind!r} where {awaited} was awaited")
        answer.set_result(message)

    async def ask(self, line: bytes, wanted: tuple[str, ...], seconds: float) -> Message:
        """Send ``line`` and return the answer, of a type in ``wanted``. One caller at a time.

        Raises ModRefused for the mod's own errors; ModTimedOut, ModGone and
        NotTheMod end the channel. So does being cancelled.
        """
        assert self._answer is None, "one request in flight"
        if self.failure:
            raise ModGone(self.failure.message)
        self._answer, self._wanted = asyncio.get_running_loop().create_future(), wanted
        try:
            self._writer.write(line)
            async with asyncio.timeout(seconds):
                answer = await self._answer
        except TimeoutError:
            message = f"the mod did not answer {_verb(line)} within {seconds:g} seconds"
            self._fail(ModTimedOut(message))
            raise ModTimedOut(message, sent=True) from None
        except asyncio.CancelledError:
            self._fail(ModGone("the request was given up"))
            raise
        finally:
            self._answer = None
        if answer["type"] == "error":
            raise ModRefused(f"the mod says: {answer.get('message')}")
        return answer

    def _fail(self, error: ModFailure) -> None:
        self.failure = self.failure or error
        if self._answer and not self._answer.done():
            self._answer.set_exception(type(error)(error.message, hint=error.hint, sent=True))
        self._writer.close()

    async def close(self, why: ModFailure | None = None) -> None:
        """Close the socket; a request in flight fails with ``why``."""
        self._fail(why or ModGone(f"the connection to {self._where} was closed"))
        if self._reading:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        with suppress(OSError):
            await self._writer.wait_closed()


def _verb(line: bytes) -> str:
    return line.split(None, 1)[0].decode()
