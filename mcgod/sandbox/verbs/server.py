"""seed, help, reload, save-all, stop: the server itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import StoreFailed
from mcgod.sandbox import smartusage
from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.tree import find

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()


@FAMILY.command("seed")
def seed(source: Source) -> None:
    """Tell the world's seed."""
    source.answer(f"Seed: [{source.world.seed}]", broadcast=False)


@FAMILY.command("help [<command:greedy>]", level=0)
def usage(source: Source, command: str = "") -> None:
    """Tell the usage of all commands, or of one."""
    if not command:
        for line in sorted(smartusage.children(source.realm.tree, source.level)):
            source.answer(f"/{line}", broadcast=False)
        return
    found = find(source.realm.tree, command, source)
    if not found.path:
        raise Refusal("Unknown command or insufficient permissions")
    for line in smartusage.children(found.path[-1].node, source.level):
        source.answer(f"/{command} {line}", broadcast=False)


@FAMILY.command("reload")
def reload(source: Source) -> None:
    """Load the data packs again."""
    source.answer("Reloading!")
    source.realm.reload()


@FAMILY.command("save-all [flush]", level=4)
def save_all(source: Source) -> None:
    """Write the world to disk."""
    source.answer("Saving the game (this may take a moment!)", broadcast=False)
    try:
        source.realm.on_save()
    except StoreFailed as error:
        raise Refusal("Unable to save the game (is there enough disk space?)") from error
    source.answer("Saved the game")


@FAMILY.command("stop", level=4)
def stop(source: Source) -> None:
    """Stop the server."""
    source.answer("Stopping the server")
    source.realm.on_stop()
