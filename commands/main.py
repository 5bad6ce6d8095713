"""The root of the command tree, and the boundary where errors become exit codes."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from typer._click.exceptions import UsageError

from mcgod import __version__
from mcgod.errors import BadUsage, McgodError

from ._app import App
from ._lazy import LazyGroup, Row
from ._output import Output, ReaderGone

TABLE = {
    "pray": Row("pray", "Pray to the god of the server; it answers and acts.", leaf=True),
    "sudo": Row("sudo", "Turn an admin's words into checked commands and run them.", leaf=True),
    "demo": Row("demo", "Show three prayers in a world of their own; needs no game and no model.", leaf=True),
    "bible": Row("bible", "Tell what may be asked for.", leaf=True),
    "intervene": Row("intervene", "Let the god act on an event of a player's life.", leaf=True),
    "stop": Row("stop", "Stop a prayer, or whatever request runs, from any process.", leaf=True),
    "retry": Row("retry", "Ask again what failed before anything was run.", leaf=True),
    "bridge": Row("bridge", "Own the game connection; number, keep and serve what happens."),
    "up": Row("up", "Run the bridge and the god together.", leaf=True),
    "god": Row("god", "Let the god answer players who pray in the game's chat."),
    "gateway": Row("gateway", "Serve the god over HTTP, for a plugin that talks to the game by itself."),
    "events": Row("events", "Follow, filter, wait for, mark and count what happens; turn logs into events."),
    "session": Row("session", "Start, list, resume, rename, close and export sessions."),
    "soul": Row("soul", "List, choose, show and write the god's personas."),
    "tools": Row("tools", "List the tools that a model may call, and run them from the shell."),
    "mcp": Row("mcp", "Let another harness play the god, over the Model Context Protocol."),
    "asset": Row("asset", "List, show, give and visit what was made in the world."),
    "kb": Row("kb", "Keep what is known, of the game and of this world: pages, memories and items."),
    "replay": Row("replay", "Show recorded turns again; judge them by other rules, run them with other models."),
    "rules": Row("rules", "List the rules, try them on commands, and hold commands against the game's grammar."),
    "bench": Row("bench", "Measure how well a model answers, on prayers that come with the package."),
    "data": Row("data", "Show the game data there is, and import a server's own."),
    "rcon": Row("rcon", "Send an admin's own commands to the server as they are."),
    "sandbox": Row("sandbox", "Run a small world with a faithful RCON server and log."),
    "config": Row("config", "Set up, show and change settings."),
    "doctor": Row(
        "doctor", "Check folders, RCON, log, model, version and store; name the cure of what fails.", leaf=True
    ),
}


class Root(LazyGroup):
    """The root group. Everything below it runs inside one boundary."""

    table: ClassVar[dict[str, Row]] = TABLE

    def make_context(self, *given: Any, **how: Any) -> Any:
        """Read the words, and answer --help and --version."""
        try:
            return super().make_context(*given, **how)
        except BrokenPipeError:
            _hang_up()
            raise typer.Exit(0) from None

    def invoke(self, ctx: Any) -> Any:
        """Run the command and turn whatever it raises into its exit code."""
        try:
            result = super().invoke(ctx)
            _app(ctx).out.flush()
        except ReaderGone:
            _hang_up()
            raise typer.Exit(0) from None
        except McgodError as error:
            _app(ctx).out.fail(error)
            raise typer.Exit(error.exit) from None
        except KeyboardInterrupt:
            raise typer.Exit(130) from None
        except UsageError as error:
            if "--json" not in sys.argv:
                raise  # Typer shows it with the usage line
            _app(ctx).out.json = True
            _app(ctx).out.fail(BadUsage(error.format_message()))
            raise typer.Exit(BadUsage.exit) from None
        except (typer.Exit, typer.Abort, typer.TyperException):
            raise
        except Exception as error:
            if isinstance(error, BrokenPipeError) and _reader_left():
                _hang_up()
                raise typer.Exit(0) from None
            if os.environ.get("MCGOD_TRACEBACK"):
                raise
            defect = McgodError(
                f"internal error: {type(error).__name__}: {error}",
                hint="set MCGOD_TRACEBACK=1 and report what it prints",
            )
            _app(ctx).out.fail(defect)
            raise typer.Exit(defect.exit) from error
        return result


def _reader_left() -> bool:
    """Tell whether it is our own reader who has gone, and not whoever is at the end of some other pipe."""
    import select

    if not hasattr(select, "poll"):  # Windows cannot tell
        return True
    looked = select.poll()
    with suppress(OSError, ValueError):  # a test's stdout is none
        for stream in (sys.stdout, sys.stderr):
            looked.register(stream.fileno(), 0)
        return any(event & (select.POLLERR | select.POLLHUP) for _, event in looked.poll(0))
    return False


def _hang_up() -> None:
    """Write nowhere from now on: the interpreter would flush stdout once more at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _app(ctx: Any) -> App:
    return ctx.obj if isinstance(ctx.obj, App) else App(Output(environ=os.environ))


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mcgod {__version__}")
        raise typer.Exit


app = typer.Typer(
    cls=Root,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    # Rich dresses the help for a person and costs 70 ms; a pipe gets plain text.
    rich_markup_mode="rich" if sys.stdout.isatty() else None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(help="The god of a Minecraft server, and the admin's toolbox.")
def root(
    ctx: typer.Context,
    home: Annotated[
        Path | None,
        typer.Option("--home", metavar="DIR", help="Keep everything below DIR. (env: MCGOD_HOME)", show_default=False),
    ] = None,
    color: Annotated[str, typer.Option("--color", metavar="WHEN", help="auto, always or never.")] = "auto",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Leave out notes; errors and data stay.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Prepare what every command shares."""
    if color not in ("auto", "always", "never"):
        raise BadUsage(f"--color takes auto, always or never, not {color!r}")
    ctx.obj = App(Output(environ=os.environ, color=color, quiet=quiet), home=home)


def main() -> None:
    """Entry point of the ``mcgod`` script."""
    for stream in (sys.stdout, sys.stderr):
        # cron's locale is not yours
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    if "_MCGOD_COMPLETE" in os.environ:
        # With add_completion=False nobody else registers the shells.
        from typer._completion_classes import completion_init

        completion_init()
    app(prog_name="mcgod")
