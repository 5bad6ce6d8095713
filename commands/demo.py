"""``mcgod demo``: three prayers in a world of their own."""

from __future__ import annotations

from typing import Annotated

import typer

from ._app import app_of
from ._options import Json

app = typer.Typer(add_completion=False)


@app.command()
def demo(
    ctx: typer.Context,
    soul: Annotated[str, typer.Option("--soul", metavar="NAME", help="The persona that speaks.")] = "default",
    json: Json = None,
) -> None:
    """Show three prayers in a world of their own; needs no game and no model.

    A sandbox server is started in a temporary folder, a player joins it and prays, the god answers over RCON, and
    what changed in the world is shown. Nothing is kept.
    """
    from ._show import Show

    this = app_of(ctx)
    this.answer_in(json)
    Show(this.out, soul).run()
