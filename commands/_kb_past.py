"""What an entry was, and what leads to it: ``mcgod kb history|diff|restore|links``."""

from __future__ import annotations

from typing import Annotated

import typer

from mcgod.errors import NotFound

from ._app import app_of
from ._kb import Kb, Ref, bases, holder, named
from ._options import As, Json

Version = Annotated[int | None, typer.Argument(metavar="[VERSION]", help="As mcgod kb history numbers them.")]


def history(ctx: typer.Context, reference: Ref, kb: Kb = None, json: Json = None) -> None:
    """List the versions of an entry, oldest first."""
    this = app_of(ctx)
    this.answer_in(json)
    versions = holder(this, kb, reference).versions(reference)
    if this.out.json:
        this.out.emit([{key: value for key, value in each.items() if key != "text"} for each in versions], "")
        return
    rows = [(str(each["version"]), each["at"], each["action"], each["author"], each["detail"]) for each in versions]
    this.out.table(rows, header=("version", "at", "action", "author", ""))


def diff(
    ctx: typer.Context, reference: Ref, before: Version = None, after: Version = None, kb: Kb = None, json: Json = None
) -> None:
    """Show what the last version changed, or what changed between two. Exits with 1 for nothing."""
    from mcgod.kb.history import diff as compared

    this = app_of(ctx)
    this.answer_in(json)
    base = holder(this, kb, reference)
    numbers = [each["version"] for each in base.versions(reference)]
    if not numbers:
        raise NotFound(f"{reference} has no versions yet", hint="they begin with its first change through mcgod")
    new = after or numbers[-1]
    old = new - 1 if before is None else before
    texts = [base.text_at(reference, number) if number else "" for number in (old, new)]
    told = compared(texts[0], texts[1], (f"{reference} {old}", f"{reference} {new}"))
    this.out.emit({"ref": reference, "before": old, "after": new, "diff": told}, told or "no difference")
    if not told:
        raise typer.Exit(1)


def restore(
    ctx: typer.Context,
    reference: Ref,
    version: Annotated[int, typer.Argument(metavar="VERSION", help="As mcgod kb history numbers them.")],
    kb: Kb = None,
    player: As = None,
    json: Json = None,
) -> None:
    """Bring an entry back to what it was, as a new version."""
    this = app_of(ctx)
    this.answer_in(json)
    entry = holder(this, kb, reference).restore(reference, version, author=player or this.owner_name or "")
    this.out.emit(entry.to_json(), f"{entry.reference} is as in version {version}")


def links(
    ctx: typer.Context,
    reference: Ref,
    depth: Annotated[
        int, typer.Option("--depth", min=1, max=4, help="Follow links so many steps, in both directions.")
    ] = 1,
    kb: Kb = None,
    json: Json = None,
) -> None:
    """List what an entry points at (->) and what points at it (<-). Exits with 1 when there is neither.

    With a depth of 2 or more all that is tied to it comes, the nearest first, with the entry that it hangs on.
    """
    this = app_of(ctx)
    if depth > 1:
        from ._kb_search import tied

        tied(this, reference, kb, depth, json)
        return
    this.answer_in(json)
    known = bases(this)
    entry = known.get(reference, named(kb))
    back = [] if entry.kind == "item" else known.local(entry.kb).backlinks(entry.reference)
    told = {"ref": str(entry.reference), "links": list(entry.links), "backlinks": back}
    this.out.emit(
        told, "\n".join([*(f"-> {link}" for link in entry.links), *(f"<- {link}" for link in back)]) or "none"
    )
    if not entry.links and not back:
        raise typer.Exit(1)
