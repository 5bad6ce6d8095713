"""What the tests of the repairs share: the corpus in ``data/repairs.tsv``, and for whom it is judged."""

from __future__ import annotations

from typing import NamedTuple

from grammar_cases import rows

from mcgod.grammar import trees
from mcgod.grammar.registry import load
from mcgod.rules import repairs
from mcgod.rules.context import Context

ONLINE = frozenset({"Steve", "Alex", ".Cave Alex", "*Bed"})


class Case(NamedTuple):
    """A row of the corpus; ``command`` is None for what must be refused, ``made`` names the repairs."""

    version: str
    mode: str
    proposed: str
    command: str | None
    made: str

    @property
    def context(self) -> Context:
        """For whom the row is judged: Steve prays, and nobody stands behind an administrator's words."""
        return context(self.version, self.mode)


def context(version: str = "1.21.4", mode: str = "god", online: frozenset[str] | None = ONLINE) -> Context:
    """Return a context on a server of ``version``."""
    return Context(load(version), trees.load(version), mode, None if mode == "sudo" else "Steve", online)


def corpus() -> list[Case]:
    """Return every row."""
    return [
        Case(version, mode, proposed, None if command == "-" else command, "" if made == "-" else made)
        for version, mode, proposed, command, made in rows("repairs.tsv")
    ]


def mended(proposed: str, version: str = "1.21.4", mode: str = "god") -> str:
    """Return what the repairs alone make of a command."""
    return repairs.apply(proposed, context(version, mode))[0]
