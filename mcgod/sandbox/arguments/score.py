"""Scoreboard arguments: objectives, their criteria, and who has scores."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from mcgod.sandbox.arguments.entity import read_selector
from mcgod.sandbox.arguments.options import holder_name
from mcgod.sandbox.arguments.plain import Plain
from mcgod.sandbox.reader import Refusal

if TYPE_CHECKING:
    from mcgod.sandbox.arguments.selector import Selector
    from mcgod.sandbox.reader import Reader
    from mcgod.sandbox.source import Source
    from mcgod.sandbox.world import Objective

READ_ONLY = frozenset({"health", "food", "air", "armor", "xp", "level"})
_CRITERIA = READ_ONLY | {"dummy", "trigger", "deathCount", "playerKillCount", "totalKillCount"}
_STATISTIC = re.compile(r"(?:minecraft[.:])?[a-z_]+:(?:minecraft\.)?[a-z_./]+|(?:teamkill|killedByTeam)\.[a-z_]+")


class ObjectiveName:
    """An objective that exists."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take its name."""
        return reader.word()

    def resolve(self, source: Source, value: str) -> Objective:
        """Return the objective, or refuse."""
        if objective := source.world.objectives.get(value):
            return objective
        raise Refusal(f"Unknown scoreboard objective '{value}'")


class Criterion(Plain):
    """What an objective counts."""

    def parse(self, reader: Reader, _: Source) -> str:
        """Take the criterion."""
        start = reader.cursor
        found = reader.until_space()
        if found not in _CRITERIA and not _STATISTIC.fullmatch(found):
            raise reader.fail(f"Unknown criterion '{found}'", start)
        return found


@dataclass(frozen=True, slots=True)
class Holders:
    """Who has scores: a name that needs no player, a selector, or ``*`` for all with scores."""

    single: bool

    def parse(self, reader: Reader, source: Source) -> str | Selector:
        """Take a name, a selector or ``*``."""
        if reader.peek() != "@":
            return reader.until_space()
        selector = read_selector(reader, source)
        if self.single and selector.limit != 1:
            raise reader.fail("Only one entity is allowed, but the provided selector allows more than one")
        return selector

    def resolve(self, source: Source, value: str | Selector) -> Any:
        """Return the names that hold the scores, or refuse when there are none."""
        if not isinstance(value, str):
            found = [holder_name(one) for one in value.pick(source)]
            if not found:
                raise Refusal("No entity was found")
        elif value == "*":
            found = sorted({name for one in source.world.objectives.values() for name in one.scores})
            if not found:
                raise Refusal("No relevant score holders could be found")
        else:
            found = [source.world.known_name(value)]
        return found[0] if self.single else found
