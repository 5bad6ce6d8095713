"""The functions of a slot: one that gives it, and for a block two that put it down and take it away. Pure.

A block that stands is a display of its material in a barrier: solid, and the
world around stays as it is. The commands are the same for every block but for
its tag and material.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import BadConfig, Refused
from mcgod.rules.policy import shipped
from mcgod.rules.repairs.notation import snbt
from mcgod.tools.dynamic.properties import without_mod
from mcgod.tools.scripts import lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.grammar.dialect import Dialect
    from mcgod.rules.context import Context as RulesContext
    from mcgod.tools.dynamic.making import Made
    from mcgod.tools.dynamic.slots import Slot
    from mcgod.tools.scripts.lines import Confirm

MARK = "# mcgod keeps this function for "
_DISPLAYS = (1, 19, 4)
_TAG = "mcgod.dynamic"
_REACH = 3  # blocks in front of the eyes
_NEAR = 6  # blocks in which the nearest is taken away
# Nobody is called so: the rules only have to see that a player runs it.
_SOMEBODY = "Somebody"


def texts(slot: Slot, made: Made, dialect: Dialect) -> dict[str, list[str]]:
    """Return path -> commands of each function of ``slot``; each is for a player to run.

    Where the version has no displays, ``made`` is told so.
    """
    found = {slot.path: [f"give @s {made.item} 1"]}
    if slot.kind.name == "block":
        if dialect.since(*_DISPLAYS):
            found |= {f"{slot.path}/place": _place(slot), f"{slot.path}/remove": _remove(slot)}
        else:
            made.unmet["place"] = without_mod(_DISPLAYS, "displays came with it")
    return found


def paths(slot: Slot) -> list[str]:
    """Return the path of every function that ``slot`` may have, in whatever version it was made."""
    more = [f"{slot.path}/place", f"{slot.path}/remove"] if slot.kind.name == "block" else []
    return [slot.path, *more]


def judged(
    slot: Slot, path: str, commands: Sequence[str], rules: RulesContext | None, *, level: int, confirm: Confirm | None
) -> bytes:
    """Return a function's text as the rules let it pass when a player runs it.

    Displays and barriers are closed to everybody; the functions of a block,
    whose commands are none of the caller's, may have one of each. Raises
    Refused, and BadConfig without rules.
    """
    if rules is None:
        raise BadConfig("no rules are at hand to judge a function")
    rules = rules._replace(player=None, online=None)
    if slot.kind.name == "block":
        if slot.material.removeprefix("minecraft:") in rules.policy.forbidden_blocks:
            raise Refused(
                f"{slot.kind.material}: the rules forbid {slot.material}", hint="mcgod rules show forbidden-thing"
            )
        rules = _opened(rules) if path != slot.path else rules
    try:
        text, _ = lines.judged("\n".join(map(_run_by, commands)), rules, level=level, confirm=confirm)
    except Refused as error:
        reason = error.message.rpartition(": ")[2]
        raise Refused(f"the rules refuse {slot.id}: {reason}", hint=error.hint) from None
    bare = [_bare(line) for line in text.splitlines()]
    return "".join(f"{line}\n" for line in [f"{MARK}{slot.id} ({slot.name})", *bare]).encode()


def _place(slot: Slot) -> list[str]:
    spot = f"execute at @s anchored eyes positioned ^ ^ ^{_REACH} align xyz"
    entity = snbt({"Tags": [_TAG, f"mcgod.{slot.tag}"], "block_state": {"Name": slot.material}})
    free = f"if block ~ ~ ~ minecraft:air unless entity {_display(_TAG, '..0.5')}"
    stands = f"if entity {_display(f'mcgod.{slot.tag}', '..0.5')}"
    return [
        f"{spot} {free} run summon minecraft:block_display ~ ~ ~ {entity}",
        f"{spot} {stands} run setblock ~ ~ ~ minecraft:barrier keep",
    ]


def _remove(slot: Slot) -> list[str]:
    nearest = _display(f"mcgod.{slot.tag}", f"..{_NEAR}", "sort=nearest,")
    return [
        f"execute at @s at {nearest} if block ~ ~ ~ minecraft:barrier run setblock ~ ~ ~ minecraft:air",
        f"execute at @s run kill {nearest}",
    ]


def _display(tag: str, distance: str, order: str = "") -> str:
    return f"@e[type=minecraft:block_display,tag={tag},distance={distance},{order}limit=1]"


def _opened(rules: RulesContext) -> RulesContext:
    policy = rules.policy
    without = policy._replace(
        forbidden_entities=tuple(one for one in policy.forbidden_entities if one != "block_display"),
        forbidden_blocks=tuple(one for one in policy.forbidden_blocks if one != "barrier"),
    )
    return rules._replace(policies={**(rules.policies or shipped()), rules.mode: without})


def _run_by(command: str) -> str:
    """Return ``command`` as a player runs it: the rules refuse ``@s`` where nobody stands behind it."""
    return f"execute as {_SOMEBODY} {command.removeprefix('execute ') if _executes(command) else f'run {command}'}"


def _bare(line: str) -> str:
    rest = line.removeprefix(f"execute as {_SOMEBODY} ")
    return rest.removeprefix("run ") if rest.startswith("run ") else f"execute {rest}"


def _executes(command: str) -> bool:
    return command.startswith("execute ")
