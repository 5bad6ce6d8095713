"""What a caller tells of the game, as far as it has a shape; the rest is kept as data, within bounds. Pure.

    {"server_state": {"online": ["Steve"], "max_players": 20, "daytime": 14000, "difficulty": "easy"},
     "player_state": {"position": [10.5, 64, -3], "dimension": "minecraft:overworld", "health": 20, "food": 6,
                      "gamemode": "survival", "inventory": {"minecraft:dirt": 3}},
     "recent_events": ["Steve was slain by Zombie"]}

Everything is optional. A server's state counts only with ``online``, for who
is not in it could not be the target of a command.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from mcgod.game.port import PlayerState, ServerState
from mcgod.god.seen import Seen
from mcgod.names import is_player_name

if TYPE_CHECKING:
    from collections.abc import Mapping

_DEEP = 6  # levels of what is told
_LONG = 500  # characters of one text in it
_MANY = 100  # entries of one list or object in it
_BUDGET = 8000  # characters of all its texts and numbers together
_SERVER = frozenset({"online", "max_players", "daytime", "difficulty"})
_PLAYER = frozenset({"position", "dimension", "health", "food", "gamemode", "inventory"})


def seen(context: Mapping[str, Any], player: str | None) -> Seen | None:
    """Return what a message's context says of the game, None when it says nothing."""
    server, state = context.get("server_state") or {}, context.get("player_state") or {}
    online = server.get("online")
    listed = isinstance(online, list)
    told = {
        "server_state": {key: value for key, value in server.items() if not listed or key not in _SERVER},
        "player_state": {key: value for key, value in state.items() if not player or key not in _PLAYER},
        "recent_events": context.get("recent_events") or [],
    }
    rest = _Budget().cut({key: value for key, value in told.items() if value})
    view = Seen(_server(server) if listed else None, _player(state, player) if player else None, rest)
    return view if view.server or view.player or view.told else None


def _server(told: Mapping[str, Any]) -> ServerState:
    online = [name for name in told["online"] if isinstance(name, str) and is_player_name(name)]
    return ServerState(
        tuple(online), _whole(told.get("max_players")), _whole(told.get("daytime")), _word(told.get("difficulty"))
    )


def _player(told: Mapping[str, Any], name: str) -> PlayerState | None:
    if not _PLAYER & set(told):
        return None
    return PlayerState(
        name,
        position=_position(told.get("position")),
        dimension=_word(told.get("dimension")),
        health=_number(told.get("health")),
        food=_whole(told.get("food")),
        gamemode=_word(told.get("gamemode")),
        inventory=_inventory(told.get("inventory")),
    )


def _position(told: Any) -> tuple[float, float, float] | None:
    parts = [told.get(axis) for axis in "xyz"] if isinstance(told, dict) else told
    if not isinstance(parts, list) or len(parts) != 3:
        return None
    x, y, z = (_number(part) for part in parts)
    return None if x is None or y is None or z is None else (x, y, z)


def _inventory(told: Any) -> dict[str, int]:
    pairs = told.items() if isinstance(told, dict) else ()
    return {key[:64]: count for key, value in pairs if (count := _whole(value)) is not None}


def _number(told: Any) -> float | None:
    """Return a number of a size that games have, None for anything else."""
    if isinstance(told, bool) or not isinstance(told, int | float) or not math.isfinite(told):
        return None
    return float(told) if abs(told) < 1e9 else None


def _whole(told: Any) -> int | None:
    number = _number(told)
    return None if number is None else int(number)


def _word(told: Any) -> str | None:
    return told[:64] if isinstance(told, str) else None


class _Budget:
    """Cuts what is told to what a prompt can bear; the rest of it is dropped, in the order in which it came."""

    def __init__(self) -> None:
        self._left = _BUDGET

    def cut(self, value: Any, depth: int = 0) -> Any:
        if isinstance(value, dict | list) and (depth == _DEEP or self._left <= 0):
            return "…"
        if isinstance(value, dict):
            return {
                self._text(key): self.cut(inner, depth + 1)
                for key, inner in list(value.items())[:_MANY]
                if self._left > 0
            }
        if isinstance(value, list):
            return [self.cut(inner, depth + 1) for inner in value[:_MANY] if self._left > 0]
        if isinstance(value, str):
            return self._text(value)
        self._left -= 8
        return None if isinstance(value, int | float) and _number(value) is None and value is not True else value

    def _text(self, text: str) -> str:
        kept = text[: min(_LONG, max(self._left, 0))]
        self._left -= len(kept) + 4
        return kept
