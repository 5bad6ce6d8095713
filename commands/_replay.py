"""Find the recorded turns that are meant, and print what the library makes of them."""

from __future__ import annotations

import json
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from mcgod.errors import BadInput, BadUsage, NotFound
from mcgod.replay import listing, trace

from ._output import clean
from ._sessions import located, speaker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mcgod.replay.trace import Stage

    from ._against import Against
    from ._app import App

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode  # made once, not for every row


class Source(NamedTuple):
    """One trace: whose it is, what to call it (a session's token or a path), where it lies, and its lines."""

    owner: str | None
    name: str
    where: str
    lines: Callable[[], Iterable[bytes]]


class Replay:
    """One run of ``mcgod replay``. Damage in one trace does not keep the others from being read."""

    def __init__(self, app: App, *, json: bool | None) -> None:
        self._app = app
        app.answer_in_lines(json)

    def sources(self, reference: str | None, player: str | None, *, everybody: bool) -> Iterator[Source]:
        """Yield the traces that are meant: a file's, a session's, or everybody's. Raises NotFound or BadUsage."""
        if everybody:
            if reference:
                raise BadUsage("--all and a session exclude each other")
            owners = [speaker(self._app, player)[1]] if player else self._app.store.owners()
            return (
                self._of(owner, session) for owner in owners for session in reversed(self._app.store.sessions(owner))
            )
        if reference and (reference.endswith(".jsonl") or "/" in reference):
            path = Path(reference)
            if not path.is_file():
                raise NotFound(f"there is no file {reference}", hint="mcgod replay --list --all")
            return iter([Source(None, path.name, str(path), lambda: _lines_of(path))])
        return iter([self._of(*located(self._app, reference, player))])

    def rows(self, sources: Iterable[Source], turn: int | None) -> None:
        """Print a row for each turn. Exits with 1 when there is none."""

        def of(source: Source) -> int:
            count = 0
            for row in listing.rows(source.lines(), source.where):
                if turn is None or row["turn"] == turn:
                    count += 1
                    self._print({"session": source.name, "owner": source.owner, **row}, _row)
            return count

        self.each(sources, of)

    def show(self, sources: Iterable[Source], turn: int | None, *, speed: str, full: bool) -> None:
        """Print the stages of each turn. Exits with 1 when there is none."""
        from mcgod.replay import prose, timeline

        factor = timeline.speed_of(speed)

        def of(source: Source) -> int:
            count = 0
            for stages in turns_of(source, turn):
                count += 1
                for stage, record in timeline.told(timeline.paced(stages, _when, factor, self._wait), full=full):
                    prose.parts(stage, record)  # what a person could not read is damage in JSON, too
                    self._print({"session": source.name, **record}, partial(prose.shown, stage, full=full))
            return count

        self.each(sources, of)

    def judge(self, sources: Iterable[Source], turn: int | None, *, version: str | None) -> None:
        """Print the turns of which today's rules think otherwise, and a summary. Exits with 1 when there is one."""
        from functools import cache

        from mcgod.god.gamedata import game_data, policies
        from mcgod.replay import rejudge

        again = rejudge.Rejudge(
            cache(lambda wanted: game_data(self._app.paths, wanted)), policies(self._app.config), version
        )

        def of(source: Source) -> int:
            count = 0
            for stages in turns_of(source, turn, rejudge.WANTED):
                count += 1
                if differing := again.turn(stages):
                    row = {"session": source.name, "owner": source.owner, **listing.head(stages)}
                    self._print({**row, "differences": [one.to_json() for one in differing]}, _judged)
            return count

        try:
            self.each(sources, of)
        finally:
            if again.turns:
                self._print({"summary": again.summary()}, _summary)
        if again.differing:
            raise typer.Exit(1)

    def compare(self, sources: Iterable[Source], turn: int | None, against: Against) -> None:
        """Print a row for each turn and model, and a summary for each model. Exits with 1 when something differs."""
        from ._against import row_for_people, summary_for_people

        def of(source: Source) -> int:
            count = 0
            for stages in turns_of(source, turn):
                count += 1
                head = {"session": source.name, "owner": source.owner, **listing.head(stages)}
                for row in against.rows(stages):
                    self._print({**head, **row}, row_for_people)
                    self._app.out.flush()  # the next row may take a model minutes
            return count

        try:
            self.each(sources, of)
        finally:
            for summary in against.summaries():
                self._print({"summary": summary}, summary_for_people)
        against.end()

    def _of(self, owner: str, session: Any) -> Source:
        store = self._app.store
        return Source(
            owner, session.token, store.place(owner, session.id)[1], lambda: store.turn_lines(owner, session.id)
        )

    def each(self, sources: Iterable[Source], do: Callable[[Source], int]) -> None:
        """Do something with each trace; raise the first damage at the end, and exit with 1 when none had a turn."""
        count, fault = 0, None
        for source in sources:
            try:
                count += do(source)
            except BadInput as error:
                if fault is not None:
                    self._app.out.note(fault.message)
                fault = error
        if fault is not None:
            raise fault
        if not count:
            self._app.out.note("no turns")
            raise typer.Exit(1)

    def _print(self, record: dict[str, Any], human: Callable[[dict[str, Any]], str]) -> None:
        if self._app.out.json:
            self._app.out.line(_encode(record))
        else:
            self._app.out.line(clean(human(record)))

    def _wait(self, seconds: float) -> None:
        self._app.out.flush()
        time.sleep(seconds)


def _when(stage: Stage) -> float | None:
    return trace.seconds(stage.record)


def turns_of(source: Source, number: int | None, wanted: frozenset[str] | None = None) -> Iterator[list[Stage]]:
    """Yield the stages of each turn of a trace, or of the one with ``number``. Raises Damaged after the sound ones."""
    for stages in trace.turns(trace.stages(source.lines(), source.where, wanted)):
        if number is None or stages[0].turn == number:
            yield stages


def _lines_of(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            yield from file
    except OSError as error:
        raise BadInput(f"cannot read {path}: {error.strerror}") from error


def _row(row: dict[str, Any]) -> str:
    """Return a listed turn in columns of fixed width, so that a long list need not be kept to be laid out."""
    allowed = row["accepted"] + row["repaired"]
    fate = f"{allowed} allowed, {row['rejected']} refused"
    text = " ".join(str(row["text"] or "").split())[:60]
    who = str(row["player"] or row["owner"] or "")[:16]
    when = str(row["at"] or "")[:19].replace("T", " ")
    head = f"{row['session'][:24]:<24}  {row['turn']:>5}  {when:<19}  {who:<16}"
    return f"{head}  {row['state']:<10}  {fate:<22}  {text}".rstrip()


def _judged(row: dict[str, Any]) -> str:
    lines = [f"{row['session']}  turn {row['turn']}  {row['player'] or row['owner'] or ''}: {_line(row['text'])}"]
    for one in row["differences"]:
        was, now = (side["command"] or f"refused, {side['reason']}" for side in (one["was"], one["now"]))
        lines.append(
            f"  {one['kind'].replace('-', ' '):<14} {_line(one['proposed'])}\n      was {was}\n      now {now}"
        )
    return "\n".join(lines)


def _summary(row: dict[str, Any]) -> str:
    counts = row["summary"]
    kinds = ", ".join(f"{count} {kind.replace('-', ' ')}" for kind, count in counts["kinds"].items())
    return f"{counts['turns']} turns, {counts['commands']} commands; {counts['differing_turns']} turns differ: {kinds}"


def _line(text: Any) -> str:
    return " ".join(str(text or "").split())[:200]
