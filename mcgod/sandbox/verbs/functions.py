"""function: the commands of a function, one after another.

Source: FunctionCommand of 1.21.4. Inside a function nobody is told anything,
and nothing above level 2 may be run.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from mcgod.grammar import versions
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.tree import perform

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()
_LEVEL = 2


@FAMILY.command("function <name:function>")
def function(source: Source, name: str) -> None:
    """Run a function. A command that fails does not stop it."""
    commands = source.realm.functions.get(name)
    if commands is None:
        raise Refusal(
            f"Can't find any functions for name {name}" if name.startswith("#") else f"Unknown function {name}"
        )
    announced = (versions.key(source.world.version) or ()) >= (1, 20, 3)
    if announced:
        source.answer(f"Running function {name}")
    inside = replace(source, silent=True, level=min(source.level, _LEVEL))
    for command in commands:
        with suppress(Refusal):
            perform(source.realm.tree, command, inside)
    if not announced:
        source.answer(f"Executed {len(commands)} command(s) from function '{name}'")
