"""``mcgod up``: the bridge and the god together, for whoever wants one command."""

from __future__ import annotations

import typer

from ._app import app_of
from ._options import Json

app = typer.Typer(add_completion=False)


@app.command()
def up(ctx: typer.Context, json: Json = None) -> None:
    """Run the bridge and the god that listens, each a process of its own, until SIGTERM or SIGINT.

    One that fails is started again. One that is told to stop takes the other
    with it.
    """
    from ._supervise import Supervisor

    this = app_of(ctx)
    this.answer_in(json)
    home = ["--home", str(this.paths.data_root)] if this.home_given else []
    raise typer.Exit(Supervisor(this.out, home).run())
