"""``mcgod replay``: what was recorded of turns, shown again."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from ._app import app_of
from ._options import As


class _Shown(TyperGroup):
    """A group whose verb is ``show`` where none is named, so that ``mcgod replay SESSION`` works."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Put the verb in front of what is neither a verb nor a cry for help."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=_Shown, no_args_is_help=True)


@app.command()
def show(
    ctx: typer.Context,
    reference: Annotated[
        str | None,
        typer.Argument(
            metavar="[SESSION]", help="Its id or token, or a file of turns. (env: MCGOD_SESSION); else the active one"
        ),
    ] = None,
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", min=1, help="Only the session's Nth turn.")] = None,
    player: As = None,
    everybody: Annotated[bool, typer.Option("--all", "-a", help="Everybody's sessions.")] = False,
    speed: Annotated[
        str, typer.Option("--speed", metavar="SPEED", help="1x waits as it was, 4x a quarter, max not at all.")
    ] = "max",
    full: Annotated[bool, typer.Option("--full", help="Whole prompts and texts.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the turns, a row each.")] = False,
    json: Annotated[
        bool | None,
        typer.Option("--json/--pretty", help="JSON lines, or text for people, as on a terminal.", show_default=False),
    ] = None,
) -> None:
    """Show turns as they happened: what was asked, seen, thought, judged, run and said.

    The verb may be left off. A damaged log is shown up to the damage, and the exit code is then 65.
    """
    from ._replay import Replay

    replay = Replay(app_of(ctx), json=json)
    sources = replay.sources(reference, player, everybody=everybody)
    if listed:
        replay.list(sources, turn)
    else:
        replay.show(sources, turn, speed=speed, full=full)
