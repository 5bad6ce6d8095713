"""``mcgod kb search``, ``near`` and ``reindex``: finding what is known."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mcgod.errors import BadUsage

from ._app import App, app_of
from ._kb import Kb, bases, named
from ._options import Json
from ._output import clean

if TYPE_CHECKING:
    from mcgod.kb.finding import Finder
    from mcgod.kb.index.hits import Found, Hit
    from mcgod.kb.port import Place

Limit = Annotated[int, typer.Option("-n", "--limit", min=1, max=1000, help="At most N hits.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show what each score is made of.")]
Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="QUERY", help='Words, "phrases", begin*, title:, tag:, kind:, -not and OR.'),
]
Near = Annotated[
    str | None,
    typer.Option("--near", metavar="X,Y,Z[,DIMENSION]", help="The nearest first, with their distance in blocks."),
]


def search(
    ctx: typer.Context,
    query: Words = None,
    kb: Kb = None,
    limit: Limit = 10,
    near: Near = None,
    threshold: Annotated[float, typer.Option("--threshold", min=0, max=1, help="Leave out hits below it.")] = 0.2,
    explain: Explain = False,
    json: Json = None,
) -> None:
    """Search pages, memories, facts and the items of the game. Exits with 1 when nothing is found.

    Any of the words may answer, more of them answer better; a query begins after -- where it has a -not in it. Scores
    are 0 to 1, whatever is found. The references are what get takes.
    """
    this = app_of(ctx)
    this.answer_in(json)
    text = " ".join(query or [])
    if not text.strip() and near is None:
        raise BadUsage("an empty query", hint="say what to look for, or where: --near 0,64,0")
    _show(this, text, kb, _place(near) if near else None, limit=limit, threshold=threshold, explain=explain)


def near(
    ctx: typer.Context,
    place: Annotated[str, typer.Argument(metavar="X,Y,Z[,DIMENSION]", help="Where, in blocks.")],
    query: Words = None,
    kb: Kb = None,
    limit: Limit = 10,
    json: Json = None,
) -> None:
    """List what is known near a place, the nearest first. Exits with 1 when nothing is."""
    this = app_of(ctx)
    this.answer_in(json)
    _show(
        this, " ".join(query or []), kb, _place(place), limit=limit, threshold=0.0 if not query else 0.2, explain=False
    )


def reindex(
    ctx: typer.Context,
    whole: Annotated[bool, typer.Option("--whole", help="Build it anew, whatever is there.")] = False,
    json: Json = None,
) -> None:
    """Bring the search index up to date, which a search does by itself."""
    this = app_of(ctx)
    this.answer_in(json)
    if whole:
        from mcgod.kb.index.store import forget

        forget(this.paths.kb / "index.sqlite")
    with closing(_finder(this)) as finder, _Bar(this) as bar:
        changed = finder.refresh(bar.tell)
    this.out.emit({"changed": changed}, f"{changed} entries changed")


def tied(this: App, reference: str, kb: str | None, depth: int, json: bool | None) -> None:
    """Print what is tied to an entry over several links. Exits with 1 when nothing is."""
    this.answer_in(json)
    entry = bases(this).get(reference, named(kb))
    with closing(_finder(this)) as finder:
        found = finder.around(entry.reference, depth)
    lines = [f"{tie.steps}  {tie.ref}  {'->' if tie.points else '<-'} {tie.via}" for tie in found]
    this.out.emit([tie.to_json() for tie in found], "\n".join(lines) or "none")
    if not found:
        raise typer.Exit(1)


def _show(this: App, text: str, kb: str | None, place: Place | None, **how: Any) -> None:
    with closing(_finder(this)) as finder:
        found = finder.find(text, kbs=named(kb), near=place, **how)
    for word, meant in found.meant.items():
        this.out.note(f"nothing has {word!r}; searched for {meant!r}")
    if this.out.json:
        this.out.emit([hit.to_json() for hit in found.hits], "")
    else:
        this.out.emit([], "\n".join(_lines(this, found)), styled=True) if found.hits else None
    if not found.hits:
        this.out.note(f"nothing answers it; {found.below} hits are below the threshold" if found.below else "nothing")
        raise typer.Exit(1)


def _lines(this: App, found: Found) -> list[str]:
    lines = []
    for hit in found.hits:
        away = f"  {hit.distance:.0f} blocks away" if hit.distance is not None else ""
        head = f"{hit.score:.2f}  {this.out.style(clean(str(hit.reference)), 'bold')}  {clean(hit.title)}{away}"
        lines += [head, *([f"      {this.out.style(clean(hit.snippet), 'dim')}"] if hit.snippet else []), *_parts(hit)]
    return lines


def _parts(hit: Hit) -> list[str]:
    """Return what the score is made of, a line for each part."""
    if hit.why is None:
        return []
    words = [
        f"      {part['word']}: {part['part']} (idf {part['idf']}, title {part['title']}, tags {part['tags']}, "
        f"body {part['body']})"
        for part in hit.why["words"]
    ]
    others = ", ".join(f"{name} {value}" for name, value in hit.why.items() if name != "words")
    return [*map(clean, words), f"      {others}"]


def _finder(this: App) -> Finder:
    from mcgod.kb.finding import Finder

    return Finder(this.config, this.paths, bases(this), note=this.out.note)


def _place(text: str) -> Place:
    from mcgod.kb.port import Place

    number = r"\s*(-?\d+(?:\.\d+)?)\s*"
    found = re.fullmatch(rf"{number},{number},{number}(?:,\s*([a-z0-9_.:/-]+)\s*)?", text)
    if not found:
        raise BadUsage(f"{text[:40]!r} is no place", hint="three numbers and perhaps a dimension: 0,64,0,the_nether")
    dimension = found[4] or "overworld"
    x, y, z = (float(part) for part in found.groups()[:3])
    return Place(x, y, z, dimension if ":" in dimension else f"minecraft:{dimension}")


class _Bar:
    """A progress bar on a terminal, once there is enough to do for one."""

    def __init__(self, this: App) -> None:
        self._this = this
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.stop()

    def tell(self, done: int, of: int) -> None:
        """Show how much is done."""
        out = self._this.out
        if self._bar is None and of > 5000 and not out.quiet and out.lively(out.stderr):
            from rich.console import Console
            from rich.progress import Progress

            self._bar = Progress(console=Console(file=out.stderr), transient=True)
            self._task = self._bar.add_task("indexing", total=of)
            self._bar.start()
        if self._bar:
            self._bar.update(self._task, completed=done, total=of)
