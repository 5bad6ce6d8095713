"""``mcgod doctor``: what works, and the cure of what does not."""

from __future__ import annotations

import typer

from ._app import app_of
from ._options import Json
from ._output import clean

app = typer.Typer(add_completion=False)


@app.command()
def doctor(ctx: typer.Context, json: Json = None) -> None:
    """Check folders, RCON, log, model, version and store; name the cure of what fails.

    Exits with 69 when something does.
    """
    from mcgod.god.checkup import checkup

    this = app_of(ctx)
    this.answer_in(json)
    findings = []
    for finding in checkup(this.config, this.paths):
        findings.append(finding)
        if not this.out.json:
            mark = this.out.style("ok    ", "green") if finding.ok else this.out.style("failed", "red")
            cure = f"\n        cure: {finding.cure}" if finding.cure else ""
            this.out.line(f"{mark}  {clean(f'{finding.name:<8} {finding.text}{cure}')}", flush=True)
    if this.out.json:
        this.out.emit([finding.to_json() for finding in findings], "")
    if not all(finding.ok for finding in findings):
        raise typer.Exit(69)
