"""Series as inline SVG. The numbers stand beside it in words; layers differ by hatching, not by colour alone. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.replay.page.text import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mcgod.replay.page.series import Bar, Series

_HEIGHT = 100  # of the drawing, in its own units; it is stretched to what room there is
_WIDE = 10  # a bar and the gap after it
_BROAD = 8  # a bar
_FEWEST = 12  # bars that there is room for, so that a few do not fill it
# Referred to by the style sheet; drawn once, and used by every plot.
PATTERNS = (
    '<svg class="patterns" aria-hidden="true" focusable="false"><defs>'
    '<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect class="hatch-ground" width="6" height="6"/><rect class="hatch-line" width="3" height="6"/>'
    "</pattern></defs></svg>"
)


def figures(series: Sequence[Series]) -> Iterator[str]:
    """Yield a figure for each; those that count in the same unit have the same scale, so that they can be compared."""
    tops: dict[str, int] = {}
    for one in series:
        tops[one.unit] = max(tops.get(one.unit, 0), one.peak)
    for number, one in enumerate(series):
        yield _figure(one, f"plot{number}", tops[one.unit])


def _figure(series: Series, name: str, top: int) -> str:
    title, many = escaped(series.title), len(series.layers) > 1
    about = f"{series.mean:,.0f} {series.unit} a turn on average, {series.peak:,} at most."
    if many:
        about += f" From below: {', then '.join(series.layers)}."
    if series.width > 1:
        about += f" Each bar stands for {series.width} turns: their average, and a line where the highest is."
    if not series.peak:
        return f"<figure><figcaption><b>{title}.</b> Nothing was counted.</figcaption></figure>\n"
    drawing = _drawing(series, name, title, about, top)
    keys = [f'<span class="key layer{place}">{escaped(one)}</span>' for place, one in enumerate(series.layers) if many]
    ends = ("turn 1", f"turn {series.turns:,}")
    if len(series.bars) < _FEWEST:  # the last one is not at the right end then
        ends = (f"turns 1 to {series.turns:,}" if series.turns > 1 else "turn 1", "")
    return (
        f"<figure><figcaption><b>{title}.</b> {about}</figcaption>"
        f'<div class="plot"><span class="top">{top:,} {series.unit}</span>{drawing}</div>'
        f'<div class="axis"><span>{ends[0]}</span>{"".join(keys)}<span>{ends[1]}</span></div></figure>\n'
    )


def _drawing(series: Series, name: str, title: str, about: str, top: int) -> str:
    width = max(len(series.bars), _FEWEST) * _WIDE
    shapes = "".join(shape for place, bar in enumerate(series.bars) for shape in _shapes(bar, place * _WIDE, top))
    return (
        f'<svg role="img" aria-labelledby="{name}t {name}d" viewBox="0 0 {width} {_HEIGHT}" preserveAspectRatio="none">'
        f'<title id="{name}t">{title}</title><desc id="{name}d">{about}</desc>{shapes}</svg>'
    )


def _shapes(bar: Bar, left: int, top: int) -> Iterator[str]:
    foot = float(_HEIGHT)
    for layer in range(len(bar.sums)):
        if tall := _HEIGHT * bar.mean(layer) / top:
            foot -= tall
            yield f'<rect class="layer{layer}" x="{left}" y="{foot:.2f}" width="{_BROAD}" height="{tall:.2f}"/>'
    if bar.turns > 1 and bar.peak:
        yield f'<path class="peak" d="M{left} {_HEIGHT * (1 - bar.peak / top):.2f}h{_BROAD}"/>'
