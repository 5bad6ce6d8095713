"""What stands above the turns: the counts, how each model compares, the plots, the reasons, and the filters. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.replay.page import plots
from mcgod.replay.page.text import duration, escaped

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from mcgod.replay.page.sums import Sums

_VERDICTS = (("accepted", "accepted"), ("repaired", "repaired"), ("rejected", "refused"))
_JUDGED = (("differs", "differs"), ("same-effect", "same effect"), ("same", "the same"), ("no-answer", "no answer"))


def pieces(title: str, sums: Sums, summaries: Sequence[Mapping[str, Any]], notes: Sequence[str]) -> Iterator[str]:
    """Yield the page's head and its sections up to the turns."""
    span = " to ".join(dict.fromkeys(at[:19].replace("T", " ") for at in (sums.first, sums.last) if at))
    yield f"<header>\n<h1><small>mcgod replay</small> <bdi>{escaped(title)}</bdi></h1>\n<p>{escaped(span)}</p>\n"
    yield from (f'<p class="damage"><b>Not all is here:</b> {escaped(note)}</p>\n' for note in notes)
    yield "</header>\n<main>\n"
    yield from _counts(sums)
    if summaries:
        yield from _models(summaries)
    yield f'<section id="plots">\n<h2>Time and tokens</h2>\n{plots.PATTERNS}<div class="figures">\n'
    yield from plots.figures([one for pair in zip(*sums.series.values(), strict=True) for one in pair])
    yield "</div>\n</section>\n"
    if sums.reasons or sums.repairs:
        yield '<section id="reasons">\n<h2>What the rules said, in every attempt</h2>\n<div class="tallies">\n'
        yield from _tally("Refused for", "reason", sums.reasons, sums)
        yield from _tally("Repaired by", "repair", sums.repairs, sums)
        yield "</div>\n</section>\n"


def filters(sums: Sums, *, compared: bool) -> Iterator[str]:
    """Yield the heading of the turns and the filters; they are hidden until the script that works them has run."""
    yield '<section id="turns">\n<h2>Turns</h2>\n<form id="filters" hidden>\n'
    yield _choice("player", "Player", [(name, name) for name in sorted(sums.players)])
    yield _choice("mode", "Mode", [(name, name) for name in sorted(sums.modes)])
    yield _choice("verdicts", "Verdict", [*_VERDICTS])
    if compared:
        yield _choice("judged", "Compared", [*_JUDGED])
    yield (
        '<label>Text <input type="search" name="text" autocomplete="off" placeholder="in prayers, commands, timelines">'
        '</label>\n<button type="reset">All</button>\n<output id="shown" aria-live="polite"></output>\n</form>\n'
    )


def _counts(sums: Sums) -> Iterator[str]:
    facts = [
        ("turns", f"{sums.turns:,}"),
        *((name, f"{sums.kinds[kind]:,}") for kind, name in _VERDICTS),
        ("failed", f"{sums.failed:,}"),
        ("players", f"{len(sums.players):,}"),
    ]
    yield '<section id="counts">\n<h2>In short</h2>\n<dl class="counts">\n'
    yield from (f"<div><dt>{name}</dt><dd>{count}</dd></div>\n" for name, count in facts)
    yield "</dl>\n</section>\n"


def _models(summaries: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    yield '<section id="models">\n<h2>Compared with the record</h2>\n<div class="models">\n'
    for sums in summaries:
        same = sums["turns"] - sums["differing_turns"] - sums["same_effect_turns"]
        facts = [
            ("differs", f"{sums['differing_turns']:,}"),
            ("same effect", f"{sums['same_effect_turns']:,}"),
            ("the same", f"{same:,}"),
            ("no answer", f"{sums['errors']:,}"),
            ("commands", f"{sums['same']:,} in both, {sums['added']:,} only now, {sums['missing']:,} only then"),
            ("messages changed", f"{sums['messages_changed']:,}"),
        ]
        if sums["effects"]:
            counts = sums["effects"]
            effects = f"{counts['same']:,} in both, {counts['added']:,} only now, {counts['missing']:,} only then"
            facts.insert(5, ("effects", effects))
        for name, kind in (("then", "was"), ("now", "now")):
            side = sums[kind]
            verdicts = ", ".join(f"{side[verdict]:,} {word}" for verdict, word in _VERDICTS)
            spent = f"{side['input']:,} tokens in, {side['output']:,} out; thought for {duration(side['ms'])}"
            facts.append((name, f"{verdicts}; {spent}"))
        rows = "".join(f"<div><dt>{name}</dt><dd>{fact}</dd></div>" for name, fact in facts)
        yield f'<article><h3><bdi>{escaped(sums["model"])}</bdi></h3><dl class="facts">{rows}</dl></article>\n'
    yield "</div>\n</section>\n"


def _tally(title: str, kind: str, counts: Counter[str], sums: Sums) -> Iterator[str]:
    if not counts:
        return
    yield f'<table class="tally"><thead><tr><th scope="col">{title}</th><th scope="col" class="number">times</th>'
    yield '<th scope="col">such as</th></tr></thead><tbody>\n'
    for name, count in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
        shown, example = escaped(name), escaped(sums.examples[kind, name])
        yield f'<tr><th scope="row"><a href="#turns" data-search="{shown}">{shown}</a></th>'
        yield f'<td class="number">{count:,}</td><td><code>{example}</code></td></tr>\n'
    yield "</tbody></table>\n"


def _choice(name: str, label: str, options: Sequence[tuple[str, str]]) -> str:
    rest = "".join(f'<option value="{escaped(value)}">{escaped(text)}</option>' for value, text in options)
    return f'<label>{label} <select name="{name}"><option value="">all</option>{rest}</select></label>\n'
