"""The ``Game`` port over RCON: commands with their outcome, and questions answered by plain commands.

Judges nothing: what may be run is decided before it gets here. A question
changes nothing in the game, so unlike a command it is asked again when the
connection breaks.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput
from mcgod.game import snbt
from mcgod.game.codec import Unsendable
from mcgod.game.outages import Gone, RconError
from mcgod.game.port import PlayerState, Reply, ServerState
from mcgod.game.replies import failed, failure, players, strip_codes
from mcgod.names import in_command

if TYPE_CHECKING:
    from mcgod.game.rcon import Rcon
    from mcgod.game.replies import Roster

_ENTITY_DATA = re.compile(r".*? has the following entity data: ", re.DOTALL)
_DIFFICULTY = re.compile(r"The difficulty is (\w+)")
_TICKS = re.compile(r"(\d{1,19})(?: tick\(s\))?\s*$")
_DAY = 24000  # ticks
_GAMEMODES = ("survival", "creative", "adventure", "spectator")


class RconGame:
    """A Game behind an Rcon. Thread-safe as that is."""

    capabilities = frozenset({"command", "state", "player"})

    def __init__(self, rcon: Rcon) -> None:
        self._rcon = rcon

    def command(self, text: str) -> Reply:
        """Run ``text`` once. A reply that was lost has ``known`` False; nothing is sent a second time.

        Raises GameUnreachable when it certainly did not run, BadUsage when it
        is longer than a server takes or is more than one line.
        """
        try:
            raw = self._rcon.command(text)
        except RconError as error:
            if error.sent:
                return Reply(text, "", ok=False, known=False)
            raise
        return Reply(text, strip_codes(raw), raw, ok=not failed(raw))

    def state(self) -> ServerState:
        """Ask for the players, the time and the difficulty; what the server does not say stays None."""
        roster = self._roster()
        difficulty = _DIFFICULTY.search(self._ask("difficulty"))
        return ServerState(
            online=roster.names if roster else (),
            max_players=roster.max_players if roster else None,
            daytime=self._daytime(),
            difficulty=difficulty[1].lower() if difficulty else None,
        )

    def player(self, name: str) -> PlayerState | None:
        """Ask for a player's state; None when nobody of that name is online."""
        try:
            argument = in_command(name)
            position = self._ask(f"data get entity {argument} Pos")
        except Unsendable:  # nobody can be called that
            return None
        where = _position(_entity_data(position))
        if failure(position) == "no-target" or (where is None and not self._listed(name)):
            return None
        food = _number(self._data(argument, "foodLevel"))
        return PlayerState(
            name,
            position=where,
            dimension=_text(self._data(argument, "Dimension")),
            health=_number(self._data(argument, "Health")),
            food=None if food is None else int(food),
            gamemode=_gamemode(self._data(argument, "playerGameType")),
            inventory=_inventory(self._data(argument, "Inventory")),
        )

    def close(self) -> None:
        """Let the connection go; the next call opens a new one."""
        self._rcon.disconnect()

    def _ask(self, question: str) -> str:
        """Return the plain reply to a command that changes nothing; asked twice if need be."""
        try:
            return strip_codes(self._rcon.command(question))
        except Gone:
            return strip_codes(self._rcon.command(question))

    def _roster(self) -> Roster | None:
        roster = players(self._ask("list"))
        if roster and not roster.exact:
            # A plugin answered, with nicknames and ranks; the game's own command has the names.
            return players(self._ask("minecraft:list")) or roster
        return roster

    def _daytime(self) -> int | None:
        """``daytime`` is gone since 26.1, where ``time`` counts on past the first day."""
        for what in ("daytime", "time"):
            text = self._ask(f"time query {what}")
            if not failed(text):
                ticks = _TICKS.search(text)
                return int(ticks[1]) % _DAY if ticks else None
        return None

    def _data(self, argument: str, tag: str) -> Any:
        return _entity_data(self._ask(f"data get entity {argument} {tag}"))

    def _listed(self, name: str) -> bool:
        """Tell whether ``list`` names ``name``; a list that is not understood rules nobody out."""
        roster = self._roster()
        return roster is None or name.casefold() in {known.casefold() for known in roster.names}


def _entity_data(text: str) -> Any:
    head = _ENTITY_DATA.match(text)
    if not head:
        return None
    try:
        return snbt.read(text[head.end() :])
    except BadInput:
        return None


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and math.isfinite(value) else None


def _position(value: Any) -> tuple[float, float, float] | None:
    match [_number(part) for part in value] if isinstance(value, list) else []:
        case [float(x), float(y), float(z)]:
            return (x, y, z)
    return None


def _gamemode(value: Any) -> str | None:
    return _GAMEMODES[value] if isinstance(value, int) and 0 <= value < len(_GAMEMODES) else None


def _inventory(value: Any) -> dict[str, int]:
    """Add up the stacks; the count's key was capital until 1.20.4."""
    held: dict[str, int] = {}
    for stack in value if isinstance(value, list) else ():
        match stack:
            case {"id": str(item), "count": int(count)} | {"id": str(item), "Count": int(count)}:
                held[item] = held.get(item, 0) + count
    return held
