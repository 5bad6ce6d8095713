"""Freeze a recorded turn into a test case, and run such cases."""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mcgod import fsio
from mcgod.errors import BadInput, NotFound
from mcgod.god.gamedata import game_data, policies
from mcgod.god.souls import Souls
from mcgod.replay import frozen, junit, trace
from mcgod.replay.rerun import Rerun

from ._against import model_of
from ._output import clean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ._app import App
    from ._replay import Source


def freeze(app: App, sources: Iterable[Source], turn: int, also: list[str]) -> None:
    """Print one turn as a case; say so and exit with 1 when today's rules make something else of it."""
    for source in sources:
        for stages in trace.turns(trace.stages(source.lines(), source.where)):
            if stages[0].turn == turn:
                text = json.dumps(frozen.freeze(stages, f"turn-{turn}", also), ensure_ascii=False, indent=1)
                app.out.line(text)
                case = frozen.read(text, "the case")
                differing = frozen.failures(case.expect, _rerun(app, case, None, None).turn(case.stages))
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
    outcomes: list[junit.Outcome] = []
    fault: BadInput | None = None
    for path in _files(place):
        try:
            case = frozen.read(_text(path), str(path))
            failing = frozen.failures(case.expect, _rerun(app, case, against, version).turn(case.stages))
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


def _rerun(app: App, case: frozen.Case, against: str | None, version: str | None) -> Rerun:
    model = case.model() if against is None else model_of(app, against)
    timer = (lambda: 0.0) if against is None else time.perf_counter
    data = cache(lambda wanted: game_data(app.paths, wanted))
    return Rerun(model, data, policies(app.config), Souls(app.paths.souls), timer, version)


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
