"""Where the places in a command lie, as far as that can be known: steps from step to step, added up. Pure.

Each part of ``execute`` may move the place from which the next one is
counted, so that ``positioned ~60 ~ ~ positioned ~60 ~ ~`` is 120 blocks away
although no step is longer than 60.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.grammar.spans import Span
    from mcgod.rules.seen import Seen


class Axis(NamedTuple):
    """One coordinate: ``at`` is where it lies when ``known``, else how far from a place nobody knows.

    ``walked`` is the length of the steps since the last place that was given
    or named.
    """

    at: float
    known: bool
    walked: float


class Spot(NamedTuple):
    """A place that a command names, or stands at."""

    x: Axis
    y: Axis
    z: Axis

    @property
    def steps(self) -> float:
        """The longest way along one axis that relative coordinates add up to."""
        return max(axis.walked for axis in self)

    def known(self) -> Iterator[tuple[str, float]]:
        """Yield the name of every axis on which the place is known, with where it lies."""
        return ((name, axis.at) for name, axis in zip("xyz", self, strict=True) if axis.known)

    def sinks(self) -> float:
        """Return how far it lies below a height that nobody knows."""
        return 0.0 if self.y.known else -self.y.at


_SOMEWHERE = Spot(*(Axis(0.0, known=False, walked=0.0) for _ in range(3)))


def spots(seen: Seen) -> Iterator[Spot]:
    """Yield every place that the command names, in order."""
    stand = _SOMEWHERE
    for span in seen.match.spans:
        if span.kind in ("coordinates", "column"):
            spot = _from(stand, span)
            yield spot
            if seen.before(span) == "positioned":
                stand = spot
        elif span.start < seen.match.inner_at:
            if seen.before(span) == "at" or seen.text[: span.start].endswith("positioned as "):
                stand = _at(seen, span)
            elif seen.text[: span.start].endswith("positioned over "):
                stand = stand._replace(y=_SOMEWHERE.y)


def _at(seen: Seen, span: Span) -> Spot:
    """Return where the named one stands; only the praying player's place is known."""
    here, me = seen.context.position, (seen.context.player or "").lower()
    name = span.value["name"].lower() if isinstance(span.value, dict) else ""
    # Behind `as` somebody @s is the one who was allowed to act, who in a god's modes is the praying player.
    if here is None or not me or (name != me and not (name == "@s" and seen.policy.targets == "self")):
        return _SOMEWHERE
    return Spot(*(Axis(at, known=True, walked=0.0) for at in here))


def _from(stand: Spot, span: Span) -> Spot:
    parts = {name: part for name, part in span.value.items() if isinstance(part, dict)}
    if any(part["mode"] == "local" for part in parts.values()):
        far = hypot(*(part["value"] for part in parts.values()))
        return Spot(*(Axis(0.0, known=False, walked=axis.walked + far) for axis in stand))
    return Spot(*(_axis(axis, parts.get(name)) for name, axis in zip("xyz", stand, strict=True)))


def _axis(stand: Axis, part: dict[str, float | str] | None) -> Axis:
    if part is None:
        return Axis(0.0, known=False, walked=0.0)
    step = float(part["value"])
    if part["mode"] == "absolute":
        return Axis(step, known=True, walked=0.0)
    return Axis(stand.at + step, stand.known, stand.walked + abs(step))
