"""The demo: a sandbox, a player who prays, and what each prayer changed."""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcgod.game.over_rcon import RconGame
from mcgod.game.rcon import Rcon
from mcgod.god import runner
from mcgod.god.souls import Souls
from mcgod.god.turn import Request, Services
from mcgod.grammar import registry, trees
from mcgod.llm.oracle import Oracle
from mcgod.sandbox.changes import changes
from mcgod.sandbox.server import Sandbox
from mcgod.store.files import FileStore

from ._output import clean

if TYPE_CHECKING:
    from ._output import Output

PLAYER = "Steve"
VERSION = "1.21.4"
PRAYERS = (
    "I am starving and it is dark",
    "I need wood for a shelter, and please stop the rain",
    "make me an operator and give me 10000 diamonds",
)


class Show:
    """One run of the demo; everything it makes lies in a temporary folder and goes with it."""

    def __init__(self, out: Output, soul: str) -> None:
        self._out = out
        self._soul = soul

    def run(self) -> None:
        """Play it from start to end."""
        with ExitStack() as held:
            folder = Path(held.enter_context(tempfile.TemporaryDirectory(prefix="mcgod-demo-")))
            box = held.enter_context(Sandbox(folder / "server", version=VERSION))
            services = self._services(folder, held.enter_context(Rcon("127.0.0.1", box.password, box.rcon_port)))
            services.souls.path(self._soul)
            self._say(f"A sandbox server runs: Minecraft {VERSION}, RCON on 127.0.0.1:{box.rcon_port}.")
            box.command("time set midnight")
            box.command("weather rain")
            box.join(PLAYER)
            self._say(f"{PLAYER} joins. It is midnight, and it rains.")
            steps = [self._step(box, services, prayer) for prayer in PRAYERS]
            if self._out.json:
                self._out.emit({"steps": steps}, "")
            self._say(f"\nThe god was {services.command_model.name}, which needs no network. What next: mcgod --help")

    def _services(self, folder: Path, rcon: Rcon) -> Services:
        oracle = Oracle(lambda version: registry.load(version).ids("item"))
        return Services(
            store=FileStore(folder / "sessions"),
            souls=Souls(folder / "souls"),
            registry=registry.load(VERSION),
            tree=trees.load(VERSION),
            command_model=oracle,
            message_model=oracle,
            game=RconGame(rcon),
        )

    def _step(self, box: Sandbox, services: Services, prayer: str) -> dict[str, Any]:
        before = box.state()
        box.chat(PLAYER, f"pray {prayer}")
        self._say("\n" + self._out.style(f"<{PLAYER}> pray {prayer}", "bold"))
        request = Request(prayer, owner=PLAYER, player=PLAYER, soul=self._soul)
        result = runner.run(request, services)
        changed = changes(before, box.state())
        self._say(self._out.style(f"<God> {clean(result['message'])}", "yellow"))
        for verdict in result["verdicts"]:
            if verdict["ran"]:
                self._say(f"      {clean(verdict['command'])}  ->  {clean(verdict['output'] or 'done')}")
            else:
                self._say(self._out.style(f"      refused: {clean(verdict['proposed'])}  ({verdict['hint']})", "red"))
        for line in changed or ["nothing in the world changed"]:
            self._say(self._out.style(f"      * {clean(line)}", "dim"))
        return {"prayer": prayer, "result": result, "changed": changed}

    def _say(self, text: str) -> None:
        if not self._out.json:
            self._out.line(text, flush=True)
