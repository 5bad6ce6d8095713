"""Which commands take something from many players at once; what one player loses, a whole server may not. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcgod.rules.seen import Seen

# What can kill a player who does nothing about it.
DEADLY = frozenset({"instant_damage", "wither"})

# What takes something away, or makes another kind of player out of somebody: a command's first word, and the words
# that may follow it; nothing where all of the command does.
_TAKING: dict[str, tuple[tuple[str, ...], ...]] = {
    **dict.fromkeys(("kill", "clear", "damage", "gamemode", "replaceitem", "spreadplayers", "attribute"), ((),)),
    "item": (("replace",), ("modify",)),
    "loot": (("replace",),),
    "experience": (("set",),),
    "advancement": (("revoke",),),
    "recipe": (("take",),),
    "scoreboard": (("players", "reset"), ("players", "set"), ("players", "operation")),
}


def takes_from_many(seen: Seen) -> bool:
    """Tell whether the command takes, and from more players than one may be."""
    return _takes(seen) and _is_for_many(seen)


def effect_name(seen: Seen) -> str:
    """Return the bare name of the effect that the command gives, or nothing."""
    span = seen.inner("effect")
    return span.value["id"].removeprefix("minecraft:") if span and isinstance(span.value, dict) else ""


def _takes(seen: Seen) -> bool:
    if following := _TAKING.get(seen.family):
        path = seen.match.inner_path
        if any(path[1 : 1 + len(words)] == words for words in following):
            return "get" not in path
    if seen.family == "experience":
        amount = seen.inner("amount")
        return amount is not None and amount.value < 0
    return seen.family == "effect" and effect_name(seen) in DEADLY | {"levitation"}


def _is_for_many(seen: Seen) -> bool:
    for subject in seen.subjects():
        inside = subject.span.start >= seen.match.inner_at
        whole_board = subject.name == "*" and subject.limit is None
        if (inside or seen.becomes(subject)) and (whole_board or (subject.players and subject.limit != 1)):
            return True
    return False
