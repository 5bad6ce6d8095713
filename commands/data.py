"""``mcgod data``: what is known of each game version."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from mcgod.errors import NotFound

from ._app import app_of
from ._options import Json

app = typer.Typer(no_args_is_help=True)

_HEAD = frozenset({"format", "version"})
Minecraft = Annotated[
    str | None, typer.Option("--mc", metavar="VERSION", help="The game version; the configured server's by default.")
]


@app.command()
def versions(ctx: typer.Context, json: Json = None) -> None:
    """List the versions that there is data of, and of what kind."""
    from mcgod.grammar import packed, registry, trees
    from mcgod.grammar.versions import key

    this = app_of(ctx)
    this.answer_in(json)
    grammars, ids = set(trees.known()), set(registry.known())
    imported = set(packed.names(this.paths.gamedata / "grammar"))
    rows = [
        {
            "version": name,
            "grammar": name in grammars | imported,
            "ids": name in ids | imported,
            "imported": name in imported,
        }
        for name in sorted(grammars | ids | imported, key=lambda name: key(name) or ())
    ]
    if this.out.json:
        this.out.emit(rows, "")
        return
    marks = {True: "yes", False: "-"}
    cells = [
        [str(row["version"]), *(marks[bool(row[kind])] for kind in ("grammar", "ids", "imported"))] for row in rows
    ]
    this.out.table(cells, header=("version", "grammar", "ids and recipes", "imported"))


@app.command()
def show(
    ctx: typer.Context,
    kind: Annotated[
        str | None, typer.Argument(metavar="[KIND]", help="item, block, entity_type, mob_effect, ...")
    ] = None,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One id, to see what is known of it.")] = None,
    minecraft: Minecraft = None,
    json: Json = None,
) -> None:
    """Show how much is known of a version, the ids of one kind, or one id with its recipes."""
    from mcgod.god.gamedata import game_data, version

    this = app_of(ctx)
    this.answer_in(json)
    wanted = minecraft or version(this.config)
    registry, tree = game_data(this.paths, wanted)
    for data, what in ((registry, "ids"), (tree, "grammar")):
        if not data.exact:
            this.out.note(f"there is no data of {wanted}; the {what} of {data.version} are used")
    if kind is None:
        counts = {one: len(registry.ids(one)) for one in _kinds(registry)}
        told: dict[str, Any] = {"version": wanted, "ids": registry.version, "grammar": tree.version, "counts": counts}
        this.out.emit(told, "\n".join(f"{one:<22} {count}" for one, count in counts.items()))
        return
    if not registry.ids(kind):
        raise NotFound(f"{wanted} has no ids of kind {kind!r}", hint=f"one of {', '.join(_kinds(registry))}")
    if name is None:
        this.out.emit(list(registry.ids(kind)), "\n".join(registry.ids(kind)))
        return
    if not registry.has(kind, name):
        raise NotFound(f"{name!r} is no {kind} of {registry.version}", hint=f"mcgod data show {kind}")
    known = _known(registry, kind, name.removeprefix("minecraft:"), wanted, this.paths.gamedata)
    this.out.emit(known, "\n".join(f"{field:<10} {value}" for field, value in known.items()))


@app.command("import")
def import_(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="What a server jar's --reports wrote.")],
    minecraft: Annotated[
        str | None, typer.Option("--mc", metavar="VERSION", help="The version, where the reports do not tell.")
    ] = None,
    json: Json = None,
) -> None:
    """Import a server's own reports, so that ids and grammar are exactly its own."""
    from mcgod.grammar import reports

    this = app_of(ctx)
    this.answer_in(json)
    found = reports.read(folder.expanduser(), minecraft or "")
    reports.store(found, this.paths.gamedata)
    told = {"version": found.version, "folder": str(this.paths.gamedata)}
    this.out.emit(told, f"imported {found.version} into {this.paths.gamedata}")


def _kinds(registry: Any) -> list[str]:
    """Return the kinds of ids that there are; what begins with an underscore says more about them."""
    return [kind for kind in registry.record if kind not in _HEAD and not kind.startswith("_") and registry.ids(kind)]


def _known(registry: Any, kind: str, name: str, version: str, folder: Path) -> dict[str, Any]:
    told: dict[str, Any] = {"id": f"minecraft:{name}", "name": registry.display(name)}
    if kind == "item":
        from mcgod.grammar import recipes

        made = [{"count": count, "from": dict(needs)} for count, needs in recipes.load(version, folder).get(name, [])]
        told |= {"stack": registry.stack(name), "food": registry.food(name), "recipes": made[:20]}
    elif kind == "block":
        told["states"] = registry.states(name)
    elif kind == "enchantment":
        told["max_level"] = registry.max_level(name)
    return told
