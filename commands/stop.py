"""``mcgod stop``: end a request that runs, from any process."""

from __future__ import annotations

from typing import Annotated

import typer

from mcgod.errors import BadUsage, NotFound

from ._app import app_of
from ._options import As, Json
from ._output import clean

app = typer.Typer(add_completion=False)


@app.command()
def stop(
    ctx: typer.Context,
    request: Annotated[str | None, typer.Argument(metavar="REQUEST", help="Its id, or the beginning of it.")] = None,
    player: As = None,
    everything: Annotated[bool, typer.Option("--all", help="Every request that runs.")] = False,
    json: Json = None,
) -> None:
    """Stop a request: its model call is hung up at once, and it runs no further command.

    Without REQUEST the only one that runs, or with --as those of one player. Exits with 1 when none runs.
    """
    this = app_of(ctx)
    this.answer_in(json)
    found = [
        one
        for one in this.requests.current()
        if one.id.startswith(request or "") and (player is None or player in (one.player, one.owner))
    ]
    if request and not found:
        raise NotFound(f"no request {request!r} runs")
    if len(found) > 1 and not everything and player is None:
        names = ", ".join(f"{one.id} ({one.owner})" for one in found)
        raise BadUsage(f"{len(found)} requests run: {names}", hint="name one, or use --as or --all")
    for one in found:
        this.requests.stop(one)
    stopped = "\n".join(f"{one.id}  {one.owner}  {clean(one.text)}" for one in found)
    this.out.emit([one.to_json() for one in found], stopped)
    if not found:
        raise typer.Exit(1)
