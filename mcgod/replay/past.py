"""What a turn knew when it began to think, out of its record: the game, the player, and what was said before. Pure.

All raise KeyError, TypeError, ValueError, AttributeError or IndexError for a
record of another shape.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mcgod.game.port import PlayerState, ServerState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.replay.trace import Stage
    from mcgod.store.history import Entry


def server(observed: dict[str, Any]) -> ServerState | None:
    """Return the server's state, None when there was no server."""
    told = observed.get("server")
    if told is None:
        return None
    online = tuple(map(str, told["online"]))
    return ServerState(online, told.get("max_players"), told.get("daytime"), told.get("difficulty"))


def player(observed: dict[str, Any], name: str | None) -> PlayerState | None:
    """Return the praying player's state, None when nothing was known; from the very place where a trace tells it."""
    told = observed.get("player")
    if told is None or name is None:
        return None
    place = observed.get("position") or told.get("position")
    return PlayerState(
        name,
        position=(float(place[0]), float(place[1]), float(place[2])) if place else None,
        dimension=told.get("dimension"),
        health=told.get("health"),
        food=told.get("food"),
        gamemode=told.get("gamemode"),
        inventory=dict(told.get("inventory") or {}),
    )


def entries(stages: Sequence[Stage]) -> list[Entry]:
    """Return the history that the models were shown: prayers and commands of one's prompt, speech of the other's."""
    spoken = _pairs(stages, "message")
    found: list[Entry] = []
    for prayer, answer in _pairs(stages, "command"):
        found.append({"role": "user", "content": prayer})
        calls = [
            {"id": f"past-{len(found)}-{place}", "name": "execute-command", "arguments": json.dumps({"command": one})}
            for place, one in enumerate(json.loads(answer)["commands"])
        ]
        if calls:
            found.append({"role": "assistant", "content": None, "toolCalls": calls})
            found += [{"role": "tool", "content": "", "toolCallId": call["id"]} for call in calls]
        if spoken and spoken[0][0] == prayer:
            found.append({"role": "assistant", "content": spoken.pop(0)[1]})
    return found


def _pairs(stages: Sequence[Stage], role: str) -> list[tuple[str, str]]:
    """Return the earlier prayers, with the answer to each, that stand in the first prompt for ``role``."""
    asked_of = (stage.record for stage in stages if stage.name == "request" and stage.record["role"] == role)
    between: list[dict[str, Any]] = next(asked_of, {"messages": []})["messages"][1:-1]
    asked = [str(json.loads(one["content"])["prayer"]) for one in between if one["role"] == "user"]
    answers = [str(one["content"]) for one in between if one["role"] == "assistant"]
    return list(zip(asked, answers, strict=False))
