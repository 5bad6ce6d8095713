"""``mcgod tools``: what a model may call, for the shell as well."""

from __future__ import annotations

import json as jsonlib
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from mcgod.errors import BadInput, BadUsage

from ._app import App, app_of
from ._options import As, DryRun, Json

if TYPE_CHECKING:
    from mcgod.tools.port import Context

app = typer.Typer(no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The tool's name; see mcgod tools list.")]
Mode = Annotated[
    str | None,
    typer.Option(
        "--mode", metavar="MODE", help="god, sudo, god_system or shell: who would call it.", show_default=False
    ),
]


@app.command("list")
def list_(ctx: typer.Context, mode: Mode = None, json: Json = None) -> None:
    """List the tools, with what each may do at worst and which modes may use it."""
    from mcgod.god.toolbox import toolbox

    this = app_of(ctx)
    this.answer_in(json)
    with closing(toolbox(this.config, this.paths, note=this.out.note, refresh=True)) as box:
        found = box.offered(_mode(mode)) if mode else list(box)
    if this.out.json:
        this.out.emit([tool.to_json() for tool in found], "")
        return
    rows = [(tool.name, tool.risk, " ".join(tool.modes), _first(tool.description)) for tool in found]
    this.out.table(rows, header=("name", "risk", "modes", "what it does"))


@app.command()
def schema(ctx: typer.Context, name: Name, json: Json = None) -> None:
    """Print a tool's description and the JSON schema of its arguments."""
    from mcgod.god.toolbox import toolbox

    this = app_of(ctx)
    this.answer_in(json)
    with closing(toolbox(this.config, this.paths, note=this.out.note, wanted=name)) as box:
        tool = box.get(name)
    this.out.emit(tool.to_json(), f"{tool.description}\n{jsonlib.dumps(dict(tool.parameters), indent=2)}")


@app.command()
def run(
    ctx: typer.Context,
    name: Name,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KEY=VALUE]...", help="Its arguments; a key that comes again adds to a list."),
    ] = None,
    args: Annotated[
        str | None,
        typer.Option("--args", metavar="JSON", help="All arguments as a JSON object; - reads it from stdin."),
    ] = None,
    mode: Mode = None,
    player: As = None,
    yes: Annotated[bool, typer.Option("--yes", help="Run what destroys, or rules the server, without asking.")] = False,
    dry_run: DryRun = False,
    json: Json = None,
) -> None:
    """Run a tool as a model would, and print its result; with --json its data.

    What it runs in the game passes the rules: those of sudo, or of MODE. Exits with 1 when it worked in vain.
    """
    from mcgod.god.toolbox import toolbox
    from mcgod.tools import arguments

    this = app_of(ctx)
    this.answer_in(json)
    if args is not None and words:
        raise BadUsage("--args and key=value exclude each other")
    with closing(toolbox(this.config, this.paths, note=this.out.note, wanted=name)) as box:
        tool = box.get(name)
        given = arguments.from_words(tool, words or []) if args is None else arguments.from_text(_text(args))
        context = _context(this, _mode(mode or "shell"), player, yes=yes, dry_run=dry_run)
        try:
            result = box.call(name, given, context)
        finally:
            if context.game:
                context.game.close()
    this.out.emit({"tool": tool.name, "ok": result.ok, "text": result.text, "data": result.data}, result.text)
    if not result.ok:
        raise typer.Exit(1)


def _context(this: App, mode: str, player: str | None, *, yes: bool, dry_run: bool) -> Context:
    from mcgod.god.owners import may_sudo, owner_of
    from mcgod.god.tooling import shell_context
    from mcgod.names import player_name

    from ._ask import asker, confirm

    name = player or this.owner_name
    if name is not None:
        player_name(name)
        if mode in ("shell", "sudo"):
            may_sudo(this.config, name)
    return shell_context(
        this.config,
        this.paths,
        mode=mode,
        player=name,
        owner=owner_of(this.config, name),
        confirmed=yes,
        dry_run=dry_run,
        confirm=confirm if sys.stdin.isatty() else None,
        ask=asker(this.out),
    )


def _mode(name: str) -> str:
    from mcgod.tools.port import MODES

    if name not in MODES:
        raise BadUsage(f"{name!r} is no mode", hint=f"one of {', '.join(MODES)}")
    return name


def _text(args: str) -> str:
    if args != "-":
        return args
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("the arguments on standard input are not UTF-8 text") from None


def _first(description: str) -> str:
    """Return the first sentence."""
    return description.split(". ", maxsplit=1)[0].rstrip(".")
