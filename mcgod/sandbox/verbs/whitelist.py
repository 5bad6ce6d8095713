"""whitelist: who may join when it is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.world import offline_uuid

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source

FAMILY = Family()


@FAMILY.command("whitelist (state:on|off)", level=3)
def switch(source: Source, state: str) -> None:
    """Turn the whitelist on or off."""
    if source.world.whitelist_on == (state == "on"):
        raise Refusal(f"Whitelist is already turned {state}")
    source.world.whitelist_on = state == "on"
    source.realm.on_lists()
    source.answer(f"Whitelist is now turned {state}")


@FAMILY.command("whitelist list", level=3)
def names(source: Source) -> None:
    """Tell who is on the whitelist."""
    found = list(source.world.whitelist)
    text = f"There are {len(found)} whitelisted player(s): {', '.join(found)}"
    source.answer(text if found else "There are no whitelisted players", broadcast=False)


@FAMILY.command("whitelist add <targets:profiles>", level=3)
def add(source: Source, targets: list[str]) -> None:
    """Put players on the whitelist."""
    fresh = [name for name in targets if name not in source.world.whitelist]
    if not fresh:
        raise Refusal("Player is already whitelisted")
    for name in fresh:
        source.world.whitelist[name] = offline_uuid(name)
        source.answer(f"Added {name} to the whitelist")
    source.realm.on_lists()


@FAMILY.command("whitelist remove <targets:profiles>", level=3)
def remove(source: Source, targets: list[str]) -> None:
    """Take players off the whitelist; who plays may go on."""
    listed = [name for name in targets if name in source.world.whitelist]
    if not listed:
        raise Refusal("Player is not whitelisted")
    for name in listed:
        del source.world.whitelist[name]
        source.answer(f"Removed {name} from the whitelist")
    source.realm.on_lists()


@FAMILY.command("whitelist reload", level=3)
def reload(source: Source) -> None:
    """Read the whitelist's file again."""
    found = source.realm.read_whitelist()
    if found is not None:
        source.world.whitelist = found
    source.answer("Reloaded the whitelist")
