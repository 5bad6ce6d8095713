"""Options that mean the same on every command that has them."""

from __future__ import annotations

from typing import Annotated

import typer

Json = Annotated[bool | None, typer.Option("--json/--no-json", help="Print JSON instead of text.", show_default=False)]
As = Annotated[str | None, typer.Option("--as", metavar="PLAYER", help="Who speaks. (env: MCGOD_OWNER)")]
Session = Annotated[
    str | None, typer.Option("--session", "-s", metavar="REF", help="A session's id or token. (env: MCGOD_SESSION)")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Think and judge, but run nothing.")]
Stream = Annotated[
    bool | None, typer.Option("--stream/--no-stream", help="Show the answer as it is made.", show_default=False)
]
Provider = Annotated[
    str | None, typer.Option("--provider", metavar="NAME", help="Who answers, this once: see model.provider.")
]
Engine = Annotated[
    str | None,
    typer.Option("--engine", metavar="exec:PROGRAM", help="A program that thinks, this once: see god.engine."),
]
Soul = Annotated[str | None, typer.Option("--soul", metavar="NAME", help="The persona that speaks, this once.")]
