"""``mcgod kb remember|recall|forget``: facts that were told, and facts that the bridge has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from mcgod.errors import BadUsage, NotFound

from ._app import App, app_of
from ._kb import At, Kb, bases, named, one, typed
from ._options import Json

if TYPE_CHECKING:
    from mcgod.kb.fact import Fact
    from mcgod.kb.facts import Facts


def remember(
    ctx: typer.Context,
    text: Annotated[str, typer.Argument(metavar="TEXT|KEY", help="A sentence; or a key, with a value behind it.")],
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help="What is known under KEY.")] = None,
    at: At = None,
    kb: Kb = None,
    json: Json = None,
) -> None:
    """Remember a fact of this world, or with --kb agent of the game, and print its reference.

    What is known of the same key gives way to it; of a sentence that says where something is, or its name, the key is
    of what it speaks. Three numbers in a row are taken for its place.
    """
    from mcgod.kb import fields
    from mcgod.kb.fact import Fact, key_for, place_in

    this = app_of(ctx)
    this.answer_in(json)
    key, known = (text, value) if value is not None else (key_for(text), text)
    place = fields.where(typed(None, None, None, at)) if at is not None else place_in(known)
    fact = Fact(key, known, "Durable", place=place, by=this.owner_name or "cli")
    base = bases(this).facts(one(kb))
    before = base.get(fact.key)
    for kept in base.put([fact]):
        if before and before.value != kept.value:
            this.out.note(f"in place of: {before.value}")
        this.out.emit(_row(kept, base.kb), f"{base.kb}:fact:{kept.key}")


def recall(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[KEY|WORD]...", help="A key, or words that key and value hold.")
    ] = None,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, help="At most N facts.")] = 50,
    kb: Kb = None,
    json: Json = None,
) -> None:
    """Show what is remembered, the newest first. Exits with 1 when there is nothing."""
    from ._moments import local

    this = app_of(ctx)
    this.answer_in(json)
    wanted = " ".join(words or [])
    found: list[tuple[Fact, str]] = []
    for facts in _asked(this, kb):
        exact = facts.get(wanted) if wanted else None
        found += [(fact, facts.kb) for fact in ([exact] if exact else facts.find(wanted))]
    found = sorted(found, key=lambda pair: -pair[0].at)[:limit]
    if this.out.json:
        this.out.emit([_row(fact, name) for fact, name in found], "")
    else:
        this.out.table(
            [[local(int(fact.at * 1000)), name, fact.key, fact.source, fact.value] for fact, name in found],
            header=("when", "base", "key", "source", "value"),
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
    kb: Kb = None,
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
    for facts in _asked(this, kb):
        keys = facts.clear(prefix) if prefix else facts.forget([_bare(key or "", facts.kb)])
        gone += [{"kb": facts.kb, "key": one} for one in keys]
    if not gone:
        raise NotFound(f"nothing is remembered under {prefix or key!r}", hint="mcgod kb recall")
    this.out.emit(gone, "\n".join(f"{one['kb']}:fact:{one['key']}" for one in gone))


def _asked(this: App, kb: str | None) -> list[Facts]:
    known = bases(this)
    return [known.facts(name) for name in named(kb)]


def _bare(key: str, kb: str) -> str:
    """Return the key in a whole reference of this base, as search prints it; any other text is a key itself."""
    return key.removeprefix(f"{kb}:fact:")


def _row(fact: Fact, kb: str) -> dict[str, object]:
    return {"ref": f"{kb}:fact:{fact.key}", "kb": kb, **fact.to_json()}
