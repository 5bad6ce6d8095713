"""One command as the rules see it: its text, what the grammar found in it, and for whom it is judged."""

from __future__ import annotations

import json
import re
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.grammar import versions
from mcgod.rules import journey
from mcgod.rules.risk import class_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.grammar.spans import Match, Span
    from mcgod.rules.context import Context
    from mcgod.rules.journey import Spot
    from mcgod.rules.policy import Policy

# What only points at somebody, as in `tp Steve Alex`; nobody is acted on.
_POINTERS = frozenset({"destination", "facingEntity", "lookTarget", "vehicle", "from", "cause"})
_SUBJECTS = frozenset({"player", "selector", "entity", "score_holder", "uuid"})
# Arguments whose values are numbers and names only.
_WITHOUT_DATA = _SUBJECTS | {"angle", "bool", "column", "coordinates", "float", "integer", "rotation", "time"}
_JSON = frozenset('{["')  # what JSON in a string begins with
_DEEPEST = 64  # levels of nested data that are looked into

# Before whom the rest runs once for each who is meant: `as`, `at`, `positioned as`, `rotated as` and `facing entity`.
_FORK = re.compile(r" (?:as|at|facing entity) \Z")

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

    @property
    def limit(self) -> int | None:
        """How many may be meant; None where nothing bounds it. A name that must fit leaves one."""
        if self.kind == "uuid":
            return 1
        named = any(key == "name" and not negated for key, negated, _ in self.span.value["options"])
        limit: int | None = self.span.value["limit"]
        return 1 if named else limit

    @property
    def players(self) -> bool:
        """Whether players may be meant; a UUID may be anybody's."""
        return self.kind in ("a", "p", "r", "s", "name", "uuid") or self.span.value["players_only"]


class Seen:
    """The command ``text``, which the grammar takes, with its innermost command behind every ``run``.

    ``family`` is the innermost command's name, aliases resolved, and ``risk``
    its class; ``outer_path`` is what stands before it: ``execute as <targets>
    run``, or nothing. What several rules ask for is found once.
    """

    def __init__(self, text: str, match: Match, context: Context) -> None:
        self.text = text
        self.match = match
        self.context = context
        self.policy: Policy = context.policy
        inner = match.inner_path
        self.family = inner[0] if inner else ""
        self.risk = class_of(inner)
        self.outer_path = match.path[: len(match.path) - len(inner)]
        self.inner_spans = match.inner_spans
        self._subjects = tuple(_subject(span) for span in match.spans if span.kind in _SUBJECTS)

    def since(self, *numbers: int) -> bool:
        """Tell whether the game is at least of version ``numbers``; one without a number is a new one."""
        key = versions.key(self.context.tree.version)
        return key is None or key >= numbers

    def spans(self, *kinds: str) -> Iterator[Span]:
        """Yield the arguments of ``kinds``, wherever they stand."""
        return (span for span in self.match.spans if span.kind in kinds)

    def inner(self, *names: str) -> Span | None:
        """Return the innermost command's argument of one of ``names``, or None."""
        for span in self.inner_spans:
            if span.name in names:
                return span
        return None

    def before(self, span: Span) -> str:
        """Return the word that stands before an argument: ``as`` for the player in `execute as Steve`."""
        return self.text[: span.start].rstrip().rpartition(" ")[2]

    def becomes(self, subject: Subject) -> bool:
        """Tell whether what follows ``subject`` runs as it: it stands behind `execute … as`."""
        if self.before(subject.span) != "as":
            return False
        earlier = self.text[: subject.span.start].split()
        return len(earlier) < 2 or earlier[-2] not in ("positioned", "rotated")

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Every place that the command names, in order, and where it lies."""
        return tuple(journey.spots(self))

    @cached_property
    def forks(self) -> tuple[int | None, ...]:
        """For each part of ``execute`` that runs the rest once for everybody meant, how many that may be."""
        return tuple(
            subject.limit
            for subject in self._subjects
            if subject.span.start < self.match.inner_at and _FORK.search(self.text, 0, subject.span.start)
        )

    @cached_property
    def times(self) -> int:
        """How often the innermost command may run: for everybody whom the parts of ``execute`` before it mean."""
        online = self.context.online
        everybody = self.policy.entities if online is None else max(1, len(online))
        return prod(everybody if limit is None else limit for limit in self.forks)

    def subjects(self) -> tuple[Subject, ...]:
        """Return everybody whom the command names, in order."""
        return self._subjects

    @cached_property
    def data(self) -> tuple[Any, ...]:
        """Every value inside the command's items, blocks, creatures and texts, however deep.

        A string that holds JSON, as texts inside data did before 1.21.5, is
        looked into as well.
        """
        found: list[Any] = []
        for span in self.match.spans:
            if span.kind not in _WITHOUT_DATA:
                _gather(span.value, 0, found)
        return tuple(found)

    @cached_property
    def compounds(self) -> tuple[dict[str, Any], ...]:
        """Of the data, what has fields."""
        return tuple(value for value in self.data if isinstance(value, dict))


def _subject(span: Span) -> Subject:
    if span.kind == "uuid":
        return Subject(span, "uuid", str(span.value), acted_on=True)
    return Subject(span, span.value["kind"], span.value["name"], span.name not in _POINTERS)


def walk(value: Any) -> list[Any]:
    """Return ``value`` and every value inside it, JSON in strings too; TOO_DEEP for what lies deeper than is looked."""
    found: list[Any] = []
    _gather(value, 0, found)
    return found


def strings(value: Any) -> Iterator[str]:
    """Yield every string inside ``value`` as it is written, whatever it may mean."""
    waiting = [value]
    while waiting:
        match waiting.pop():
            case str() as text:
                yield text
            case dict() as compound:
                waiting.extend(compound.values())
            case list() as several:
                waiting.extend(several)


def plain_id(name: str) -> str:
    """Return an id without the game's own namespace, which may be written, left out, or be empty."""
    space, colon, bare = name.partition(":")
    return bare if colon and space in ("", "minecraft") else name


def _gather(value: Any, depth: int, found: list[Any]) -> None:
    if depth > _DEEPEST:
        found.append(TOO_DEEP)
        return
    found.append(value)
    if isinstance(value, dict):
        for inner in value.values():
            _gather(inner, depth + 1, found)
    elif isinstance(value, list):
        for inner in value:
            _gather(inner, depth + 1, found)
    elif isinstance(value, str) and value.lstrip()[:1] in _JSON:
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return
        _gather(inner, depth + 1, found)
