"""One connection to a tool server, in the terms of the official SDK.

The SDK takes half a second to import and is an optional extra, so it is
imported when a server is first reached.
"""

from __future__ import annotations

import logging
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig
from mcgod.tools.remote.faults import explain
from mcgod.tools.remote.grumbling import Grumbling

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mcp import Client
    from mcp_types import CallToolResult

    from mcgod.errors import McgodError
    from mcgod.tools.remote.server import Server

_PAGES = 20  # of a list of tools; a server that has more to say is not listened to
_STREAM = 300.0  # seconds that a stream of events may be silent


class Refusal(Exception):
    """The server would not do what was asked, and says why; the connection is fine."""


class Peer:
    """The server at the other end of a connection."""

    def __init__(self, server: Server) -> None:
        self.status = 0  # the last HTTP status that was an error
        self.grumbling = Grumbling(server.env.values())
        self._server = server
        self._client: Client
        self._incoming: Any = None

    @property
    def gone(self) -> bool:
        """Whether a server that was started has hung up."""
        return self._incoming is not None and self._incoming.statistics().open_send_streams == 0

    async def enter(self, stack: AsyncExitStack) -> None:
        """Connect, for as long as ``stack`` stands."""
        from mcp import Client  # noqa: PLC0415 - see above

        transport: Any = self._stdio() if self._server.command else await self._http(stack)
        self._client = await stack.enter_async_context(Client(transport, cache=None))

    async def list(self) -> list[dict[str, Any]]:
        """Return its tools as ``[{"name","description","parameters"}, …]``."""
        found: list[dict[str, Any]] = []
        cursor: str | None = None
        for _ in range(_PAGES):
            page = await self._client.list_tools(cursor=cursor)
            found += [
                {"name": tool.name, "description": tool.description or "", "parameters": tool.input_schema}
                for tool in page.tools
            ]
            cursor = page.next_cursor
            if not cursor:
                break
        return found

    async def call(self, tool: str, arguments: dict[str, Any]) -> CallToolResult:
        """Call a tool. Raises Refusal, and what the SDK raises when the connection fails."""
        from mcp import MCPError  # noqa: PLC0415 - see above
        from mcp_types import CONNECTION_CLOSED  # noqa: PLC0415

        self.status = 0
        try:
            return await self._client.call_tool(tool, arguments)
        except MCPError as error:
            if error.code == CONNECTION_CLOSED or self.status:
                raise
            raise Refusal(error.message) from error
        except RuntimeError as error:  # what came back is not what the server's own schema promises
            raise Refusal(str(error)) from error

    def explain(self, error: BaseException) -> McgodError:
        """Return ``error`` as one of the tree, which says what to do about it."""
        return explain(self._server, error, status=self.status, said=str(self.grumbling))

    @asynccontextmanager
    async def _stdio(self) -> AsyncIterator[Any]:
        from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: PLC0415 - see above

        program, *rest = self._server.command
        asked = StdioServerParameters(command=program, args=rest, env=dict(self._server.env))
        errors: Any = self.grumbling.descriptor()  # the SDK is content with one, though it asks for a file
        try:
            async with stdio_client(asked, errlog=errors) as streams:
                self.grumbling.handed_over()
                self._incoming = streams[0]
                yield streams
        finally:
            self.grumbling.handed_over()

    async def _http(self, stack: AsyncExitStack) -> Any:
        import httpx2  # noqa: PLC0415 - with the SDK
        from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415

        async def seen(response: httpx2.Response) -> None:
            if response.status_code >= 400:
                self.status = response.status_code

        headers = {"Authorization": f"Bearer {self._server.token}"} if self._server.token else {}
        patience = httpx2.Timeout(self._server.connect_timeout, read=_STREAM)
        client = httpx2.AsyncClient(
            headers=headers, timeout=patience, trust_env=False, event_hooks={"response": [seen]}
        )
        return streamable_http_client(self._server.url, http_client=await stack.enter_async_context(client))


def load(server: Server) -> None:
    """Import the SDK. Raises BadConfig when it is not installed.

    Its log is kept off standard error, where logging puts it when nobody has set it up.
    """
    try:
        import mcp  # noqa: F401, PLC0415 - see above
    except ImportError as error:
        raise BadConfig(
            f"{server.setting} is set, but the package mcp is not installed", hint="pip install 'mcgod[mcp]'"
        ) from error
    for name in ("mcp", "httpx2"):
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
