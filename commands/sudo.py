"""``mcgod sudo``: an admin's words into checked commands."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from mcgod.errors import Refused

from ._app import app_of
from ._options import As, DryRun, Json, Provider, Session, Stream

app = typer.Typer(add_completion=False)


@app.command()
def sudo(
    ctx: typer.Context,
    text: Annotated[list[str] | None, typer.Argument(metavar="TEXT", help="What to do; - reads it from stdin.")] = None,
    player: As = None,
    session: Session = None,
    yes: Annotated[bool, typer.Option("--yes", help="Run what destroys, or rules the server, without asking.")] = False,
    provider: Provider = None,
    dry_run: DryRun = False,
    stream: Stream = None,
    json: Json = None,
) -> None:
    """Turn an admin's words into checked commands and run them.

    The shell's own user may; a player named with --as must be an operator or in god.sudo_users. What destroys, or
    rules the server, is run only with --yes, or when yes is typed at a terminal. Exits with 1 when the words led to no
    command, with 77 when the rules refused every one.
    """
    from mcgod.god.owners import may_sudo
    from mcgod.god.turn import Request

    from ._ask import confirm
    from ._turn import take_turn
    from ._words import spoken

    this = app_of(ctx)
    this.set_flags(model__provider=provider)
    this.answer_in(json)
    words = spoken(text or [], what="order")
    may_sudo(this.config, player or this.owner_name)
    request = Request(words, mode="sudo", player=player, dry_run=dry_run, confirmed=yes)
    result = take_turn(this, request, session=session, stream=stream, confirm=confirm if sys.stdin.isatty() else None)
    if not result["verdicts"]:
        raise typer.Exit(1)
    if not result["commands"]:
        raise Refused("the rules refused every command", hint="mcgod bible --mode sudo")
