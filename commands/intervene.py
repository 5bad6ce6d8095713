"""``mcgod intervene``: the god acts of its own accord."""

from __future__ import annotations

from typing import Annotated

import typer

from mcgod.errors import BadUsage

from ._app import app_of
from ._options import DryRun, Json, Provider, Soul, Stream

app = typer.Typer(add_completion=False)


@app.command()
def intervene(
    ctx: typer.Context,
    event: Annotated[str, typer.Argument(metavar="EVENT", help="first_login, death, advancement or random.")],
    player: Annotated[str, typer.Option("--player", "-p", metavar="PLAYER", help="In whose life it happened.")],
    text: Annotated[
        str, typer.Option("--text", metavar="TEXT", help="What happened, such as the death's message.")
    ] = "",
    soul: Soul = None,
    provider: Provider = None,
    dry_run: DryRun = False,
    stream: Stream = None,
    json: Json = None,
) -> None:
    """Let the god act on an event of a player's life.

    A first login brings gifts only.
    """
    from mcgod.god.modes import EVENTS
    from mcgod.god.turn import Request

    from ._turn import take_turn

    this = app_of(ctx)
    this.set_flags(model__provider=provider)
    this.answer_in(json)
    if event not in EVENTS:
        raise BadUsage(f"{event!r} is no event", hint=f"one of {', '.join(EVENTS)}")
    request = Request(text[:400], mode="god_system", player=player, event=event, soul=soul, dry_run=dry_run)
    take_turn(this, request, session=None, stream=stream)
