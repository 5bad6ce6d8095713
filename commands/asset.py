"""``mcgod asset``: what was made in the world, to find, give and visit."""

from __future__ import annotations

import json as jsonlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from mcgod.errors import BadUsage

from ._app import App, app_of
from ._options import As, DryRun, Json

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.rules.verdict import Verdict
    from mcgod.store.assets import Assets
    from mcgod.tools.port import Context

app = typer.Typer(no_args_is_help=True)

Ref = Annotated[str, typer.Argument(metavar="ASSET", help="Its id, or its name.")]
Yes = Annotated[bool, typer.Option("--yes", help="Run what destroys, or rules the server, without asking.")]


@app.command("list")
def list_(ctx: typer.Context, json: Json = None) -> None:
    """List the records, the last changed first. Exits with 1 when there are none."""
    this = app_of(ctx)
    this.answer_in(json)
    found = _assets(this).listed()
    if this.out.json:
        this.out.emit(found, "")
    else:
        rows = [(one["id"], one["category"], str(one.get("name", "")), str(one.get("summary", ""))) for one in found]
        this.out.table(rows, header=("id", "category", "name", "summary"))
    if not found:
        this.out.note("no assets")
        raise typer.Exit(1)


@app.command()
def show(ctx: typer.Context, asset: Ref, json: Json = None) -> None:
    """Show a record."""
    this = app_of(ctx)
    this.answer_in(json)
    found = _assets(this).find(asset)
    told = {key: value for key, value in found.items() if value not in ("", None)}
    this.out.emit(found, "\n".join(f"{key}: {jsonlib.dumps(value, ensure_ascii=False)}" for key, value in told.items()))


@app.command()
def give(
    ctx: typer.Context, asset: Ref, player: As = None, yes: Yes = False, dry_run: DryRun = False, json: Json = None
) -> None:
    """Give one of an item to the player of --as, with all that makes it special."""
    from mcgod.god import handing
    from mcgod.tools.dynamic.store import Slots

    this = app_of(ctx)
    this.answer_in(json)
    found = _assets(this).find(asset)
    who, context = _context(this, player, yes=yes, dry_run=dry_run)
    _tell(this, context, lambda: handing.give(found, who, context, Slots(this.paths.dynamic / "slots.json")))


@app.command()
def teleport(
    ctx: typer.Context, asset: Ref, player: As = None, yes: Yes = False, dry_run: DryRun = False, json: Json = None
) -> None:
    """Bring the player of --as to an entity, or to where it was last seen."""
    from mcgod.god import handing

    this = app_of(ctx)
    this.answer_in(json)
    assets = _assets(this)
    found = assets.find(asset)
    who, context = _context(this, player, yes=yes, dry_run=dry_run)
    _tell(this, context, lambda: handing.teleport(found, who, assets, context))


@app.command()
def remove(ctx: typer.Context, asset: Ref, json: Json = None) -> None:
    """Forget a record; the thing itself stays where it is."""
    this = app_of(ctx)
    this.answer_in(json)
    found = _assets(this).remove(asset)
    this.out.emit({"removed": found}, f"removed the record {found['id']}")


def _assets(this: App) -> Assets:
    from mcgod.store import opening

    return opening.assets(this.config, this.paths)


def _context(this: App, player: str | None, *, yes: bool, dry_run: bool) -> tuple[str, Context]:
    from mcgod.god.owners import owner_of
    from mcgod.god.tooling import shell_context
    from mcgod.names import player_name

    from ._ask import confirm

    who = player or this.owner_name
    if who is None:
        raise BadUsage("which player?", hint="name one with --as")
    context = shell_context(
        this.config,
        this.paths,
        mode="shell",
        player=player_name(who),
        owner=owner_of(this.config, who),
        confirmed=yes,
        dry_run=dry_run,
        confirm=confirm if sys.stdin.isatty() else None,
        ask=None,
    )
    return who, context


def _tell(this: App, context: Context, act: Callable[[], Verdict]) -> None:
    """Do it, and print the command and what the server said."""
    try:
        verdict = act()
    finally:
        if context.game:
            context.game.close()
    said = f"  ({verdict.output})" if verdict.output else ""
    this.out.emit(verdict.to_json(), f"{'ran' if verdict.ran else 'would run'} {verdict.command}{said}")
