"""Write the golden traces of tests/golden: prayers in a sandbox, answered by the oracle and by scripted models.

Beside each lies what ``replay`` shows of it to people.

    python tests/datagen/traces.py tests/golden

The clock, the ids and the world are set, so the same code gives the same
bytes; a diff in review shows what a change of the flow did to traces.
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # run as a script: the world for tests lies there

from sandbox_play import Play

from mcgod.game.port import PlayerState, Reply, ServerState
from mcgod.god import runner
from mcgod.god.souls import Souls
from mcgod.god.turn import Request, Services
from mcgod.grammar import registry, trees
from mcgod.llm.oracle import Oracle
from mcgod.llm.port import Completion, ToolCall, Usage
from mcgod.llm.scripted import Scripted
from mcgod.replay import prose, timeline
from mcgod.replay.trace import stages as stages_of
from mcgod.replay.trace import turns
from mcgod.store.files import FileStore
from mcgod.tools import commands
from mcgod.tools.toolbox import Toolbox

VERSION = "1.21.4"
START = 1_796_040_000.0  # 2026-11-30T12:00:00Z
PRAYERS = (
    "I need wood for a shelter",
    "I am starving and it is dark",
    "make me an operator and give me 10000 diamonds",
)


def answer(*proposed, reason="heard"):
    """What a command model says that proposes these commands."""
    return Completion(json.dumps({"reason": reason, "commands": proposed}), "scripted/1", usage=Usage(400, 40))


def speech(text):
    """What a message model says."""
    return Completion(text, "scripted/1", usage=Usage(200, 12))


GOOD = [
    answer("give Steve minecraft:oak_log 64"), speech("Wood for your walls."),
    answer("give Steve minecraft:bread 8", "time set day"), speech("Eat, and see."),
    answer(reason="not mine to give"), speech("Ranks are not mine to give."),
]  # fmt: skip
SLOPPY = [
    answer("/give @s oak_log 100"), speech("Some wood."),
    Completion("I think bread would be nice!", "scripted/1"),
    answer("- `/give Steve bread 8`", "effect Steve saturation"), speech("Bread."),
    answer("give Steve diamond 10000"), answer("give Steve diamonds 3"), speech("Three, no more."),
]  # fmt: skip
HOSTILE = [
    answer("op Steve", "fill ~ ~ ~ ~99 ~99 ~99 tnt", "kill @a"), answer("execute as @a run op Steve"), speech("Bow."),
    answer("give Steve bread 8\nop Steve", "stop"), answer("ban Alex", "kill @e"), speech("Burn."),
    answer("deop @a", "give Steve diamond 10000", "give Steve minecraft:command_block"), answer("reload"),
    speech("Mine."),
]  # fmt: skip
TOOLS = [
    Completion("", "scripted/1", tool_calls=(ToolCall("a", "execute-command", '{"command": "time set day"}'),)),
    answer("time set day", "weather clear"), answer("weather clear"), speech("It is day."),
]  # fmt: skip


class Timeless(Toolbox):
    """Tools that take no time, so that what they took is the same in every run."""

    def answer(self, call, context):
        """Run ``call`` as the toolbox does."""
        return replace(super().answer(call, context), ms=0)


class SandboxGame:
    """The sandbox world as a Game, without a socket between."""

    capabilities = frozenset({"command", "state", "player"})

    def __init__(self, play: Play) -> None:
        self._play = play

    def command(self, text):
        """Run ``text`` in the world."""
        said = self._play(text)
        return Reply(text, said, said, ok="Unknown" not in said)

    def state(self):
        """Return what the world shows, at a set time of day."""
        return ServerState(online=("Steve", "Alex"), max_players=20, daytime=14_000, difficulty="easy")

    def player(self, name):
        """Return the player at a place that is no whole block."""
        return PlayerState(name, position=(10.5, 64.0, -3.25), dimension="minecraft:overworld", health=20.0, food=6)

    def close(self):
        """Do nothing: there is no connection."""


def trace(model, *, prayers=PRAYERS, tools=None, **asked):
    """Return the trace of ``prayers`` answered by ``model``, as bytes."""
    ticks = itertools.count()
    with tempfile.TemporaryDirectory() as folder:
        store = FileStore(Path(folder) / "sessions", clock=lambda: START)
        services = Services(
            store=store,
            souls=Souls(Path(folder) / "souls"),
            registry=registry.load(VERSION),
            tree=trees.load(VERSION),
            command_model=model,
            message_model=model,
            game=SandboxGame(Play("Steve", "Alex", version=VERSION)),
            clock=lambda: START + next(ticks) / 4,
            timer=lambda: 0.0,
            tools=tools,
            tool_modes=frozenset({"sudo"}),
        )
        for number, text in enumerate(prayers, 1):
            runner.run(Request(text, owner="Steve", player="Steve", id=f"{number:016x}", **asked), services)
        session = store.active("Steve")
        assert session
        return b"".join(store.turn_lines("Steve", session.id))


def traces():
    """Return every golden trace by its name."""
    box = Timeless(commands.tools())
    return {
        "oracle": trace(Oracle(lambda wanted: registry.load(wanted).ids("item"))),
        "good": trace(Scripted(GOOD)),
        "sloppy": trace(Scripted(SLOPPY)),
        "hostile": trace(Scripted(HOSTILE)),
        "tools": trace(Scripted(TOOLS), prayers=("make it day and dry",), tools=box, mode="sudo"),
    }


def shown(lines):
    """Return what a person is shown of a trace."""
    return "".join(
        prose.shown(stage, record, full=False) + "\n"
        for stages in turns(stages_of(lines, "golden"))
        for stage, record in timeline.told(stages, full=False)
    )


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "tests/golden")
    target.mkdir(exist_ok=True)
    for name, data in traces().items():
        (target / f"{name}.jsonl").write_bytes(data)
        (target / f"{name}.txt").write_text(shown(data.splitlines(keepends=True)), encoding="utf-8")
