"""The official SDK's client, for tests that wait: a connection that lives on a loop in a thread of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

PROGRAM = str(Path(sys.executable).parent / "mcgod")


class Harness:
    """A client of ``server``: what the SDK's Client takes. ``says`` answers its questions, and ``asked`` has them.

    ``says`` is the content of an accepted form, or a word such as ``decline``;
    without it the client cannot be asked.
    """

    def __init__(self, server: Any, *, mode: str = "auto", says: Any = None) -> None:
        self.asked: list[Any] = []
        self._says = says
        self._loop = asyncio.new_event_loop()
        self._ready, self._end = threading.Event(), asyncio.Event()
        self._failure: BaseException | None = None
        how: dict[str, Any] = {"elicitation_callback": self._answer} if says is not None else {}
        self._make = lambda: Client(_transport(server), mode=mode, cache=None, **how)
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> Self:
        self._thread.start()
        self._ready.wait(60)
        if self._failure:
            self._thread.join(60)
            raise self._failure
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(60)
        assert not self._thread.is_alive()

    def do(self, work) -> Any:
        """Run a coroutine of the client, ``do(lambda client: client.list_tools())``, and return what it does."""
        return asyncio.run_coroutine_threadsafe(self._begun(work), self._loop).result(120)

    def call(self, tool: str, **arguments: Any) -> Any:
        """Call a tool; return the SDK's result."""
        return self.do(lambda client: client.call_tool(tool, arguments))

    def names(self) -> list[str]:
        """Return the names of the tools that are listed."""
        return [tool.name for tool in self.do(lambda client: client.list_tools()).tools]

    def read(self, uri: str) -> str:
        """Return the text of a resource."""
        return self.do(lambda client: client.read_resource(uri)).contents[0].text

    async def _begun(self, work) -> Any:
        return await work(self.client)

    async def _answer(self, _context: Any, params: Any) -> ElicitResult:
        self.asked.append(params)
        if isinstance(self._says, str):
            return ElicitResult(action=self._says)  # type: ignore[arg-type]
        return ElicitResult(action="accept", content=self._says)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._live())

    async def _live(self) -> None:
        try:
            async with self._make() as self.client:
                self._ready.set()
                await self._end.wait()
        except BaseException as error:  # noqa: BLE001 - the test raises it
            self._failure = error
        finally:
            self._ready.set()


def _transport(server: Any) -> Any:
    return server() if callable(server) else server


def over_streams(home: Path, *words: str, errlog: Any = None, **environ: str) -> Any:
    """Return what starts ``mcgod mcp serve`` on its standard streams; ``errlog`` is where it may complain."""
    asked = StdioServerParameters(
        command=PROGRAM, args=["mcp", "serve", *words], env={"MCGOD_HOME": str(home), **environ}
    )
    return lambda: stdio_client(asked, **({"errlog": errlog} if errlog else {}))


def over_http(url: str, token: str, **headers: str) -> Any:
    """Return what connects to ``url`` with a token."""

    @asynccontextmanager
    async def connected() -> AsyncIterator[Any]:
        given = {"Authorization": f"Bearer {token}", **headers}
        async with (
            httpx2.AsyncClient(headers=given, trust_env=False, timeout=60) as client,
            streamable_http_client(url, http_client=client) as streams,
        ):
            yield streams

    return connected


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return the variables of a process of mcgod."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MCGOD_")}
    return kept | {"MCGOD_HOME": str(home)} | more


def errors_of(result: Any) -> dict[str, Any]:
    """Return the error that a result holds."""
    assert result.is_error, result
    return result.structured_content["error"]
