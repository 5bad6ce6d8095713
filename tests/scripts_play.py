"""A server's folder, rules and a game that answers as told, for tests of the script tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.game.folder import ServerFolder
from mcgod.game.port import FakeGame
from mcgod.grammar import registry, trees
from mcgod.rules.context import Context as RulesContext
from mcgod.tools.port import Context
from mcgod.tools.scripts.family import tools
from mcgod.tools.toolbox import Toolbox

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mcgod.tools.port import ToolResult

FUNCTIONS = "world/datapacks/mcgod/data/mcgod/function"
SCRIPTS = "kubejs/server_scripts/mcgod"


def rules(**how: Any) -> RulesContext:
    return RulesContext(registry.load("1.21.4"), trees.load("1.21.4"), mode="sudo", **how)


class Scripts:
    """The tools for the scripts of a server in ``path``/server; ``ran`` is what the game was told.

    ``on_sleep`` is called with the number of each pause: time passes only there.
    """

    def __init__(self, path: Path, *, kubejs: bool = False, opened: bool = False, version: str = "1.21.4") -> None:
        self.server = path / "server"
        self.backups = path / "backups"
        for folder in ("world", "logs", *(["kubejs"] if kubejs else [])):
            (self.server / folder).mkdir(parents=True)
        (self.server / "server.properties").write_text("level-name=world\n")
        self.answer: Callable[[str], Any] = lambda _: ""
        self.on_sleep: Callable[[int], object] = lambda _: None
        self.pauses: list[float] = []
        self.game = FakeGame(answer=self._answer)
        self.rules = rules()
        self.open(opened, version)

    def open(self, opened: bool, version: str = "1.21.4") -> None:
        folder = ServerFolder(self.server)
        self.tools = Toolbox(tools(folder, version, self.backups, kubejs=opened, sleep=self._sleep, now=lambda: 1000.0))

    def __call__(self, name: str, given: dict[str, Any] | None = None, /, **how: Any) -> ToolResult:
        context = {"mode": "sudo", "player": "Steve", "game": self.game, "rules": self.rules} | how
        return self.tools.call(name, given or {}, Context(**context))

    def write(self, path: str, content: str, **how: Any) -> ToolResult:
        return self("write-server-script", {"path": path, "content": content}, **how)

    def read(self, path: str) -> str:
        return self("read-server-script", {"path": path}).data["content"]

    def restore(self, path: str, version: int | None = None, **how: Any) -> ToolResult:
        return self("restore-server-script", {"path": path, "version": version}, **how)

    def files(self) -> list[str]:
        """Every file of the server but its properties and logs."""
        found = [file.relative_to(self.server).as_posix() for file in self.server.rglob("*") if file.is_file()]
        return sorted(name for name in found if name != "server.properties" and not name.endswith((".log", ".txt")))

    def log(self, text: str, name: str = "logs/latest.log") -> None:
        file = self.server / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as opened:
            opened.write(text)

    def _answer(self, command: str) -> Any:
        return self.answer(command)

    def _sleep(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.on_sleep(len(self.pauses))
