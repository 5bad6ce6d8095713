"""A number a turn, kept for a plot: however many turns there are, no more than so many bars. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

_MOST = 240  # bars


@dataclass(slots=True)
class Bar:
    """``turns`` neighbouring turns: the sum of each layer, and the most that one of them had, all layers together."""

    turns: int
    sums: list[int]
    peak: int

    def mean(self, layer: int) -> float:
        """Return what a turn had of a layer."""
        return self.sums[layer] / self.turns

    def with_next(self, other: Bar) -> Bar:
        """Return the bar for both."""
        sums = [a + b for a, b in zip(self.sums, other.sums, strict=True)]
        return Bar(self.turns + other.turns, sums, max(self.peak, other.peak))


@dataclass(slots=True)
class Series:
    """One plot: ``layers`` names what lies on top of each other in a bar, ``unit`` what is counted.

    Each bar stands for ``width`` turns, the last one perhaps for fewer.
    """

    title: str
    unit: str
    layers: tuple[str, ...]
    bars: list[Bar] = field(default_factory=list)
    width: int = 1
    turns: int = 0

    def add(self, *values: int) -> None:
        """Take the next turn's value for each layer."""
        one = Bar(1, list(values), sum(values))
        self.turns += 1
        if self.bars and self.bars[-1].turns < self.width:
            self.bars[-1] = self.bars[-1].with_next(one)
            return
        if len(self.bars) == _MOST:
            pairs = zip(self.bars[::2], self.bars[1::2], strict=True)
            self.bars = [left.with_next(right) for left, right in pairs]
            self.width *= 2
        self.bars.append(one)

    @property
    def peak(self) -> int:
        """The most that one turn had."""
        return max((bar.peak for bar in self.bars), default=0)

    @property
    def mean(self) -> float:
        """What a turn had on average, all layers together."""
        return sum(sum(bar.sums) for bar in self.bars) / (self.turns or 1)
