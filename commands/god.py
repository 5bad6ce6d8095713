"""``mcgod god``: the god in the game's chat, a client of the bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from mcgod.errors import NotFound

from ._app import App, app_of
from ._options import Engine, Json

if TYPE_CHECKING:
    from mcgod.god.chat.presence import Presence

app = typer.Typer(no_args_is_help=True)


@app.command()
def run(ctx: typer.Context, engine: Engine = None, json: Json = None) -> None:
    """Answer players who pray in the game's chat, until SIGTERM or SIGINT; needs a running bridge."""
    from ._god import listen

    this = app_of(ctx)
    this.set_flags(god__engine=engine)
    this.answer_in(json)
    listen(this)


@app.command()
def status(ctx: typer.Context, json: Json = None) -> None:
    """Tell whether the god listens, and what became of the prayers. Exits with 1 when it does not."""
    from ._god import fates

    this = app_of(ctx)
    this.answer_in(json)
    pids, calls = _presence(this).read(), fates(this)
    state = f"listens as pid {', '.join(map(str, pids))}" if pids else "does not listen"
    here = pids[0] if pids else None
    counts = ", ".join(f"{count} {name}" for name, count in calls.items()) or "none yet"
    this.out.emit({"running": bool(pids), "pid": here, "pids": pids, "calls": calls}, f"{state}; prayers: {counts}")
    if not pids:
        raise typer.Exit(1)


@app.command()
def stop(ctx: typer.Context, json: Json = None) -> None:
    """End the god that listens; the answer under way is finished first."""
    import os
    import signal

    this = app_of(ctx)
    this.answer_in(json)
    pids = _presence(this).read()
    if not pids:
        raise NotFound("no god listens", hint="mcgod god run")
    for pid in pids:
        os.kill(pid, signal.SIGTERM)
    this.out.emit({"pid": pids[0], "pids": pids}, "stopping")


def _presence(this: App) -> Presence:
    from mcgod.god.chat.presence import Presence

    return Presence(this.paths.run_root)
