"""Ask the oracle as a turn does: the question documents of both calls, with 1.21.4's items."""

from __future__ import annotations

import json
from typing import Any

from mcgod.grammar import registry
from mcgod.llm.oracle import Oracle
from mcgod.llm.port import Message

ONLINE = ("Steve", "Alex", ".Cave Alex")
ORACLE = Oracle(lambda version: registry.load(version).ids("item"))


def ask(question: dict[str, Any]) -> dict[str, Any]:
    """Return the parsed answer to one question document, asked for with a schema."""
    turns = [Message("system", "…"), Message("user", json.dumps(question))]
    return json.loads(ORACLE.chat(turns, schema={"type": "object"}).text)


def propose(prayer: str, mode: str = "god", **more: Any) -> dict[str, Any]:
    """Return the answer to a command call of Steve's, who stands in the overworld."""
    base = {
        "task": "commands",
        "mode": mode,
        "player": "Steve",
        "prayer": prayer,
        "version": "1.21.4",
        "server": {"online": list(ONLINE), "daytime": 13000},
        "player_state": {"position": [10.5, 64.0, -3.2], "dimension": "minecraft:overworld"},
        "event": None,
        "max_commands": 8,
    }
    return ask(base | more)


def commands(prayer: str, mode: str = "god", **more: Any) -> list[str]:
    """Return the commands that the oracle proposes."""
    return propose(prayer, mode, **more)["commands"]


def message(prayer: str, verdicts: dict[str, str] | None = None, **more: Any) -> str:
    """Return the message for ``prayer`` after ``verdicts`` (command -> verdict)."""
    rows = [{"command": command, "verdict": verdict} for command, verdict in (verdicts or {}).items()]
    base = {"task": "message", "mode": "god", "player": "Steve", "prayer": prayer, "commands": rows, "soul": "default"}
    return ask(base | {"server": {"online": list(ONLINE)}} | more)["message"]
