"""gamerule, difficulty, defaultgamemode, setworldspawn: how the world is."""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from mcgod.sandbox.gamerules import NUMBERS, SWITCHES
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()


@FAMILY.command(f"gamerule (rule:{'|'.join(SWITCHES)}) [<value:bool>]")
@FAMILY.command(f"gamerule (rule:{'|'.join(NUMBERS)}) [<value:int>]")
def gamerule(source: Source, rule: str, value: bool | int | None = None) -> None:
    """Set or tell a game rule."""
    rules = source.world.gamerules
    if value is None:
        source.answer(f"Gamerule {rule} is currently set to: {_shown(rules[rule])}", broadcast=False)
        return
    rules[rule] = value
    source.answer(f"Gamerule {rule} is now set to: {_shown(value)}")


@FAMILY.command("difficulty")
def difficulty(source: Source) -> None:
    """Tell the difficulty."""
    source.answer(f"The difficulty is {source.world.difficulty.title()}", broadcast=False)


@FAMILY.command("difficulty (level:peaceful|easy|normal|hard)")
def set_difficulty(source: Source, level: str) -> None:
    """Change the difficulty."""
    if source.world.difficulty == level:
        raise Refusal(f"The difficulty did not change; it is already set to {level.title()}")
    source.world.difficulty = level
    source.answer(f"The difficulty has been set to {level.title()}")


@FAMILY.command("defaultgamemode <gamemode:gamemode>")
def defaultgamemode(source: Source, gamemode: str) -> None:
    """Set the mode in which new players begin."""
    source.world.gamemode = gamemode
    source.answer(f"The default game mode is now {gamemode.title()} Mode")


@FAMILY.command("setworldspawn [<pos:place>]")
def setworldspawn(source: Source, pos: tuple[int, int, int] | None = None) -> None:
    """Set where new players begin, and what RCON's relative coordinates count from."""
    x, y, z = pos or tuple(floor(part) for part in source.position)
    source.world.spawn = (x, y, z)
    source.answer(f"Set the world spawn point to {x}, {y}, {z} [0.0]")


def _shown(value: bool | int) -> str:
    return str(value).lower()
