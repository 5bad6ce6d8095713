"""What the matcher found in a command. Values only."""

from __future__ import annotations

from typing import Any, NamedTuple


class Span(NamedTuple):
    """One argument of a command: characters ``start`` to ``end`` of the text, and what they mean.

    ``kind`` says what ``value`` is (see ``mcgod.grammar.parsers``), ``name``
    is the argument's name in the grammar (``targets``); ``value`` is made of
    what JSON knows.
    """

    kind: str
    name: str
    start: int
    end: int
    value: Any


class Match(NamedTuple):
    """A command, held against the grammar.

    ``message`` and ``offset`` are what a server would print and where it would
    point, empty and the length of the command when ``ok``. ``expected`` holds
    the words and ``<arguments>`` that could stand where the command went wrong
    or stopped. ``path`` is the way through the grammar, with an alias at the
    start of a command under its real name (``teleport`` for ``tp``). ``level``
    is the highest permission level on the way. ``inner_path`` and ``inner_at``
    are the path and the offset of the innermost command, after the last
    ``run``; both begin at the start when there is none.
    """

    ok: bool
    message: str
    offset: int
    expected: tuple[str, ...]
    path: tuple[str, ...]
    spans: tuple[Span, ...]
    level: int
    inner_path: tuple[str, ...]
    inner_at: int

    @property
    def inner_spans(self) -> tuple[Span, ...]:
        """The arguments of the innermost command."""
        return tuple(span for span in self.spans if span.start >= self.inner_at)
