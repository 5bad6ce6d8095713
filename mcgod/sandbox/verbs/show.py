"""title, playsound, stopsound, particle: what players see and hear. Changes nothing in the world."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

from mcgod.sandbox.reader import Refusal
from mcgod.sandbox.syntax import Family
from mcgod.sandbox.verbs.wording import whom

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Player, Position

FAMILY = Family()
_SHOWN = {"title": "title", "subtitle": "subtitle", "actionbar": "actionbar title"}
_CHANNELS = "master|music|record|weather|block|hostile|neutral|player|ambient|voice"
_EARSHOT = 16.0  # blocks that a sound carries for each unit of its volume


@FAMILY.command("title <targets:players> (what:title|subtitle|actionbar) <text:component>")
def title(source: Source, targets: list[Player], what: str, text: str) -> None:  # noqa: ARG001 - shown to nobody
    """Show a title."""
    source.answer(f"Showing new {_SHOWN[what]} for {whom(source, targets, 'players')}")


@FAMILY.command("title <targets:players> clear")
def clear_title(source: Source, targets: list[Player]) -> None:
    """Remove the title that shows."""
    source.answer(f"Cleared titles for {whom(source, targets, 'players')}")


@FAMILY.command("title <targets:players> reset")
def reset_title(source: Source, targets: list[Player]) -> None:
    """Return to the usual times."""
    source.answer(f"Reset title options for {whom(source, targets, 'players')}")


@FAMILY.command("title <targets:players> times <fadeIn:time> <stay:time> <fadeOut:time>")
def title_times(source: Source, targets: list[Player], **_: int) -> None:
    """Change how long titles show."""
    source.answer(f"Changed title display times for {whom(source, targets, 'players')}")


@FAMILY.command(
    f"playsound <sound:id> [(channel:{_CHANNELS})] [<targets:players>] [<at:position>] [<volume:float 0.0>] "
    "[<pitch:float 0.0 2.0>] [<minVolume:float 0.0 1.0>]"
)
def playsound(
    source: Source,
    *,
    sound: str,
    channel: str = "master",  # noqa: ARG001 - changes nothing here
    targets: list[Player] | None = None,
    at: Position | None = None,
    volume: float = 1.0,
    pitch: float = 1.0,  # noqa: ARG001 - changes nothing here
    minVolume: float = 0.0,  # noqa: N803 - the game's name for it
) -> None:
    """Play a sound to those of ``targets`` who are near enough."""
    reach = max(volume, 1.0) * _EARSHOT
    place = at or source.position
    hearers = [
        player
        for player in targets or [source.player()]
        if minVolume > 0 or (player.dimension == source.dimension and dist(player.position, place) <= reach)
    ]
    if not hearers:
        raise Refusal("The sound is too far away to be heard")
    source.answer(f"Played sound {sound} to {whom(source, hearers, 'players')}")


@FAMILY.command("stopsound <targets:players>")
def stopsound(source: Source, targets: list[Player]) -> None:  # noqa: ARG001 - nothing sounds here
    """Stop all sounds."""
    source.answer("Stopped all sounds")


@FAMILY.command(
    "particle <name:particle> [<at:position>] [<delta:position>] [<speed:float 0.0>] [<count:int 0>] "
    "[(mode:force|normal)] [<viewers:players>]"
)
def particle(source: Source, name: str, at: Position | None = None, **options: object) -> None:
    """Show particles to players near enough."""
    viewers = options.get("viewers") or source.world.online()
    assert isinstance(viewers, list), "the players argument resolves to a list"
    reach = 512 if options.get("mode") == "force" else 32
    place = at or source.position
    if not any(one.dimension == source.dimension and dist(one.position, place) <= reach for one in viewers):
        raise Refusal("The particle was not visible for anybody")
    source.answer(f"Displaying particle {name}")
