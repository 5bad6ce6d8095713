"""The page as a whole: turns are taken one by one, and the page is given out in pieces once all are there.

Its policy forbids every request, and every script and style but its own two,
which it knows by their hashes: text that got through as markup would do nothing.
"""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcgod.replay.page import overview
from mcgod.replay.page.sums import Sums
from mcgod.replay.page.text import escaped
from mcgod.replay.page.turn import COLUMNS, Told, body
from mcgod.replay.trace import misshapen

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mcgod.replay.page.spool import Spool

_FOLDER = Path(__file__).parent


class Page:
    """A page; ``compared`` says that there are models beside the record.

    The same turns give the same bytes: of the clock only the trace's is on it.
    """

    def __init__(self, spool: Spool, *, compared: bool) -> None:
        self._spool = spool
        self._compared = compared
        self._notes: list[str] = []
        self._sums = Sums()

    @property
    def turns(self) -> int:
        """How many turns are on it."""
        return self._sums.turns

    def turn(self, told: Told) -> None:
        """Take a turn. Raises Damaged for one that holds something else than it should, StoreFailed."""
        try:
            text = "".join(body(told))
            self._sums.add(told)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise misshapen(told.stages[-1]) from None
        self._spool.write(text)

    def note(self, text: str) -> None:
        """Say on the page that something is missing from it."""
        self._notes.append(text)

    def pieces(self, title: str, summaries: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
        """Yield the page, as UTF-8; ``summaries`` are those of ``Comparison.summary``."""
        script = (_FOLDER / "page.js").read_text("utf-8")
        style = (_FOLDER / "page.css").read_text("utf-8")
        yield _head(title, style, script).encode()
        yield "".join(overview.pieces(title, self._sums, summaries, self._notes)).encode()
        yield "".join(overview.filters(self._sums, compared=self._compared)).encode()
        columns = "".join(f'<th scope="col">{name}</th>' for name in COLUMNS)
        yield f'<table class="turns"><thead><tr>{columns}</tr></thead>\n'.encode()
        yield from self._spool.pieces()
        yield f"</table>\n</section>\n</main>\n<script>{script}</script>\n</body>\n</html>\n".encode()


def _head(title: str, style: str, script: str) -> str:
    policy = (
        f"default-src 'none'; style-src '{_hashed(style)}'; script-src '{_hashed(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">\n'
        f"<title>{escaped(title)} · mcgod replay</title>\n<style>{style}</style>\n</head>\n<body>\n"
    )


def _hashed(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
