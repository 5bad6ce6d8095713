"""Run recorded turns again with the models that are named, and show how each compares with the record."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from mcgod import config
from mcgod.errors import BadInput, BadUsage, NotFound
from mcgod.god import setup
from mcgod.god.gamedata import game_data, policies
from mcgod.god.souls import Souls
from mcgod.replay import compare
from mcgod.replay.rerun import Rerun
from mcgod.settings import PROVIDERS

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterator, Sequence

    from mcgod.llm.port import Model
    from mcgod.replay.trace import Stage

    from ._app import App

    MakeRerun = Callable[[Model, Callable[[], float]], Rerun]

_SCRIPTED = "scripted:"
_MARKS = (("=", "same"), ("+", "added"), ("-", "missing"))
_NAMELESS = ("oracle", "local")
_ENOUGH = 3  # turns that a model may fail to answer, from the first on, before it is given up


class Against:
    """The candidates of one run, each with its comparison; with ``world`` by what their commands change in one.

    Raises BadUsage or BadConfig for what is no model, NotFound for what is no soul, and NotFound or BadInput for a
    prompt that cannot be read.
    """

    def __init__(
        self, app: App, names: list[str], *, version: str | None, soul: str | None, prompt: Path | None, world: bool
    ) -> None:
        self._version, self._world = version, world
        make = rerun_maker(app, version=version, soul=soul, task=_task(prompt) if prompt else "")
        self._pairs = []
        for name in names:
            model = model_of(app, name)
            # What answers by rote takes no time, so that its comparison is the same in every run.
            timer = (lambda: 0.0) if name == "oracle" or name.startswith(_SCRIPTED) else time.perf_counter
            self._pairs.append((make(model, timer), compare.Comparison(name)))

    def rows(self, stages: Sequence[Stage]) -> Iterator[dict[str, Any]]:
        """Yield how one turn compares, for each model in the order in which they were named.

        Raises the ModelUnreachable of a model that has not answered once in _ENOUGH turns.
        """
        was = compare.recorded(stages)
        before = self._came_of(stages, was)
        for rerun, comparison in self._pairs:
            now = rerun.turn(stages)
            after = self._came_of(stages, now)
            yield comparison.row(was, now, None if before is None or after is None else (before, after))
            if len(rerun.failures) == comparison.turns == _ENOUGH:
                raise rerun.failures[-1]

    def summaries(self) -> Iterator[dict[str, Any]]:
        """Yield the sums of each model that ran a turn."""
        for _, comparison in self._pairs:
            if comparison.turns:
                yield comparison.summary()

    def end(self) -> None:
        """Exit with 1 when something differs; raise the ModelUnreachable of a model that never answered."""
        for rerun, comparison in self._pairs:
            if rerun.failures and len(rerun.failures) == comparison.turns:
                raise rerun.failures[-1]
        if any(comparison.differing for _, comparison in self._pairs):
            raise typer.Exit(1)

    def _came_of(self, stages: Sequence[Stage], result: dict[str, Any]) -> Counter[str] | None:
        if not self._world:
            return None
        from mcgod.replay import effects

        return effects.came_of(stages, result, self._version)


def rerun_maker(app: App, *, version: str | None = None, soul: str | None = None, task: str = "") -> MakeRerun:
    """Return what makes a Rerun of a model and a timer; the game data and the limits are loaded once for all of them.

    Raises BadConfig for limits that are none, NotFound for what is no soul.
    """
    data = cache(lambda wanted: game_data(app.paths, wanted))
    limits, souls = policies(app.config), Souls(app.paths.souls)
    if soul is not None:
        soul = souls.path(soul).stem
    return lambda model, timer: Rerun(model, data, limits, souls, timer, version, soul, task)


def model_of(app: App, name: str) -> Model:
    """Return the model called ``provider/name``, a name of the configured provider, or ``scripted:FILE``."""
    if name.startswith(_SCRIPTED):
        from mcgod.llm.scripted import Scripted

        return Scripted.load(Path(name.removeprefix(_SCRIPTED)), name=name)
    provider, _, model = name.partition("/")
    if provider not in PROVIDERS:
        provider, model = app.config["model.provider"], name
    if (provider in _NAMELESS) == bool(model):
        raise BadUsage(
            f"{name!r} names no model", hint="--against ollama/qwen3:8b, openai/gpt-5-mini, oracle, or scripted:FILE"
        )
    flags = {"model.provider": provider}
    chosen = config.load(app.paths.config, environ=app.environ, cwd=Path.cwd(), flags=flags)
    return setup.model(chosen, model)


def _task(path: Path) -> str:
    try:
        task = path.read_text("utf-8").strip()
    except FileNotFoundError:
        raise NotFound(f"there is no prompt {path}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"cannot read the prompt {path}: {error}") from error
    if not task:
        raise BadInput(f"the prompt {path} is empty")
    return task


def row_for_people(row: dict[str, Any]) -> str:
    """Return how a turn compares, as a person reads it."""
    text = " ".join(str(row["text"] or "").split())[:200]
    lines = [f"{row['session']}  turn {row['turn']}  {row['player'] or row['owner'] or ''}: {text}"]
    if row["error"]:
        lines.append(f"  {row['model']}: no answer: {row['error']}")
    else:
        lines.append(f"  {row['model']}: {'the same' if row['judged'] == 'same' else row['judged']}")
    for mark, says in _MARKS:
        lines += [f"    {mark} {command}" for command in row[says]]
    for mark, says in _MARKS if row["effect"] and row["judged"] != "same" else ():
        lines += [f"      {mark} {line}" for line in row["effect"][says]]
    if row["message_changed"]:
        lines += [f"    said then: {row['was']['message']}", f"    says now:  {row['now']['message']}"]
    return "\n".join(lines)


def summary_for_people(row: dict[str, Any]) -> str:
    """Return the sums of a model, as a person reads them."""
    sums = row["summary"]
    differing = f"{sums['differing_turns']} of {sums['turns']} turns differ"
    commands = ", ".join(f"{sums[says]} {says}" for says in ("same", "added", "missing"))
    lines = [f"{sums['model']}: {differing}, {sums['errors']} without answer"]
    if sums["effects"]:
        effects = ", ".join(f"{count} {says}" for says, count in sums["effects"].items())
        lines.append(f"  effects: {effects}; {sums['same_effect_turns']} turns with other words and the same effect")
    lines.append(f"  commands: {commands}; messages changed: {sums['messages_changed']}")
    for side in ("was", "now"):
        of = sums[side]
        kinds = ", ".join(f"{of[kind]} {kind}" for kind in ("accepted", "repaired", "rejected"))
        lines.append(f"  {side}: {kinds}; {of['input']} tokens in, {of['output']} out; {of['ms']} ms")
    return "\n".join(lines)
