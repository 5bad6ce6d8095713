"""scoreboard: objectives and scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.arguments.score import READ_ONLY
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.world import Objective

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()


@FAMILY.command("scoreboard objectives list")
def objectives(source: Source) -> None:
    """Tell which objectives there are."""
    shown = [_shown(one) for one in source.world.objectives.values()]
    text = f"There are {len(shown)} objective(s): {', '.join(shown)}" if shown else "There are no objectives"
    source.answer(text, broadcast=False)


@FAMILY.command("scoreboard objectives add <objective:word> <criteria:criterion> [<displayName:component>]")
def add_objective(source: Source, objective: str, criteria: str, displayName: str = "") -> None:  # noqa: N803 - the game's name
    """Make an objective."""
    if objective in source.world.objectives:
        raise Refusal("An objective already exists by that name")
    made = Objective(objective, criteria, displayName or objective)
    source.world.objectives[objective] = made
    source.answer(f"Created new objective {_shown(made)}")


@FAMILY.command("scoreboard objectives remove <objective:objective>")
def remove_objective(source: Source, objective: Objective) -> None:
    """Remove an objective with its scores."""
    del source.world.objectives[objective.name]
    source.answer(f"Removed objective {_shown(objective)}")


@FAMILY.command("scoreboard players list [<target:holder>]")
def scores(source: Source, target: str = "") -> None:
    """Tell who has scores, or somebody's scores."""
    board = source.world.objectives.values()
    if target:
        found = [(one, one.scores[target]) for one in board if target in one.scores]
        head = f"{target} has {len(found)} score(s):" if found else f"{target} has no scores to show"
        source.answer(head, broadcast=False)
        for one, score in found:
            source.answer(f"{_shown(one)}: {score}", broadcast=False)
        return
    names = sorted({name for one in board for name in one.scores})
    text = f"There are {len(names)} tracked entity/entities: {', '.join(names)}"
    source.answer(text if names else "There are no tracked entities", broadcast=False)


@FAMILY.command("scoreboard players set <targets:holders> <objective:objective> <score:int>")
def put(source: Source, targets: list[str], objective: Objective, score: int) -> None:
    """Set scores."""
    _writable(objective)
    for name in targets:
        objective.scores[name] = score
    source.answer(f"Set {_shown(objective)} for {_whom(targets)} to {score}")


@FAMILY.command("scoreboard players add <targets:holders> <objective:objective> <score:int 0>")
def add(source: Source, targets: list[str], objective: Objective, score: int) -> None:
    """Raise scores."""
    now = _change(targets, objective, score)
    source.answer(f"Added {score} to {_shown(objective)} for {_whom(targets)}{now}")


@FAMILY.command("scoreboard players remove <targets:holders> <objective:objective> <score:int 0>")
def remove(source: Source, targets: list[str], objective: Objective, score: int) -> None:
    """Lower scores."""
    now = _change(targets, objective, -score)
    source.answer(f"Removed {score} from {_shown(objective)} for {_whom(targets)}{now}")


@FAMILY.command("scoreboard players get <target:holder> <objective:objective>")
def get(source: Source, target: str, objective: Objective) -> None:
    """Tell one score."""
    if target not in objective.scores:
        raise Refusal(f"Can't get value of {objective.name} for {target}; none is set")
    source.answer(f"{target} has {objective.scores[target]} {_shown(objective)}", broadcast=False)


@FAMILY.command("scoreboard players enable <targets:holders> <objective:objective>")
def enable(source: Source, targets: list[str], objective: Objective) -> None:
    """Let players use a trigger."""
    if objective.criterion != "trigger":
        raise Refusal("Enable only works on trigger-objectives")
    fresh = [name for name in targets if name not in objective.primed]
    if not fresh:
        raise Refusal("Nothing changed. That trigger is already enabled")
    objective.primed.extend(fresh)
    for name in fresh:
        objective.scores.setdefault(name, 0)
    source.answer(f"Enabled trigger {_shown(objective)} for {_whom(targets)}")


@FAMILY.command("scoreboard players reset <targets:holders> [<objective:objective>]")
def reset(source: Source, targets: list[str], objective: Objective | None = None) -> None:
    """Forget scores."""
    for one in [objective] if objective else source.world.objectives.values():
        for name in targets:
            one.scores.pop(name, None)
            if name in one.primed:
                one.primed.remove(name)
    what = _shown(objective) if objective else "all scores"
    source.answer(f"Reset {what} for {_whom(targets)}")


def _change(targets: list[str], objective: Objective, by: int) -> str:
    """Change scores as 32-bit numbers and return the tail that tells a single one."""
    _writable(objective)
    for name in targets:
        objective.scores[name] = (objective.scores.get(name, 0) + by + 2**31) % 2**32 - 2**31
    return f" (now {objective.scores[targets[0]]})" if len(targets) == 1 else ""


def _writable(objective: Objective) -> None:
    if objective.criterion in READ_ONLY:
        raise Refusal(f"Scoreboard objective '{objective.name}' is read-only")


def _shown(objective: Objective) -> str:
    return f"[{objective.display}]"


def _whom(targets: list[str]) -> str:
    return targets[0] if len(targets) == 1 else f"{len(targets)} entities"
