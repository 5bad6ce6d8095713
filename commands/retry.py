"""``mcgod retry``: ask again what failed before anything was run."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from mcgod.errors import NotFound

from ._app import App, app_of
from ._options import DryRun, Json, Provider, Stream

if TYPE_CHECKING:
    from mcgod.store.failures import Failure

app = typer.Typer(add_completion=False)


@app.command()
def retry(
    ctx: typer.Context,
    token: Annotated[
        str | None, typer.Argument(metavar="[TOKEN]", help="The 8 characters that the error named; none lists them.")
    ] = None,
    provider: Provider = None,
    dry_run: DryRun = False,
    stream: Stream = None,
    json: Json = None,
) -> None:
    """Ask again what failed for want of a model, a game or a disk, in its own session.

    A request is kept for 30 minutes, and only if it had run no command. Without TOKEN those that can be tried again are
    listed; exits with 1 when there are none.
    """
    this = app_of(ctx)
    this.set_flags(model__provider=provider)
    this.answer_in(json)
    if token is None:
        found = this.requests.failed(time.time())
        if this.out.json:
            this.out.emit([one.to_json() for one in found], "")
        else:
            from ._moments import local

            rows = [(one.token, one.owner, local(int(one.at * 1000)), one.text, one.error) for one in found]
            this.out.table(rows, header=("token", "owner", "failed", "what was asked", "why"))
        raise typer.Exit(0 if found else 1)
    failed = this.requests.find(token, time.time())
    if failed.mode == "sudo":
        from mcgod.god.owners import may_sudo

        may_sudo(this.config, failed.player)
    _again(this, failed, dry_run=dry_run, stream=stream)
    this.requests.forget(failed.token)


def _again(this: App, failed: Failure, *, dry_run: bool, stream: bool | None) -> None:
    """Run the request once more. Raises NotFound when its session has gone, and whatever ends the turn."""
    from mcgod.god.turn import Request

    from ._ask import confirm
    from ._turn import run_turn

    if failed.session and not any(one.id == failed.session for one in this.store.sessions(failed.owner)):
        raise NotFound(f"the session {failed.session} of that request has been removed")
    request = Request(
        failed.text,
        owner=failed.owner,
        mode=failed.mode,
        player=failed.player,
        event=failed.event,
        soul=failed.soul,
        dry_run=dry_run,
        session=failed.session,
    )
    run_turn(this, request, stream=stream, confirm=confirm if sys.stdin.isatty() else None)
