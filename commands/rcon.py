"""``mcgod rcon``: an admin's own commands, as they are, with no rules between."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from mcgod.errors import BadConfig, BadInput, BadUsage, GameUnreachable

from ._app import app_of
from ._options import Json

if TYPE_CHECKING:
    from collections.abc import Iterator

app = typer.Typer(no_args_is_help=True)


@app.callback()
def rcon() -> None:
    """Send commands to the server as they are."""


@app.command("exec")
def exec_(
    ctx: typer.Context,
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="COMMAND", help="A command without a slash; - reads one a line from stdin."),
    ] = None,
    raw: Annotated[bool, typer.Option("--raw", help="Keep the colour codes of the replies.")] = False,
    json: Json = None,
) -> None:
    """Run commands and print what the server says; with --json one line a command.

    Quote the command, or pipe it in, to keep its quotes and blanks from the shell. Exits with 1 when the server said
    of one that it failed. A command whose reply was lost is reported as unknown and ends the run.
    """
    from mcgod.game.over_rcon import RconGame
    from mcgod.god.setup import rcon as configured

    this = app_of(ctx)
    this.answer_in(json)
    commands = list(_commands(command or []))
    client = configured(this.config)
    if client is None:
        raise BadConfig("no server is configured", hint="mcgod config init --server-dir DIR")
    game = RconGame(client)
    all_well = True
    try:
        for text in commands:
            reply = game.command(text)
            all_well &= reply.ok
            shown = reply.raw if raw else reply.text
            record = {"command": text, "reply": shown, "ok": reply.ok, "known": reply.known}
            if this.out.json:
                this.out.record(record)
            elif shown:
                this.out.emit(record, shown)
            if not reply.known:
                raise GameUnreachable(
                    f"the server went away during {text.split()[0]!r}, which may have run", hint="mcgod doctor"
                )
    finally:
        game.close()
    if not all_well:
        raise typer.Exit(1)


def _commands(words: list[str]) -> Iterator[str]:
    """Yield the one command of the words, or each line of standard input."""
    if words != ["-"] and (words or sys.stdin.isatty()):
        text = " ".join(words)
        if not text.strip():
            raise BadUsage("an empty command", hint="mcgod rcon exec list")
        yield text.removeprefix("/")
        return
    try:
        lines = sys.stdin.buffer.read().decode("utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadInput("the commands on standard input are not UTF-8 text") from None
    for line in lines:
        if line.strip() and not line.startswith("#"):
            yield line.removeprefix("/")
