"""``mcgod kb``: what is known, of the game and of this world."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from mcgod.errors import BadUsage

from . import _kb_facts, _kb_past, _kb_resolve, _kb_search
from ._app import app_of
from ._kb import At, Kb, Ref, Tags, Title, Type, bases, holder, named, one, piped, refitted, rewritten, shown, typed
from ._options import As, Json

app = typer.Typer(no_args_is_help=True)


@app.command()
def get(ctx: typer.Context, reference: Ref, kb: Kb = None, json: Json = None) -> None:
    """Print an entry: a page, a memory or an item of the game."""
    this = app_of(ctx)
    this.answer_in(json)
    entry = bases(this).get(reference, named(kb))
    this.out.emit(entry.to_json(), shown(entry))


@app.command()
def add(
    ctx: typer.Context,
    title: Title = None,
    tags: Tags = None,
    kind: Type = None,
    at: At = None,
    page: Annotated[str, typer.Option("--id", metavar="ID", help="Its id instead of one from the title.")] = "",
    memory: Annotated[bool, typer.Option("--memory", help="A memory instead of a page: one short record.")] = False,
    kb: Kb = None,
    player: As = None,
    json: Json = None,
) -> None:
    """Add a page of Markdown from stdin, or from $EDITOR at a terminal, and print its reference.

    Front matter at its top counts as the options do. It goes to the world base unless --kb says otherwise.
    """
    from ._editor import edited

    this = app_of(ctx)
    this.answer_in(json)
    known, given, author = bases(this), typed(title, tags, kind, at), player or this.owner_name or ""

    def take(text: str) -> None:
        if memory:
            record = {**given, "content": text.strip(), **({"id": page} if page else {})}
            entry = known.local(one(kb)).put_memory(record, author=author)
        else:
            entry = known[one(kb)].add_page(text, given, page=page, author=author)
        this.out.emit(entry.to_json(), str(entry.reference))

    if sys.stdin.isatty():
        edited(this, f"# {title or ''}\n\n" if not memory else "", ".md", take, instead="pipe its Markdown in")
    else:
        take(piped())


@app.command()
def edit(
    ctx: typer.Context,
    reference: Ref,
    text: Annotated[str | None, typer.Argument(metavar="[-]", help="- takes its new text from stdin.")] = None,
    title: Title = None,
    tags: Tags = None,
    kind: Type = None,
    at: At = None,
    page: Annotated[str, typer.Option("--id", metavar="ID", help="Give the page another id.")] = "",
    kb: Kb = None,
    player: As = None,
    json: Json = None,
) -> None:
    """Change an entry in $EDITOR, or its text from stdin, or the fields that are given, and nothing else."""
    this = app_of(ctx)
    this.answer_in(json)
    if text not in (None, "-"):
        raise BadUsage(f"{text!r} is not -", hint="pipe the new text in and write - for it")
    known, given, author = bases(this), typed(title, tags, kind, at), player or this.owner_name or ""
    found = known.get(reference, named(kb))
    if found.kind == "item":
        raise BadUsage(f"{found.reference} is made of the game's own data", hint="write a page about it: mcgod kb add")
    if page:
        found = known.local(found.kb).rename(found.id, page, author=author)
    if text or given:
        found = refitted(known, found, piped() if text else None, given, author)
    elif not page:
        found = rewritten(this, known, found, author)
    this.out.emit(found.to_json(), str(found.reference))


@app.command()
def remove(ctx: typer.Context, reference: Ref, kb: Kb = None, player: As = None, json: Json = None) -> None:
    """Remove an entry. Its history stays, and restore brings it back."""
    this = app_of(ctx)
    this.answer_in(json)
    gone = holder(this, kb, reference).remove(reference, author=player or this.owner_name or "")
    this.out.emit({"removed": str(gone)}, f"removed {gone}")


for found in (_kb_search.search, _kb_search.near, _kb_resolve.resolve, _kb_search.reindex):
    app.command()(found)

for told in (_kb_facts.remember, _kb_facts.recall, _kb_facts.forget):
    app.command()(told)

for past in (_kb_past.history, _kb_past.diff, _kb_past.restore, _kb_past.links):
    app.command()(past)


@app.command("import")
def import_(
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="PATH", help="A folder, or a file of JSON lines; - reads stdin.")],
    kb: Kb = None,
    player: As = None,
    json: Json = None,
) -> None:
    """Take in a folder of Markdown, a MemorySmith's data folder, or JSON lines that export wrote.

    What differs gets a new version; what does not parse is named and left out, and the exit code is 65 then.
    """
    from ._kb_exchange import taken

    this = app_of(ctx)
    this.answer_in(json)
    taken(this, source, kb, player or this.owner_name or "")


@app.command()
def export(
    ctx: typer.Context,
    folder: Annotated[Path | None, typer.Argument(metavar="[FOLDER]", help="A new folder for the files.")] = None,
    kb: Kb = None,
    json: Json = None,
) -> None:
    """Print every page and memory as a JSON line, or write them as files to a new folder."""
    from ._kb_exchange import given_out

    this = app_of(ctx)
    this.answer_in(json)
    given_out(this, folder, kb)


@app.command()
def verify(
    ctx: typer.Context,
    adopt: Annotated[bool, typer.Option("--adopt", help="Record what other hands changed as versions.")] = False,
    kb: Kb = None,
    json: Json = None,
) -> None:
    """Look for files that do not parse, links to nothing, twins and lost histories. Exits with 1 for faults."""
    from ._kb_exchange import verified

    this = app_of(ctx)
    this.answer_in(json)
    verified(this, kb, adopt=adopt)


@app.command()
def stats(ctx: typer.Context, kb: Kb = None, json: Json = None) -> None:
    """Count what is known."""
    from ._kb_exchange import counted

    this = app_of(ctx)
    this.answer_in(json)
    counted(this, kb)
