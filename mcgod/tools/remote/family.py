"""The tools of all servers that are configured, as a family of ours.

What a server says is data: it cannot take the name of another tool, nor
more rights than the settings give it, and its results are marked as words
from outside.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadConfig, StoreFailed, ToolUnreachable
from mcgod.tools.port import Tool, ToolResult
from mcgod.tools.remote.catalogue import Catalogue
from mcgod.tools.toolbox import wire_name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from pathlib import Path

    from mcgod.tools.port import Context
    from mcgod.tools.remote.server import Server
    from mcgod.tools.remote.session import Session

_NAME = re.compile(r"[A-Za-z0-9_.-]{1,64}\Z")
_LONGEST = 1000  # characters of a description: each prayer pays for them
_MOST = 128  # tools of one server; providers take no more


class Remotes:
    """The servers, of which lists of tools are kept in ``folder``. ``note`` tells the admin what was left out."""

    def __init__(self, servers: Iterable[Server], folder: Path, *, note: Callable[[str], None]) -> None:
        self._servers = list(servers)
        self._folder = folder
        self._note = note
        self._sessions: dict[str, Session] = {}

    def tools(self, taken: Collection[str], *, refresh: bool = False, wanted: str | None = None) -> list[Tool]:
        """Return what the servers offer, as was known last; a server of which nothing is known is asked.

        ``taken`` are names that they cannot have. With ``refresh`` each is
        asked; one that is down keeps what it had, and is noted. With
        ``wanted``, a tool's name, only the server that has it is asked.
        Raises BadConfig without the SDK, and for a server that is called like a family of ``taken``.
        """
        names = {wire_name(name) for name in taken}
        rooms = {name.partition(".")[0] for name in taken if "." in name}
        found: list[Tool] = []
        for server in self._servers:
            if server.name in rooms:
                raise BadConfig(
                    f"tools of mcgod's own are called {server.name}.*", hint="give that server another name"
                )
            asked = wanted is None or wire_name(wanted).startswith(wire_name(f"{server.name}."))
            for offer in self._offers(server, refresh=refresh, may_ask=asked):
                if tool := self._tool(server, offer, names):
                    names.add(wire_name(tool.name))
                    found.append(tool)
        return found

    def close(self) -> None:
        """Hang up, and end the servers that were started."""
        for session in self._sessions.values():
            session.close()

    def _offers(self, server: Server, *, refresh: bool, may_ask: bool) -> list[dict[str, Any]]:
        catalogue = Catalogue(server, self._folder)
        offers = catalogue.read()
        if may_ask and (refresh or offers is None):
            try:
                self._session(server).connect()
            except ToolUnreachable as error:
                self._note(f"{error.message}; {'its tools are those it had' if offers else 'its tools are missing'}")
            offers = catalogue.read() or offers
        allowed = [offer for offer in offers or () if server.allows(str(offer["name"]))]
        if len(allowed) > _MOST:
            self._note(f"{server.name} offers {len(allowed)} tools; set {server.setting}.allow to choose from them")
        return allowed[:_MOST]

    def _session(self, server: Server) -> Session:
        from mcgod.tools.remote.session import Session  # noqa: PLC0415 - asyncio, only to connect

        def listed(tools: list[dict[str, Any]]) -> None:
            try:
                Catalogue(server, self._folder).write(tools)
            except StoreFailed as error:  # it can be had again
                self._note(error.message)

        return self._sessions.setdefault(server.name, Session(server, listed))

    def _tool(self, server: Server, offer: Mapping[str, Any], names: set[str]) -> Tool | None:
        """Return one tool, or None with a note where it cannot be had."""
        own, name = str(offer["name"]), f"{server.name}.{offer['name']}"
        if not _NAME.match(own) or not _NAME.match(name):
            self._note(f"{server.name} offers {own[:80]!r}, which is no name for a tool")
            return None
        if wire_name(name) in names:
            self._note(f"{server.name} offers {own}, but a tool is called {wire_name(name)} already")
            return None

        def run(given: Mapping[str, Any], context: Context) -> ToolResult:
            return self._run(server, own, given, context)

        described = str(offer["description"]).strip()
        return Tool(
            name,
            described if len(described) <= _LONGEST else f"{described[: _LONGEST - 1]}…",
            offer["parameters"],
            run,
            risk=server.risk,
            outside=True,
        )

    def _run(self, server: Server, tool: str, given: Mapping[str, Any], context: Context) -> ToolResult:
        from mcgod.tools.remote.content import result_of  # noqa: PLC0415 - only when a tool runs
        from mcgod.tools.remote.wire import Refusal  # noqa: PLC0415

        if context.dry_run and server.risk not in ("read", "web"):
            return ToolResult("(dry run) nothing was asked of it")
        try:
            answer = self._session(server).call(tool, dict(given), context.cancel)
        except Refusal as error:
            return ToolResult(f"{server.name} refuses: {error}", ok=False)
        return result_of(answer)
