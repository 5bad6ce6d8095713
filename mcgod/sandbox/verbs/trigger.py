"""trigger: what a player without rights may set off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Objective

FAMILY = Family()


@FAMILY.command("trigger <objective:objective>", level=0)
def trigger(source: Source, objective: Objective) -> None:
    """Raise the trigger by one."""
    name = _use(source, objective)
    objective.scores[name] += 1
    source.answer(f"Triggered [{objective.display}]")


@FAMILY.command("trigger <objective:objective> (how:add|set) <value:int>", level=0)
def trigger_by(source: Source, objective: Objective, how: str, value: int) -> None:
    """Raise or set the trigger."""
    name = _use(source, objective)
    if how == "add":
        objective.scores[name] += value
        source.answer(f"Triggered [{objective.display}] (added {value} to value)")
    else:
        objective.scores[name] = value
        source.answer(f"Triggered [{objective.display}] (set value to {value})")


def _use(source: Source, objective: Objective) -> str:
    """Spend the player's permission to trigger and return the player's name."""
    name = source.player().name
    if objective.criterion != "trigger":
        raise Refusal("You can only trigger objectives that are 'trigger' type")
    if name not in objective.primed:
        raise Refusal("You cannot trigger this objective yet")
    objective.primed.remove(name)
    objective.scores.setdefault(name, 0)
    return name
