"""``mcgod soul``: the personas that the god may speak with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mcgod.names import player_name

from ._app import App, app_of
from ._options import As, Json

if TYPE_CHECKING:
    from mcgod.god.souls import Souls

app = typer.Typer(no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The soul's name.")]


@app.command("list")
def list_(ctx: typer.Context, player: As = None, json: Json = None) -> None:
    """List the souls; a star marks the one that speaks."""
    this = app_of(ctx)
    this.answer_in(json)
    souls = _souls(this)
    active = souls.active(_owner(this, player), this.config["god.soul"])
    rows = [{"name": name, "active": name == active, "path": str(souls.path(name))} for name in souls.names()]
    if this.out.json:
        this.out.emit(rows, "")
    else:
        this.out.table([["*" if row["active"] else "", str(row["name"]), str(row["path"])] for row in rows])


@app.command()
def use(ctx: typer.Context, name: Name, player: As = None, json: Json = None) -> None:
    """Choose the soul that answers from now on."""
    this = app_of(ctx)
    this.answer_in(json)
    owner = _owner(this, player)
    chosen = _souls(this).choose(owner, name)
    this.out.emit({"soul": chosen, "owner": owner}, f"{chosen} answers {owner} from now on")


@app.command()
def show(ctx: typer.Context, name: Name, json: Json = None) -> None:
    """Print what a soul says of itself."""
    this = app_of(ctx)
    this.answer_in(json)
    souls = _souls(this)
    text = souls.text(name)
    this.out.emit({"name": souls.path(name).stem, "text": text, "path": str(souls.path(name))}, text)


@app.command()
def new(
    ctx: typer.Context,
    name: Name,
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT]", help="Who it is; - reads it from stdin.")
    ] = None,
    json: Json = None,
) -> None:
    """Write a new soul and print its file."""
    from ._words import spoken

    this = app_of(ctx)
    this.answer_in(json)
    path = _souls(this).create(name, spoken(text or [], what="soul"))
    this.out.emit({"name": name, "path": str(path)}, str(path))


def _souls(this: App) -> Souls:
    from mcgod.god.souls import Souls

    return Souls(this.paths.souls)


def _owner(this: App, player: str | None) -> str:
    from mcgod.god.owners import owner_of

    name = player or this.owner_name
    return owner_of(this.config, player_name(name) if name else None)
