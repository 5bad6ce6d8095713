"""op and deop: who may run commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()
LEVEL = 4  # what server.properties has as op-permission-level


@FAMILY.command("op <targets:profiles>", level=3)
def op(source: Source, targets: list[str]) -> None:
    """Make players operators."""
    fresh = [name for name in targets if name not in source.world.ops]
    if not fresh:
        raise Refusal("Nothing changed. The player already is an operator")
    for name in fresh:
        source.world.ops[name] = LEVEL
        source.answer(f"Made {name} a server operator")
    source.realm.on_lists()


@FAMILY.command("deop <targets:profiles>", level=3)
def deop(source: Source, targets: list[str]) -> None:
    """Make players no operators."""
    former = [name for name in targets if name in source.world.ops]
    if not former:
        raise Refusal("Nothing changed. The player is not an operator")
    for name in former:
        del source.world.ops[name]
        source.answer(f"Made {name} no longer a server operator")
    source.realm.on_lists()
