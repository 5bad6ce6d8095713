"""``mcgod kb remember|recall|forget``: facts that were told, and facts that the bridge has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mcgod.errors import BadUsage, NotFound

from ._app import App, app_of
from ._options import Json

if TYPE_CHECKING:
    from mcgod.kb.fact import Fact
    from mcgod.kb.facts import Facts

BasesOption = Annotated[
    str | None, typer.Option("--kb", metavar="BASE", help="agent, world or all; all by default.", show_default=False)
]


def register(app: typer.Typer) -> None:
    """Add the three commands to ``app``."""
    app.command()(remember)
    app.command()(recall)
    app.command()(forget)


def remember(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT|KEY", help="A sentence; or a key, with a value behind it.")],
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help="What is known under KEY.")] = None,
    at: Annotated[
        str | None, typer.Option("--at", metavar="X,Y,Z[,DIMENSION]", help="Where; else three numbers in the text say.")
    ] = None,
    base: Annotated[str, typer.Option("--kb", metavar="BASE", help="agent or world.")] = "world",
    json: Json = None,
) -> None:
    """Remember a fact. What is known of the same key, or of the same subject of a sentence, gives way to it."""
    from mcgod.kb.fact import Fact, key_for, place_in, place_of

    this = app_of(ctx)
    this.answer_in(json)
    if base == "all":
        raise BadUsage("a fact is remembered in one base", hint="--kb agent or --kb world")
    key, known = (text, value) if value is not None else (key_for(text), text)
    place = place_of(at) if at is not None else place_in(known)
    fact = Fact(key, known, "Durable", place=place, by=this.owner_name or "cli")
    for kept in _bases(this, base)[0].put([fact]):
        this.out.emit(_row(kept, base), f"{base}:fact:{kept.key}")


def recall(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY|WORD]...", help="A key, or words that key and value hold.")
    ] = None,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, help="At most N facts.")] = 50,
    base: BasesOption = None,
    json: Json = None,
) -> None:
    """Show what is remembered, the newest first. Exits with 1 when there is nothing."""
    from ._moments import local

    this = app_of(ctx)
    this.answer_in(json)
    wanted = " ".join(words or [])
    found: list[tuple[Fact, str]] = []
    for facts in _bases(this, base or "all"):
        exact = facts.get(wanted) if wanted else None
        found += [(fact, facts.kb) for fact in ([exact] if exact else facts.find(wanted))]
    found = sorted(found, key=lambda pair: -pair[0].at)[:limit]
    if this.out.json:
        this.out.emit([_row(fact, kb) for fact, kb in found], "")
    else:
        this.out.table(
            [[local(int(fact.at * 1000)), kb, fact.key, fact.source, fact.value] for fact, kb in found],
            header=("when", "kb", "key", "source", "value"),
        )
    if not found:
        this.out.note("nothing is remembered of that" if wanted else "nothing is remembered")
        raise typer.Exit(1)


def forget(
    ctx: typer.Context,
    key: Annotated[str | None, typer.Argument(metavar="[KEY]", help="The whole key, as recall prints it.")] = None,
    prefix: Annotated[
        str | None, typer.Option("--prefix", metavar="PREFIX", help="Every fact whose key starts like this.")
    ] = None,
    base: BasesOption = None,
    json: Json = None,
) -> None:
    """Forget one fact, or all that start alike, as build:castle: would."""
    this = app_of(ctx)
    this.answer_in(json)
    if (key is None) == (prefix is None):
        raise BadUsage("forget takes a key, or --prefix", hint="mcgod kb recall")
    if prefix == "":
        raise BadUsage("an empty prefix would forget everything")
    gone = []
    for facts in _bases(this, base or "all"):
        keys = facts.clear(prefix) if prefix else facts.forget([_bare(key or "", facts.kb)])
        gone += [{"kb": facts.kb, "key": one} for one in keys]
    if not gone:
        raise NotFound(f"nothing is remembered under {prefix or key!r}", hint="mcgod kb recall")
    this.out.emit(gone, "\n".join(f"{one['kb']}:fact:{one['key']}" for one in gone))


def _bases(this: App, base: str) -> list[Facts]:
    from mcgod.kb.facts import Facts
    from mcgod.kb.port import BASES

    if base not in (*BASES, "all"):
        raise BadUsage(f"{base!r} is no knowledge base", hint=f"{', '.join(BASES)} or all")
    return [Facts(this.paths.kb / kb, kb) for kb in (BASES if base == "all" else (base,))]


def _bare(key: str, kb: str) -> str:
    """Return the key in a whole reference of this base, as search prints it; any other text is a key itself."""
    return key.removeprefix(f"{kb}:fact:")


def _row(fact: Fact, kb: str) -> dict[str, object]:
    return {"ref": f"{kb}:fact:{fact.key}", "kb": kb, **fact.to_json()}
