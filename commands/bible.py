"""``mcgod bible``: what may be asked for."""

from __future__ import annotations

from typing import Annotated

import typer

from mcgod.errors import BadUsage

from ._app import app_of
from ._options import Json

app = typer.Typer(add_completion=False)


@app.command()
def bible(
    ctx: typer.Context,
    mode: Annotated[str, typer.Option("--mode", metavar="MODE", help="god, sudo, god_system or benevolent.")] = "god",
    json: Json = None,
) -> None:
    """Tell what may be asked for, and within which limits."""
    from mcgod.god.gamedata import policies
    from mcgod.god.scripture import scripture

    this = app_of(ctx)
    this.answer_in(json)
    known = policies(this.config)
    if mode not in known:
        raise BadUsage(f"{mode!r} is no mode", hint=f"one of {', '.join(known)}")
    verses = scripture(known[mode], min(known[mode].commands, this.config["god.max_commands"]))
    this.out.emit(verses.to_json(), verses.text())
