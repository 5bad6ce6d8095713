"""Make one HTML page of recorded turns, and of what other models make of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod import fsio
from mcgod.errors import McgodError
from mcgod.replay import compare, listing
from mcgod.replay.page.document import Page
from mcgod.replay.page.spool import Spool
from mcgod.replay.page.turn import Told

from ._replay import turns_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ._against import Against
    from ._app import App
    from ._replay import Replay, Source


class Report:
    """One run of ``mcgod replay report``; ``against`` is None where the record stands alone."""

    def __init__(self, app: App, against: Against | None, *, everybody: bool, full: bool) -> None:
        self._app = app
        self._against = against
        self._everybody = everybody
        self._full = full
        self._title = "all sessions"

    def write(self, replay: Replay, sources: Iterable[Source], turn: int | None, target: Path | None) -> None:
        """Write the page to ``target``, or to stdout where there is none.

        What stops it half-way (damage, a model that never answers) is said on the page too, and raised once it is
        written. Exits with 1 when there is no turn, and writes nothing; and when something differs.
        """
        fault = None
        with Spool() as spool:
            page = Page(spool, compared=self._against is not None)
            try:
                replay.each(sources, lambda source: self._add(page, source, turn))
            except McgodError as error:
                fault = error
                page.note(error.message)
            if page.turns:
                self._give(page, target)
        if fault is not None:
            raise fault
        if self._against is not None:
            self._against.end()

    def _add(self, page: Page, source: Source, turn: int | None) -> int:
        if not self._everybody:
            self._title = source.name
        before = page.turns
        for stages in turns_of(source, turn):
            was = compare.recorded(stages)
            rows = list(self._against.rows(stages)) if self._against else []
            session = source.name if self._everybody else ""
            page.turn(Told(listing.head(stages), was, stages, rows, session, self._full))
        return page.turns - before

    def _give(self, page: Page, target: Path | None) -> None:
        summaries = list(self._against.summaries()) if self._against else []
        pieces = page.pieces(self._title, summaries)
        if target is not None:
            fsio.replace_file(target, pieces, durable=False)
            self._app.out.note(f"{target}: {page.turns} turns")
            return
        for text in _whole(pieces):
            self._app.out.line(text, end="")
        self._app.out.flush()


def _whole(pieces: Iterable[bytes]) -> Iterator[str]:
    """Decode pieces that may end inside a character."""
    from codecs import getincrementaldecoder

    decoder = getincrementaldecoder("utf-8")()
    for piece in pieces:
        yield decoder.decode(piece)
