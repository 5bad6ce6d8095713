"""``mcgod pray``: one prayer, answered and acted on."""

from __future__ import annotations

from typing import Annotated

import typer

from ._app import app_of
from ._options import As, DryRun, Engine, Json, Provider, Session, Soul, Stream

app = typer.Typer(add_completion=False)


@app.command()
def pray(
    ctx: typer.Context,
    text: Annotated[list[str] | None, typer.Argument(metavar="TEXT", help="The prayer; - reads it from stdin.")] = None,
    player: As = None,
    session: Session = None,
    soul: Soul = None,
    provider: Provider = None,
    engine: Engine = None,
    dry_run: DryRun = False,
    stream: Stream = None,
    json: Json = None,
) -> None:
    """Pray to the god of the server; it answers and acts."""
    from mcgod.god.turn import Request

    from ._turn import take_turn
    from ._words import spoken

    this = app_of(ctx)
    this.set_flags(model__provider=provider, god__engine=engine)
    this.answer_in(json)
    request = Request(spoken(text or []), player=player, soul=soul, dry_run=dry_run)
    take_turn(this, request, session=session, stream=stream)
