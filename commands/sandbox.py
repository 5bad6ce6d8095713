"""``mcgod sandbox``: run a small world with a faithful RCON server and log, and play in it."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Annotated, Any

import typer

from ._app import App, app_of
from ._options import Json

app = typer.Typer(no_args_is_help=True)

Dir = Annotated[
    Path | None,
    typer.Option("--dir", metavar="DIR", help="The sandbox's folder. Default: server.dir.", show_default=False),
]
Name = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's name.")]


@app.command()
def serve(
    ctx: typer.Context,
    folder: Dir = None,
    rcon_port: Annotated[
        int, typer.Option("--rcon-port", metavar="PORT", min=0, max=65535, help="0 takes any free one.")
    ] = 0,
    minecraft: Annotated[
        str, typer.Option("--mc", metavar="VERSION", help="The game version whose ids and data it has.")
    ] = "1.21.4",
    freeze: Annotated[bool, typer.Option("--freeze", help="Let time stand still.")] = False,
    json: Json = None,
) -> None:
    """Serve a world until SIGTERM, SIGINT or the command stop. The password is in server.properties."""
    import time

    from mcgod.sandbox.server import Sandbox

    this, folder = _open(ctx, folder, json)
    box = Sandbox(folder, version=minecraft, rcon_port=rcon_port, now=None if freeze else time.monotonic)
    # Set before anything is open, so that a signal is never lost.
    signal.signal(signal.SIGTERM, lambda *_: box.request_stop())
    with box:
        facts = {"host": "127.0.0.1", "rcon_port": box.rcon_port, "dir": str(folder), "version": minecraft}
        this.out.emit(facts, f"RCON on 127.0.0.1:{box.rcon_port}, {folder}")
        this.out.flush()
        for warning in box.warnings:
            this.out.note(warning)
        box.wait()


@app.command()
def join(ctx: typer.Context, player: Name, folder: Dir = None, json: Json = None) -> None:
    """Let a player join."""
    _ask(ctx, folder, json, "join", f"{player} joined", name=player)


@app.command()
def leave(ctx: typer.Context, player: Name, folder: Dir = None, json: Json = None) -> None:
    """Let a player quit."""
    _ask(ctx, folder, json, "leave", f"{player} left", name=player)


@app.command()
def chat(
    ctx: typer.Context,
    player: Name,
    text: Annotated[
        list[str] | None, typer.Argument(metavar="TEXT", help="What to say; - reads it from stdin.")
    ] = None,
    folder: Dir = None,
    json: Json = None,
) -> None:
    """Let a player say something in the chat; text with a leading slash runs as the player's command."""
    from ._words import spoken

    said = spoken(text or [], what="chat line")
    _ask(ctx, folder, json, "chat", f"<{player}> {said}", name=player, text=said)


@app.command()
def stop(ctx: typer.Context, folder: Dir = None, json: Json = None) -> None:
    """Stop the sandbox that runs in the folder."""
    _ask(ctx, folder, json, "stop", "stopping")


@app.command()
def state(ctx: typer.Context, folder: Dir = None, json: Json = None) -> None:
    """Print the world as JSON: the running one, else the saved one."""
    import json as codec

    from mcgod.sandbox import remote

    this, folder = _open(ctx, folder, json)
    found = remote.state(folder)
    this.out.emit(found, codec.dumps(found, ensure_ascii=False, indent=2))


def _ask(ctx: typer.Context, folder: Path | None, json: bool | None, deed: str, done: str, **details: str) -> None:
    from mcgod.sandbox import remote

    this, folder = _open(ctx, folder, json)
    result: dict[str, Any] = remote.ask(folder, deed, **details)
    this.out.emit({"do": deed, **details, **result}, result.get("answer") or done)


def _open(ctx: typer.Context, folder: Path | None, json: bool | None) -> tuple[App, Path]:
    this = app_of(ctx)
    this.answer_in(json)
    return this, this.sandbox_folder(folder)
