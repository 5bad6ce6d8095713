"""The commands that the sandbox knows, in one file a family, and the tree that they make.

The answers are those of the game. Source: its command classes and language
file, 1.21.4.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from mcgod.sandbox.arguments import KINDS
from mcgod.sandbox.syntax import build
from mcgod.sandbox.verbs import (
    bans,
    blocks,
    chat,
    data,
    effects,
    execute,
    experience,
    functions,
    items,
    movement,
    operators,
    players,
    rules,
    scoreboard,
    server,
    show,
    sky,
    spawning,
    trigger,
    whitelist,
)

if TYPE_CHECKING:
    from mcgod.sandbox.tree import Node

_FAMILIES = (
    bans, blocks, chat, data, effects, execute, experience, functions, items, movement, operators, players, rules,
    scoreboard, server, show, sky, spawning, trigger, whitelist,
)  # fmt: skip


@cache
def command_tree() -> Node:
    """Return the tree of all commands."""
    return build([one.FAMILY for one in _FAMILIES], KINDS)
