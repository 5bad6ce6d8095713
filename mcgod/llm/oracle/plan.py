"""What the oracle makes of a prayer: commands, and what it will not do.

Pure and deterministic. The rules judge the commands afterwards; the oracle
only does not propose what it knows to be refused.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mcgod.llm.oracle.items import Items

_BARE_NAME = re.compile(r"[A-Za-z0-9_]+")
GREEDY = 1000  # from here on a count is not a wish but a test of patience
_MOST_GIVES = 4  # of one item, of 64 each, for an operator


class Refusal(NamedTuple):
    """Something not done: a topic that the voices have words for, and what it was about."""

    topic: str
    what: str = ""


class Scene(NamedTuple):
    """Who prays, how, and what is known of the world around."""

    player: str
    mode: str
    online: tuple[str, ...]
    items: Items
    absent: tuple[str, ...] = ()
    position: tuple[float, float, float] | None = None
    dimension: str | None = None
    spawn: tuple[float, float, float] | None = None

    @property
    def sudo(self) -> bool:
        """Whether an operator speaks."""
        return self.mode == "sudo"

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody whom the prayer may name, in the order that a clause's words count them."""
        return (*self.online, *self.absent)

    @classmethod
    def of(cls, question: Mapping[str, Any], items: Items) -> Scene:
        """Read the scene from a question document; what is missing or odd there is unknown."""
        server, state = _mapping(question.get("server")), _mapping(question.get("player_state"))
        player = str(question.get("player") or "")
        online = server.get("online")
        listed = tuple(str(name) for name in online if name) if isinstance(online, list) else ()
        return cls(
            player,
            str(question.get("mode") or "god"),
            tuple(dict.fromkeys((*listed, player) if player else listed)),
            items,
            position=_place(state.get("position")),
            dimension=str(state["dimension"]) if state.get("dimension") else None,
            spawn=_place(server.get("spawn")),
        )


class Plan:
    """Commands in order with no repeats, refusals, topics of talk, and the names of what was heard."""

    def __init__(self, *commands: str, heard: str = "") -> None:
        self.commands = list(commands)
        self.refused: list[Refusal] = []
        self.talk: list[str] = []
        self.heard = [heard] if heard else []

    def add(self, *commands: str) -> None:
        """Append ``commands`` that are not there yet."""
        fresh = [command for command in commands if command not in self.commands]  # 128 are two equal ones of 64
        self.commands.extend(fresh)

    def refuse(self, topic: str, what: str = "") -> None:
        """Note that something is not done."""
        if Refusal(topic, what) not in self.refused:
            self.refused.append(Refusal(topic, what))

    def reason(self) -> str:
        """Say in one line what was heard and what was refused."""
        parts = [f"heard: {', '.join(dict.fromkeys(self.heard))}"] if self.heard else []
        parts += (
            [f"refused: {', '.join(dict.fromkeys(r.what or r.topic for r in self.refused))}"] if self.refused else []
        )
        return "; ".join(parts) or "nothing to do"


def quoted(name: str) -> str:
    """Write a player's name as a command's argument: quoted where the game asks for it."""
    if name in {"@a", "@s"} or _BARE_NAME.fullmatch(name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def beside(scene: Scene) -> dict[str, str] | None:
    """Return a place two blocks from the player; None where it is unknown, or not in the world commands run in."""
    if scene.position is None or (scene.dimension or "overworld").removeprefix("minecraft:") != "overworld":
        return None
    x, y, z = (math.floor(axis) for axis in scene.position)
    return {"x": str(x + 2), "y": str(y), "z": str(z)}


def gifts(item: str, count: int, who: str) -> list[str]:
    """Return the ``give`` commands for ``count`` of ``item``, at most 64 in each."""
    counts = [64] * min(count // 64, _MOST_GIVES) + ([count % 64] if count % 64 and count < 64 * _MOST_GIVES else [])
    return [f"give {quoted(who)} minecraft:{item} {part}" for part in counts]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _place(value: Any) -> tuple[float, float, float] | None:
    if not isinstance(value, list) or len(value) != 3:
        return None
    if not all(isinstance(axis, (int, float)) and math.isfinite(axis) for axis in value):
        return None
    return (float(value[0]), float(value[1]), float(value[2]))
