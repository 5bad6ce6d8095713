"""What an event asks of the god: a prayer, a request for the bible, an order, an occasion. Pure."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.names import is_player_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# What an event of the log is for the god, where it is none that somebody said.
OCCASIONS = {"death": "death", "advancement": "advancement"}


class Call(NamedTuple):
    """Something that wants an answer. ``kind`` is ``pray``, ``bible``, ``sudo`` or an event of ``god_system``.

    ``seq`` is the number of the event that it came with, ``at`` its time in
    epoch seconds.
    """

    seq: int
    kind: str
    player: str
    text: str
    at: float

    @property
    def is_said(self) -> bool:
        """Whether a player said it, rather than that something happened."""
        return self.kind in ("pray", "bible", "sudo")


def call_of(event: Mapping[str, Any], triggers: Sequence[str], occasions: Sequence[str]) -> Call | None:
    """Return what ``event`` asks of the god, or None.

    A trigger is a whole word at the start of what a player says in public,
    whatever its case. ``triggers`` are the words for pray, bible and sudo, in
    this order; more words stand for pray.
    """
    player, text = str(event.get("player") or ""), str(event.get("text") or "")
    if event.get("source") != "log" or not is_player_name(player):
        return None
    at = moment(str(event["time"]))
    if event["type"] == "chat":
        found = re.match(r"\s*(\S+?)[:,!.]?(?:\s+|\Z)", text)
        kind = _kinds(triggers).get(found[1].lower()) if found else None
        return Call(event["seq"], kind, player, text[found.end() :].strip(), at) if found and kind else None
    occasion = OCCASIONS.get(event["type"])
    if occasion in occasions and occasion:
        return Call(event["seq"], occasion, player, text, at)
    return None


def moment(text: str) -> float:
    """Return an event's time as epoch seconds."""
    return datetime.fromisoformat(text).timestamp()


def _kinds(triggers: Sequence[str]) -> dict[str, str]:
    names = ("pray", "bible", "sudo")
    kinds = dict(zip((word.lower() for word in triggers), names, strict=False))
    return kinds | {word.lower(): "pray" for word in triggers[3:]}
