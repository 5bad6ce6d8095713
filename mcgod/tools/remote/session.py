"""A tool server as ordinary calls: a thread keeps the connection, whoever calls waits for it.

The SDK is asynchronous and mcgod is not. The connection is made with the
first call, and made anew when a call finds it gone.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
import time
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from mcgod.errors import Cancelled, ToolUnreachable
from mcgod.tools.remote.wire import Peer, Refusal, load

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from mcp_types import CallToolResult

    from mcgod.tools.remote.server import Server

Found = TypeVar("Found")

_LOOK = 0.05  # seconds between two looks at somebody else's event
_REASON = 0.2  # seconds in which a connection that failed says why
_FAREWELL = 7.0  # seconds: the SDK waits for a server to end, then ends it, then kills it


class Session:
    """Calls to one server. ``on_listed`` is told what the server offers whenever it is connected to."""

    def __init__(self, server: Server, on_listed: Callable[[list[dict[str, Any]]], None] = lambda _: None) -> None:
        self._server = server
        self._on_listed = on_listed
        self._lock = threading.Lock()
        self._line: _Line | None = None
        self._ending: list[_Line] = []

    def connect(self, cancel: threading.Event | None = None) -> None:
        """See to it that the server is connected. Raises ToolUnreachable, BadConfig without the SDK, Cancelled."""
        self._connected(cancel)

    def call(self, tool: str, arguments: dict[str, Any], cancel: threading.Event | None = None) -> CallToolResult:
        """Call a tool of the server; ``timeout`` seconds are its limit.

        Raises Refusal when the server will not, ToolUnreachable, BadConfig
        without the SDK, and Cancelled. A call that was under way when the
        server ended is not made again: it may have done its work.
        """
        line = self._connected(cancel)
        try:
            return _outcome(line.submit(lambda: line.peer.call(tool, arguments)), self._server.timeout, cancel)
        except _Late:
            raise ToolUnreachable(
                f"{self._server.name}.{tool} did not answer within {self._server.timeout:g} seconds",
                hint=f"raise {self._server.setting}.timeout",
            ) from None
        except (Cancelled, Refusal):
            raise
        except Exception as error:
            self._drop(line)
            raise line.explain(error) from error

    def close(self) -> None:
        """Hang up; a server that was started is ended."""
        with self._lock:
            if self._line:
                self._ending.append(self._line)
                self._line = None
            for line in self._ending:
                line.end()
            for line in self._ending:
                line.join()
            self._ending.clear()

    def _connected(self, cancel: threading.Event | None) -> _Line:
        with self._lock:
            if self._line and not self._line.gone:
                return self._line
            if self._line:
                self._ending.append(self._line)
                self._line.end()
            self._line = None
            self._ending = [line for line in self._ending if line.ends]
            load(self._server)
            line = _Line(self._server)
            try:
                tools = _outcome(line.ready, self._server.connect_timeout, cancel)
            except BaseException as error:
                self._ending.append(line)
                line.end()
                if isinstance(error, Exception) and not isinstance(error, Cancelled):
                    raise line.explain(error) from error
                raise
            self._line = line
        self._on_listed(tools)
        return line

    def _drop(self, line: _Line) -> None:
        with self._lock:
            if self._line is line:
                self._line = None
            self._ending.append(line)
            line.end()


class _Line:
    """One connection, from its start to its end, on a thread of its own. ``ready`` has the list of tools."""

    def __init__(self, server: Server) -> None:
        self.peer = Peer(server)
        self.ready: concurrent.futures.Future[list[dict[str, Any]]] = concurrent.futures.Future()
        self.ready.set_running_or_notify_cancel()  # who waits for it may leave, but not cancel it
        self._server = server
        self._why: BaseException | None = None
        self._patience: asyncio.Timeout | None = None
        self._ended = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] = self._loop.create_task(self._live())
        self._thread = threading.Thread(target=self._run, name=f"mcgod-mcp-{server.name}", daemon=True)
        self._thread.start()

    @property
    def gone(self) -> bool:
        """Whether nothing can be asked any more."""
        return self._task.done() or self.peer.gone

    @property
    def ends(self) -> bool:
        """Whether it has something to do yet."""
        return self._thread.is_alive()

    def submit(self, work: Callable[[], Coroutine[Any, Any, Found]]) -> concurrent.futures.Future[Found]:
        """Let ``work`` run on the connection's thread. Raises RuntimeError when that has ended."""

        async def begin() -> Found:
            return await work()

        beginning = begin()
        try:
            return asyncio.run_coroutine_threadsafe(beginning, self._loop)
        except RuntimeError:
            beginning.close()
            raise

    def explain(self, error: Exception) -> Exception:
        """Return ``error`` in the terms of the tree; where the connection itself failed, that is the reason."""
        self._thread.join(_REASON)
        return self.peer.explain(self._why or error)

    def end(self) -> None:
        """Ask for the end; ``join`` waits for it."""
        with suppress(RuntimeError):  # it may have come to its end just now
            self._loop.call_soon_threadsafe(self._finish)

    def join(self) -> None:
        """Wait until the connection is closed and its server has ended."""
        self._thread.join(_FAREWELL)

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
                runner.run(self._wait())
        finally:
            if not self.ready.done():
                self.ready.set_exception(self._why or concurrent.futures.CancelledError())

    async def _wait(self) -> None:
        await asyncio.wait([self._task])
        if not self._task.cancelled():
            self._why = self._task.exception()

    def _finish(self) -> None:
        """End the connection, or the attempt at one.

        The task itself is never cancelled: a second time would leave the
        server that the SDK is about to end.
        """
        self._ended.set()
        if self._patience and not self._patience.expired():
            self._patience.reschedule(self._loop.time())

    async def _live(self) -> None:
        async with AsyncExitStack() as stack:
            async with asyncio.timeout(self._server.connect_timeout) as self._patience:
                await self.peer.enter(stack)
                tools = await self.peer.list()
            self._patience = None
            self.ready.set_result(tools)
            await self._ended.wait()


class _Late(TimeoutError):
    """The time is over."""


def _outcome(future: concurrent.futures.Future[Found], seconds: float, cancel: threading.Event | None) -> Found:
    """Wait for ``future``. Raises _Late or Cancelled, after which nobody waits for it, and what it raises."""
    deadline = time.monotonic() + seconds
    try:
        while not future.done():
            _check(deadline, cancel)
            concurrent.futures.wait([future], timeout=_LOOK)
    except BaseException:
        future.cancel()
        raise
    return future.result()


def _check(deadline: float, cancel: threading.Event | None) -> None:
    """Raise Cancelled once somebody asks for a stop, _Late once the time is over."""
    if cancel and cancel.is_set():
        raise Cancelled("the request was stopped")
    if time.monotonic() >= deadline:
        raise _Late
