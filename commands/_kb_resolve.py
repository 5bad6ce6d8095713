"""``mcgod kb resolve``: from a name to what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ._app import App, app_of
from ._options import Json

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mcgod.kb.fact import Fact
    from mcgod.kb.resolver import Resolution, Resolver, Search


def register(app: typer.Typer, search: Callable[[App], Search | None] = lambda _: None) -> None:
    """Add the command to ``app``. ``search`` makes the function that looks into pages and memories."""

    @app.command()
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

        Types are Smeltable, DirectMineable, Craftable, WikiItem, WikiPage and WorldFact.
        Exits with 1 when nothing fits.
        """
        this = app_of(ctx)
        this.answer_in(json)
        this.set_flags(server__version=version)
        resolver = resolver_of(this, search(this))
        wanted = [one.strip() for one in (types or "").split(",") if one.strip()]
        found = resolver.resolve(" ".join(item), types=wanted, threshold=threshold, top=top)
        _show(this, found)
        if not found.candidates:
            raise typer.Exit(1)


def resolver_of(this: App, search: Search | None) -> Resolver:
    """Return the resolver over this run's game version and facts."""
    from mcgod.god.gamedata import version
    from mcgod.grammar import registry
    from mcgod.kb import kinds
    from mcgod.kb.facts import Facts
    from mcgod.kb.port import BASES
    from mcgod.kb.resolver import Resolver

    wanted, imported = version(this.config), this.paths.gamedata

    def facts() -> Iterator[tuple[str, Fact]]:
        for kb in BASES:
            for fact in Facts(this.paths.kb / kb, kb).all():
                yield kb, fact

    return Resolver(
        registry.load(wanted, imported),
        lambda item: kinds.way(item, wanted, imported),
        search=search,
        facts=facts,
    )


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
