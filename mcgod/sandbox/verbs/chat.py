"""say, me, msg (tell, w), tellraw: what is said in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.sandbox.syntax import Family

if TYPE_CHECKING:
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Player

FAMILY = Family()
FAMILY.alias("tell", "msg")
FAMILY.alias("w", "msg")


@FAMILY.command("say <message:message>")
def say(source: Source, message: str) -> None:
    """Announce ``message``. Nobody signs it, so the log marks it."""
    source.realm.log(f"[Not Secure] [{source.name}] {message}")


@FAMILY.command("me <action:message>", level=0)
def me(source: Source, action: str) -> None:
    """Tell what somebody does."""
    source.realm.log(f"[Not Secure] * {source.name} {action}")


@FAMILY.command("msg <targets:players> <message:message>", level=0)
def msg(source: Source, targets: list[Player], message: str) -> None:
    """Whisper. The game does not log it."""
    for player in targets:
        source.answer(f"You whisper to {player.name}: {message}", broadcast=False)


@FAMILY.command("tellraw <targets:players> <message:component>")
def tellraw(source: Source, targets: list[Player], message: str) -> None:
    """Show a text component to ``targets``. The game answers nothing and logs nothing."""
