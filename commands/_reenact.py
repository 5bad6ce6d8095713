"""Print the journal's events again in their own time, or let a sandbox's players do them again."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import typer

from mcgod.bridge import past
from mcgod.bridge.client import Wish
from mcgod.errors import GameUnreachable, McgodError
from mcgod.replay import journaled, timeline, trace
from mcgod.sandbox import remote

from ._output import clean
from ._tail import line_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from ._app import App


class Reenact:
    """One run of ``mcgod replay events``; ``sandbox`` is the folder of the one to act in, None for none."""

    def __init__(self, app: App, sandbox: Path | None) -> None:
        self._app = app
        self._sandbox = sandbox
        self._refused = 0

    def run(self, since: str, types: Sequence[str], player: str | None, speed: float | None) -> None:
        """Go through the events. Raises NotFound without a journal, GameUnreachable where no sandbox runs."""
        online = self._online()
        count = 0
        events = self._events(since, Wish(tuple(types), player or ""))
        for event in timeline.paced(events, lambda event: trace.moment(event.get("time")), speed, self._wait):
            count += 1
            self._app.out.line(
                json.dumps(event, ensure_ascii=False, separators=(",", ":"))
                if self._app.out.json
                else clean(line_of(event))
            )
            if self._sandbox:
                self._act(event, online, self._sandbox)
        if not count:
            self._app.out.note("no events")
        if not count or self._refused:
            raise typer.Exit(1)

    def _events(self, since: str, wish: Wish) -> Iterator[dict[str, Any]]:
        """Yield what the journal holds now: what a sandbox adds while it acts must not be acted again."""
        kept = self._app.events
        stream = past.stream_of(kept)
        newest = kept.newest(stream)
        for line in past.lines(kept, stream, past.read_since(since), wish):
            event: dict[str, Any] = json.loads(line)
            if event["seq"] > newest:
                return
            yield event

    def _online(self) -> set[str]:
        if self._sandbox is None:
            return set()
        players = remote.ask(self._sandbox, "state")["players"]
        return {name for name, player in players.items() if player["online"]}

    def _act(self, event: dict[str, Any], online: set[str], sandbox: Path) -> None:
        """Do what the event is; who was not let in says nothing, and is tried again at the next word."""
        for deed in journaled.deeds(event, online):
            try:
                remote.ask(sandbox, deed.do, **deed.details())
            except GameUnreachable:
                raise
            except McgodError as error:
                self._refused += 1
                self._app.out.note(f"{deed.do} {deed.name}: {error.message}")
                if deed.do == "join":
                    online.discard(deed.name)
                    return

    def _wait(self, seconds: float) -> None:
        self._app.out.flush()
        time.sleep(seconds)
