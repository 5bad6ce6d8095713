"""Freeze a recorded turn into a test case, and run such cases."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mcgod import fsio
from mcgod.errors import BadInput, NotFound
from mcgod.replay import frozen, junit, trace

from ._against import model_of, rerun_maker
from ._output import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mcgod.llm.port import Model

    from ._against import MakeRerun
    from ._app import App
    from ._replay import Source


def freeze(app: App, sources: Iterable[Source], turn: int, also: list[str]) -> None:
    """Print one turn as a case; say so and exit with 1 when today's rules make something else of it."""
    make = rerun_maker(app)
    for source in sources:
        for stages in trace.turns(trace.stages(source.lines(), source.where)):
            if stages[0].turn == turn:
                text = json.dumps(frozen.freeze(stages, f"turn-{turn}", also), ensure_ascii=False, indent=1)
                app.out.line(text)
                case = frozen.read(text, "the case")
                differing = _failures(case, case.model(), make)
                for line in differing:
                    app.out.note(f"it no longer comes out so: {line}")
                if differing:
                    raise typer.Exit(1)
                return
    raise NotFound(f"there is no turn {turn}", hint="mcgod replay --list shows those there are")


def run_cases(app: App, place: str, *, against: str | None, version: str | None, junit_file: Path | None) -> None:
    """Run the cases in a folder or file, print a row for each and a summary; exit with 1 when one fails.

    A case that does not parse fails by itself, and is BadInput once the others were run.
    """
    make = rerun_maker(app, version=version)
    outcomes: list[junit.Outcome] = []
    fault: BadInput | None = None
    for path in _files(place):
        try:
            case = frozen.read(_text(path), str(path))
            failing = _failures(case, case.model() if against is None else model_of(app, against), make)
            outcomes.append(junit.Outcome(case.name, str(path), failing))
        except BadInput as error:
            fault = fault or error
            outcomes.append(junit.Outcome(path.stem, str(path), error=error.message))
        app.out.emit(_row(outcomes[-1]), clean(_row_for_people(outcomes[-1])))
        app.out.flush()
    failed = sum(bool(one.failures or one.error) for one in outcomes)
    count = f"{len(outcomes)} case{'s' * (len(outcomes) != 1)}"
    app.out.emit({"summary": {"cases": len(outcomes), "failed": failed}}, f"{count}, {failed or 'none'} failed")
    if junit_file is not None:
        fsio.replace_file(junit_file, junit.written(outcomes), mode=0o644, durable=False)
    if fault is not None:
        raise fault
    if failed:
        raise typer.Exit(1)


def _failures(case: frozen.Case, model: Model, make: MakeRerun) -> list[str]:
    return frozen.failures(case.expect, make(model, lambda: 0.0).turn(case.stages))


def _files(place: str) -> list[Path]:
    path = Path(place)
    found = sorted(path.glob("*.json")) if path.is_dir() else [path] if path.is_file() else []
    if not found:
        raise NotFound(f"there is no case at {place}", hint="mcgod replay freeze SESSION --turn N > case.json")
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read the case {path}: {error}") from error


def _row(one: junit.Outcome) -> dict[str, Any]:
    passed = not one.failures and one.error is None
    return {"case": one.name, "file": one.file, "passed": passed, "failures": [*one.failures], "error": one.error}


def _row_for_people(one: junit.Outcome) -> str:
    lines = [one.error] if one.error else [*one.failures]
    head = f"{'FAILED' if lines else 'passed'}  {one.name}  {one.file}"
    return "\n".join([head, *(f"    {line}" for line in lines)])
