"""Commands of the knowledge bases on an app of their own, run in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer
from mcgod.commands._app import App  # pyright: ignore[reportMissingImports]
from mcgod.commands._output import Output  # pyright: ignore[reportMissingImports]
from typer.testing import CliRunner

from mcgod.errors import McgodError

if TYPE_CHECKING:
    from pathlib import Path


def runner(register, home: Path):
    """Return ``run(*words)`` -> (exit code, stdout, stderr) for the commands that ``register`` adds."""
    app = typer.Typer()
    register(app)

    @app.callback()
    def root(ctx: typer.Context) -> None:
        ctx.obj = App(Output(), environ={}, home=home)

    def run(*words):
        done = CliRunner().invoke(app, [str(word) for word in words])
        if isinstance(done.exception, McgodError):
            return done.exception.exit, done.stdout, done.exception.message
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.stdout, done.stderr

    return run
