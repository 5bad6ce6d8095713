"""One command as the rules see it: its text, what the grammar found in it, and for whom it is judged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.rules.risk import class_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.grammar.spans import Match, Span
    from mcgod.rules.context import Context
    from mcgod.rules.policy import Policy

# What only points at somebody, as in `tp Steve Alex`; nobody is acted on.
_POINTERS = frozenset({"destination", "facingEntity", "source", "lookTarget", "vehicle", "from", "cause"})
_SUBJECTS = frozenset({"player", "selector", "entity", "score_holder", "uuid"})
_DEEPEST = 64  # levels of nested data that are looked into

# Stands for what lies deeper than that.
TOO_DEEP = object()


class Subject(NamedTuple):
    """Somebody whom a command names. ``acted_on`` is False where it only points at them."""

    span: Span
    kind: str
    name: str
    acted_on: bool

    @property
    def is_selector(self) -> bool:
        """Whether it is an @-selector."""
        return self.kind in ("a", "e", "n", "p", "r", "s")


class Seen(NamedTuple):
    """The command ``text``, which the grammar takes, with its innermost command behind every ``run``."""

    text: str
    match: Match
    context: Context

    @property
    def policy(self) -> Policy:
        """The limits that hold."""
        return self.context.policy

    @property
    def family(self) -> str:
        """The innermost command's name, aliases resolved."""
        return self.match.inner_path[0] if self.match.inner_path else ""

    @property
    def risk(self) -> str | None:
        """The innermost command's class of risk."""
        return class_of(self.match.inner_path)

    @property
    def outer_path(self) -> tuple[str, ...]:
        """What stands before the innermost command: ``execute as <targets> run``, or nothing."""
        return self.match.path[: len(self.match.path) - len(self.match.inner_path)]

    def spans(self, *kinds: str) -> Iterator[Span]:
        """Yield the arguments of ``kinds``, wherever they stand."""
        return (span for span in self.match.spans if span.kind in kinds)

    def inner(self, *names: str) -> Span | None:
        """Return the innermost command's argument of one of ``names``, or None."""
        return next((span for span in self.match.inner_spans if span.name in names), None)

    def before(self, span: Span) -> str:
        """Return the word that stands before an argument: ``as`` for the player in `execute as Steve`."""
        return self.text[: span.start].rstrip().rpartition(" ")[2]

    def subjects(self) -> Iterator[Subject]:
        """Yield everybody whom the command names, in order."""
        for span in self.match.spans:
            if span.kind in _SUBJECTS and isinstance(span.value, dict):
                yield Subject(span, span.value["kind"], span.value["name"], span.name not in _POINTERS)
            elif span.kind == "uuid":
                yield Subject(span, "uuid", str(span.value), True)

    def data(self) -> Iterator[Any]:
        """Yield every value inside the command's items, blocks, creatures and texts, however deep.

        A string that holds JSON, as texts inside data did before 1.21.5, is
        looked into as well.
        """
        for span in self.match.spans:
            if span.kind not in _SUBJECTS:
                yield from _walk(span.value, 0)


def _walk(value: Any, depth: int) -> Iterator[Any]:
    if depth > _DEEPEST:
        yield TOO_DEEP
        return
    yield value
    if isinstance(value, dict):
        for inner in value.values():
            yield from _walk(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _walk(inner, depth + 1)
    elif isinstance(value, str) and value.lstrip()[:1] in ("{", "[", '"'):
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return
        yield from _walk(inner, depth + 1)
