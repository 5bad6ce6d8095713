"""A server's folder, rules and the tools for dynamic content there, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.game.folder import ServerFolder
from mcgod.grammar import registry, trees
from mcgod.grammar.dialect import Dialect
from mcgod.rules.context import Context as RulesContext
from mcgod.tools.dynamic.family import tools
from mcgod.tools.dynamic.slots import KINDS, Slot
from mcgod.tools.port import Context
from mcgod.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.tools.port import ToolResult

FUNCTIONS = "world/datapacks/mcgod/data/mcgod/function/dynamic"
WRITING = (
    "register-dynamic-item", "register-dynamic-block", "register-dynamic-fluid",
    "update-dynamic-item", "update-dynamic-block", "update-dynamic-fluid", "unregister-dynamic-content",
)  # fmt: skip


def dialect(version: str) -> Dialect:
    return Dialect(version, registry.load(version))


def rules(version: str = "1.21.4", **how: Any) -> RulesContext:
    return RulesContext(registry.load(version), trees.load(version), **{"mode": "sudo", "player": "Alex", **how})


def slot(kind: str, number: int = 1, name: str = "Wand", material: str = "", **properties: Any) -> Slot:
    return Slot(KINDS[kind], number, name, material or KINDS[kind].usual, properties)


class Dynamic:
    """The tools for dynamic content of a server in ``path``/server; ``folder`` False stands for one far away."""

    def __init__(self, path: Path, version: str = "1.21.4", *, folder: bool = True) -> None:
        self.server, self.file = path / "server", path / "dynamic" / "slots.json"
        (self.server / "world").mkdir(parents=True, exist_ok=True)
        (self.server / "server.properties").write_text("level-name=world\n")
        place = ServerFolder(self.server) if folder else None
        self.rules = rules(version)
        self.tools = Toolbox(tools(place, version, registry.load(version), self.file, path / "backups"))

    def __call__(self, name: str, /, *, context: dict[str, Any] | None = None, **given: Any) -> ToolResult:
        how = {"mode": "sudo", "player": "Alex", "rules": self.rules} | (context or {})
        return self.tools.call(name, given, Context(**how))

    def functions(self) -> dict[str, str]:
        """Path and text of every function, the mark at its head left out."""
        root = self.server / FUNCTIONS
        found = [file for file in sorted(root.rglob("*.mcfunction")) if file.is_file()]
        return {
            file.relative_to(root).as_posix().removesuffix(".mcfunction"): file.read_text("utf-8").split("\n", 1)[1]
            for file in found
        }
