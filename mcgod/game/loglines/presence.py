"""Who is in the game, and the joins and leaves that the log owes.

Texts of joining and leaving may be missing or translated; the login and
lost-connection lines are not. When no text follows one of those, the event is
inferred, once. It waits for two seconds of log time, for an act of the player,
or for ``settle``; a text that comes later still is not counted again.
"""

from __future__ import annotations

from typing import NamedTuple

from mcgod.game.loglines.event import INFERRED, LogEvent

_PATIENCE = 2  # seconds by the log's clock
_MEANT = {"login": "join", "disconnect": "leave"}
# What a player can only do while in the game.
_ACTS = frozenset({"chat", "emote", "say", "command", "death", "advancement", "feedback", "login", "disconnect"})
_HEARD = frozenset({"join", "leave", "login", "disconnect", "server_starting"})


class _Owed(NamedTuple):
    kind: str
    sign: LogEvent


class Presence:
    """Follows the events of one log in order. ``online`` holds the names that are in the game."""

    def __init__(self) -> None:
        self.online: set[str] = set()
        self.owed: list[_Owed] = []
        self._inferred: dict[str, str] = {}  # name -> the inferred event that a late text must not repeat

    def hear(self, event: LogEvent) -> list[LogEvent]:
        """Return ``event``, behind the inferred events that it proves."""
        out = [self._infer(owed) for owed in self._proven(event)] if self.owed else []
        if event.type not in _HEARD:
            return [*out, event]
        if event.type == "server_starting":
            out += self.settle()
            out += [self._infer(_Owed("leave", event._replace(player=name))) for name in sorted(self.online)]
            self.online.clear()
        elif event.type in _MEANT:
            self._await(event)
        else:
            event = self._passed(event)
        return [*out, event]

    def settle(self) -> list[LogEvent]:
        """Return the inferred events that are still owed: the log has ended, or is silent."""
        owed, self.owed = self.owed, []
        return [self._infer(one) for one in owed]

    def _await(self, event: LogEvent) -> None:
        """Expect the text that belongs to a login or a lost connection."""
        meant = _MEANT[event.type]
        if meant == "join" and event.player in self.online:
            return  # Paper tells of the join first
        if meant == "leave" and self._inferred.get(event.player) == "leave":
            return
        self.owed.append(_Owed(meant, event))

    def _passed(self, event: LogEvent) -> LogEvent:
        """Take in a join or leave text; one that only repeats an inferred event becomes ``other``."""
        name = event.player
        self.owed = [owed for owed in self.owed if (owed.kind, owed.sign.player) != (event.type, name)]
        if self._inferred.pop(name, "") == event.type:
            return event._replace(type="other", player="", text="", extra={"repeats": event.type})
        self._count(event.type, name)
        return event

    def _proven(self, event: LogEvent) -> list[_Owed]:
        """Take out of ``owed`` what ``event`` shows to have happened without a text."""
        proven = [owed for owed in self.owed if _late(owed.sign, event) or _acts(owed, event)]
        self.owed = [owed for owed in self.owed if owed not in proven]
        return proven

    def _infer(self, owed: _Owed) -> LogEvent:
        self._count(owed.kind, owed.sign.player)
        self._inferred[owed.sign.player] = owed.kind
        return owed.sign._replace(type=owed.kind, text="", extra=INFERRED)

    def _count(self, kind: str, name: str) -> None:
        self._inferred.pop(name, None)
        (self.online.add if kind == "join" else self.online.discard)(name)


def _acts(owed: _Owed, event: LogEvent) -> bool:
    return event.player == owed.sign.player and event.type in _ACTS


def _late(sign: LogEvent, event: LogEvent) -> bool:
    return bool(sign.clock and event.clock) and not 0 <= _seconds(event.clock) - _seconds(sign.clock) < _PATIENCE


def _seconds(clock: str) -> int:
    return int(clock[:2]) * 3600 + int(clock[3:5]) * 60 + int(clock[6:8])
