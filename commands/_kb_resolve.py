"""``mcgod kb resolve``: from a name to what is known of it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from ._app import App, app_of
from ._kb import bases
from ._options import Json

if TYPE_CHECKING:
    from mcgod.kb.resolver import Resolution


def resolve(
    ctx: typer.Context,
    item: Annotated[list[str], typer.Argument(metavar="ITEM...", help="A name, such as torches.")],
    types: Annotated[
        str | None, typer.Option("--types", metavar="TYPES", help="Only these, with commas between.")
    ] = None,
    top: Annotated[int, typer.Option("-n", "--top", "--limit", help="At most N candidates, up to 50.")] = 5,
    version: Annotated[
        str | None, typer.Option("--mc", metavar="VERSION", help="The game version, such as 1.21.4.")
    ] = None,
    threshold: Annotated[float, typer.Option("--threshold", metavar="X", help="How sure at least, 0 to 1.")] = 0.0,
    json: Json = None,
) -> None:
    """Say what a name means: an item and how to come by it, pages, and facts of this world.

    Types are Smeltable, DirectMineable, Craftable, WikiItem, WikiPage and WorldFact. Exits with 1 when nothing fits.
    """
    from mcgod.god.resolving import resolver
    from mcgod.kb.finding import Finder

    this = app_of(ctx)
    this.set_flags(server__version=version)
    this.answer_in(json)
    wanted = [one.strip() for one in (types or "").split(",") if one.strip()]
    known = bases(this)
    with closing(Finder(this.config, this.paths, known, note=this.out.note)) as finder:
        found = resolver(this.config, this.paths, known, finder).resolve(
            " ".join(item), types=wanted, threshold=threshold, top=top
        )
    _show(this, found)
    if not found.candidates:
        raise typer.Exit(1)


def _show(this: App, found: Resolution) -> None:
    if this.out.json:
        this.out.emit(found.to_json(), "")
        return
    this.out.table(
        [[f"{one.confidence:.2f}", one.type, one.id, one.how, one.detail or one.name] for one in found.candidates],
        header=("sure", "type", "id", "by", "what is known"),
    )
    if found.ambiguous:
        this.out.note("the first two are about equally likely")
    if not found.candidates:
        near = f"; did you mean {' or '.join(found.suggestions)}?" if found.suggestions else ""
        this.out.note(f"nothing is known as {found.query!r}{near}")
