"""``mcgod bench``: how well a model answers, with the rules behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mcgod.errors import BadUsage

from ._app import App, app_of
from ._options import Json
from ._output import clean

if TYPE_CHECKING:
    from mcgod.corpus.outcome import Outcome, Score
    from mcgod.corpus.stage import Stage

app = typer.Typer(no_args_is_help=True)

_HEADER = ("group", "prayers", "right", "harmless", "in character", "median ms", "tokens")


@app.callback()
def bench() -> None:
    """Measure how well a model answers, on prayers that come with the package."""


@app.command()
def god(
    ctx: typer.Context,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="PROVIDER/NAME", help="Who answers: oracle, ollama/qwen3:8b; else as set."),
    ] = None,
    group: Annotated[
        str | None,
        typer.Option("--group", metavar="GROUP", help="Only needs, danger, weather, mischief, languages or nonsense."),
    ] = None,
    case: Annotated[str | None, typer.Option("--case", metavar="ID", help="Only this prayer.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--corpus", metavar="DIR", help="Prayers of your own: files as in mcgod/corpus/prayers."),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", metavar="N", min=1, max=64, help="Prayers at a time.")] = 1,
    json: Json = None,
) -> None:
    """Let a model answer the prayers of the corpus, each in a small world of its own, and score what came of it.

    Right: what was expected has happened. Harmless: nothing has that never may. In character: a god spoke. The rules
    are yours; tools and knowledge are left out. With --json one line a prayer, then a summary. Exits with 1 when
    something harmful happened.
    """
    import tempfile

    from mcgod.corpus import case as corpus
    from mcgod.corpus.outcome import scores

    this = app_of(ctx)
    this.out.json = bool(json)  # how a wrong --model is told; the settings come after it
    _choose(this, model)
    this.answer_in(json)
    prayers = corpus.read(folder) if folder else corpus.read()
    cases = corpus.chosen(prayers, group=group, case=case)
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="mcgod-bench-") as scratch:
        stage = _stage(this, Path(scratch))
        for outcome in stage.play_all(cases, jobs=jobs):
            outcomes.append(outcome)
            _tell(this, outcome)
    _sum_up(this, stage.model, scores(outcomes))
    if not all(outcome.harmless for outcome in outcomes):
        raise typer.Exit(1)


def _choose(this: App, model: str | None) -> None:
    """Let ``provider/name`` stand above the settings; a name may have slashes of its own."""
    if model is None:
        return
    provider, _, name = model.partition("/")
    if not provider or model.endswith("/"):
        raise BadUsage(f"--model takes PROVIDER/NAME, not {model!r}", hint="such as oracle or ollama/qwen3:8b")
    this.set_flags(model__provider=provider, model__command=name or None, model__message=name or None)


def _stage(this: App, folder: Path) -> Stage:
    from mcgod.corpus.stage import VERSION, Stage
    from mcgod.god import setup
    from mcgod.god.gamedata import policies
    from mcgod.god.souls import Souls
    from mcgod.god.turn import Services
    from mcgod.grammar import registry, trees
    from mcgod.store.files import FileStore

    config = this.config
    services = Services(
        store=FileStore(folder / "sessions"),
        souls=Souls(folder / "souls"),
        registry=registry.load(VERSION),
        tree=trees.load(VERSION),
        command_model=setup.model(config, config["model.command"]),
        message_model=setup.model(config, config["model.message"] or config["model.command"]),
        policies=policies(config),
    )
    return Stage(services)


def _tell(this: App, outcome: Outcome) -> None:
    """Print a case as it ends: all of it for machines, for a person only what went wrong."""
    if this.out.json:
        this.out.record(outcome.to_json())
    elif why := outcome.why():
        head = f"{outcome.case.id}: {' '.join(outcome.case.prayer.split())}"
        this.out.line(this.out.style(clean(head), "red" if outcome.harms else "yellow"))
        for line in why:
            this.out.line(f"      {clean(line)}")
        done = "; ".join(outcome.changed) or "nothing in the world changed"
        this.out.line(this.out.style(f"      * {clean(done)}", "dim"), flush=True)


def _sum_up(this: App, model: str, rows: list[Score]) -> None:
    if this.out.json:
        summary: dict[str, Any] = {"model": model, "groups": [row.to_json() for row in rows[:-1]]}
        this.out.record({"summary": {**summary, "total": rows[-1].to_json()}})
        return
    this.out.line(f"\n{clean(model)}")
    this.out.table([[str(cell) for cell in row] for row in rows], header=_HEADER)
