"""``mcgod mcp``: what a harness that is not ours plays the god with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from mcgod.errors import BadConfig

from ._app import App, app_of
from ._options import As, Json

if TYPE_CHECKING:
    from mcgod.mcpserver.desk import Desk

app = typer.Typer(no_args_is_help=True)

ScopeName = Annotated[
    str,
    typer.Option("--scope", metavar="SCOPE", help="read looks only; god prays and acts as a god; sudo is an admin's."),
]


@app.command()
def serve(
    ctx: typer.Context,
    http: Annotated[bool, typer.Option("--http", help="Listen on mcp.host and mcp.port instead.")] = False,
    host: Annotated[str | None, typer.Option("--host", metavar="ADDRESS", help="With --http: where.")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="PORT", help="With --http: its port, or 0.")] = None,
    scope: ScopeName = "read",
    player: As = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Think and judge, but run and write nothing.")] = False,
    json: Json = None,
) -> None:
    """Serve the Model Context Protocol on the standard streams, or over HTTP, until the client leaves or SIGTERM.

    With --as everything is for that player; without, the client says for whom. Over HTTP a client shows the token of
    mcp.token, or else the one in run/mcp-SCOPE.json that each run makes for itself.
    """
    import asyncio
    from contextlib import closing

    this = app_of(ctx)
    this.set_flags(mcp__host=host, mcp__port=port)
    this.answer_in(json)
    serving = _serving()
    from mcgod.mcpserver.offers import Offers

    with closing(_desk(this, scope, player, dry_run=dry_run)) as desk:
        offers = Offers(desk)
        if not desk.has_game:
            this.out.note("no server is configured: nothing is run in a game")
        if not http:
            asyncio.run(serving.over_streams(desk, offers))
            return

        def ready(here: Any) -> None:
            this.out.emit(here.to_json(), f"mcp on {here.url}, scope {desk.scope.name}")
            this.out.flush()

        asyncio.run(serving.over_http(desk, offers, serving.address_of(this.config), ready))


@app.command()
def tools(
    ctx: typer.Context,
    scope: ScopeName = "read",
    player: As = None,
    all_: Annotated[bool, typer.Option("--all", help="Also what cannot be done just now.")] = False,
    json: Json = None,
) -> None:
    """List what a client of a scope would be offered now."""
    from contextlib import closing

    from mcgod.mcpserver.offers import Offers

    this = app_of(ctx)
    this.answer_in(json)
    with closing(_desk(this, scope, player)) as desk:
        offers = Offers(desk)
        found = offers.all() if all_ else offers.listed()
    if this.out.json:
        this.out.emit([offer.to_json() for offer in found], "")
        return
    rows = [(one.name, one.kind, _word(one.hints), one.tool.description.split(". ")[0].rstrip(".")) for one in found]
    this.out.table(rows, header=("name", "kind", "may", "what it does"))


def _desk(this: App, scope: str, player: str | None, *, dry_run: bool = False) -> Desk:
    from mcgod.mcpserver.desk import Desk
    from mcgod.mcpserver.scopes import scope_of

    who = player or this.owner_name
    chosen = scope_of(scope)
    return Desk(this.config, this.paths, this.store, chosen, player=who, dry_run=dry_run, note=this.out.note)


def _serving() -> Any:
    """Import what serves, and with it the SDK, which takes half a second. Raises BadConfig where that is missing."""
    try:
        from mcgod.mcpserver import serving
    except ImportError as error:
        raise BadConfig(f"the package {error.name} is not installed", hint="pip install 'mcgod[mcp]'") from error
    return serving


def _word(hints: dict[str, bool]) -> str:
    """Return what a tool may do at worst, in a word."""
    return "look" if hints["readOnlyHint"] else "destroy" if hints["destructiveHint"] else "change"
