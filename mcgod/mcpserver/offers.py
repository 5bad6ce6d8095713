"""What a client may call: the tools of its scope, of which those are listed that can be of use just now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.errors import NotFound, Refused
from mcgod.mcpserver import bridged, turns
from mcgod.mcpserver.commanding import Commanding
from mcgod.mcpserver.primitives import PRIMITIVES
from mcgod.mcpserver.scopes import SCOPES
from mcgod.tools import arguments
from mcgod.tools.toolbox import wire_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.mcpserver.desk import Desk
    from mcgod.tools.port import Context, Tool, ToolResult

_SAME = "execute-command"  # of the toolbox; it is called ``command`` here
_DIRECT = frozenset(one.name for one in PRIMITIVES if one.direct)
_CALLS = frozenset(one.name for one in PRIMITIVES)
_KIND = {"command": "command", "pray": "turn", "sudo": "turn"}


class Offer(NamedTuple):
    """One tool as it is offered. ``name`` is as the protocol takes it; ``kind``: primitive, command, turn or tool."""

    name: str
    kind: str
    tool: Tool
    destroys: bool

    @property
    def hints(self) -> dict[str, bool]:
        """What a harness is told beforehand of what a call may do, in the protocol's own words."""
        looks = self.tool.risk in ("read", "web")
        return {
            "readOnlyHint": looks,
            "destructiveHint": self.destroys,
            "openWorldHint": self.tool.risk == "web",
        }

    def to_json(self) -> dict[str, Any]:
        """Return ``{"name","kind","risk","hints","description","parameters"}``."""
        return {
            "name": self.name,
            "kind": self.kind,
            "risk": self.tool.risk,
            "hints": self.hints,
            "description": self.tool.description,
            "parameters": dict(self.tool.parameters),
        }


class Offers:
    """The tools of the scope of ``desk``. Raises BadConfig."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        scope = desk.scope
        primitives = bridged.tools(desk.link, scope)
        own = [*primitives, *turns.tools(desk)]
        if scope.covers("god"):
            own.append(Commanding(desk.acting).tool(scope.mode, choose=desk.player is None))
        taken = {tool.name for tool in own} | {_SAME}
        tools = [tool for tool in desk.box().offered(scope.mode) if wire_name(tool.name) not in taken]
        self._all = {wire_name(tool.name): self._offer(tool) for tool in (*own, *tools)}

    def listed(self) -> list[Offer]:
        """Return what can be called now, in alphabetical order."""
        supported = self._desk.link.supported()
        return [offer for _, offer in sorted(self._all.items()) if self._possible(offer, supported)]

    def all(self) -> list[Offer]:
        """Return the tools of the scope, be they of use just now or not."""
        return [offer for _, offer in sorted(self._all.items())]

    def get(self, name: str) -> Offer:
        """Return the tool called ``name``. Raises NotFound, and Refused for what another scope would have."""
        if offer := self._all.get(name):
            return offer
        if scope := _elsewhere(name, self._desk):
            raise Refused(
                f"{name} is not for the scope {self._desk.scope.name}",
                hint=f"mcgod mcp serve --scope {scope}" if scope in SCOPES else "",
            )
        raise NotFound(f"there is no tool {name[:80]!r}", hint="mcgod mcp tools")

    def call(self, offer: Offer, given: Mapping[str, Any], context: Context) -> ToolResult:
        """Run a tool. Raises BadUsage for wrong arguments, and what it raises."""
        return offer.tool.run(arguments.checked(offer.tool, given), context)

    def _offer(self, tool: Tool) -> Offer:
        kind = _KIND.get(tool.name) or ("primitive" if tool.name in _CALLS else "tool")
        gentle = kind == "primitive" or self._desk.scope.mode != "sudo" or tool.name == "pray"
        return Offer(wire_name(tool.name), kind, tool, destroys=not gentle and tool.risk in ("act", "write"))

    def _possible(self, offer: Offer, supported: frozenset[str] | None) -> bool:
        if offer.kind == "command":
            return supported is None or "command" in supported or not self._desk.has_game
        if offer.kind != "primitive":
            return True
        if supported is None:
            return offer.name in _DIRECT and self._desk.has_game
        return offer.name in supported


def _elsewhere(name: str, desk: Desk) -> str:
    """Return the least scope that has a tool called ``name``; another word for one that only the shell has."""
    least = {one.name: one.scope for one in PRIMITIVES} | {"command": "god", "pray": "god", "sudo": "sudo"}
    if name in least:
        return least[name]
    for tool in desk.box():
        if wire_name(tool.name) == name:
            return next((scope.name for scope in SCOPES.values() if scope.mode in tool.modes), "shell")
    return ""
