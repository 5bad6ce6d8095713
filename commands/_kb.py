"""What the commands of ``mcgod kb`` share: which bases are meant, what is typed into fields, how an entry is shown."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mcgod.errors import BadInput, BadUsage
from mcgod.kb import fields
from mcgod.kb.port import BASES, Reference

from ._moments import local as clock

if TYPE_CHECKING:
    from mcgod.kb.bases import Bases
    from mcgod.kb.local import LocalBase
    from mcgod.kb.port import Entry

    from ._app import App

Kb = Annotated[str | None, typer.Option("--kb", metavar="BASE", help="agent, world or all.", show_default=False)]
Ref = Annotated[str, typer.Argument(metavar="REF", help="Such as world:page:villages/north, or its last part.")]
Title = Annotated[str | None, typer.Option("--title", metavar="TITLE", help="What it is called.")]
Tags = Annotated[str | None, typer.Option("--tags", metavar="TAGS", help="Tags, with commas between.")]
Type = Annotated[str | None, typer.Option("--type", metavar="TYPE", help="A word such as landmark or guide.")]
At = Annotated[
    str | None, typer.Option("--at", metavar="X,Y,Z[,DIMENSION]", help="Where it is, in blocks.", show_default=False)
]
LONGEST = 4_000_000  # bytes of a page on standard input


def bases(this: App) -> Bases:
    """Return the bases of this run."""
    from mcgod.god.gamedata import version
    from mcgod.kb.bases import Bases

    return Bases(this.config, this.paths, lambda: version(this.config))


def named(kb: str | None, *, otherwise: str = "all") -> list[str]:
    """Return the bases that ``--kb`` means, the world's first. Raises BadUsage."""
    wanted = kb or otherwise
    if wanted == "all":
        return [*reversed(BASES)]
    if wanted not in BASES:
        raise BadUsage(f"{wanted!r} is no knowledge base", hint="agent, world or all")
    return [wanted]


def one(kb: str | None, reference: str = "") -> str:
    """Return the one base to write to: of ``--kb``, of the reference, else the world's. Raises BadUsage."""
    read = Reference.read(reference).kb if reference else ""
    if kb and read and kb != read:
        raise BadUsage(f"--kb {kb} and {reference!r} name two bases")
    if kb == "all":
        raise BadUsage("that goes to one base", hint="--kb agent, or --kb world")
    return named(kb or read or None, otherwise="world")[0]


def holder(this: App, kb: str | None, reference: str) -> LocalBase:
    """Return the base in a folder that has, or has had, the entry. Raises NotFound, BadUsage."""
    from mcgod.errors import NotFound

    known, wanted = bases(this), Reference.read(reference)
    names = [name for name in named(kb) if wanted.kb in ("", name) and known.is_local(name)]
    if not names:
        return known.local(one(kb, reference))
    for name in names[:-1]:
        try:
            known.local(name).was(reference)
        except NotFound:
            continue
        return known.local(name)
    return known.local(names[-1])


def typed(title: str | None, tags: str | None, kind: str | None, at: str | None) -> dict[str, Any]:
    """Return the fields that options give. Raises BadUsage."""
    given: dict[str, Any] = {"title": title, "tags": tags, "type": kind}
    if at:
        *numbers, dimension = at.split(",") if at.count(",") == 3 else (*at.split(","), "")
        try:
            given["position"] = [float(number) for number in numbers]
        except ValueError:
            raise BadUsage(f"--at {at!r} is no place", hint="such as 120,64,-300 or 10,70,3,the_nether") from None
        given["dimension"] = dimension.strip() or None
    try:
        return {name: fields.check(name, value) for name, value in given.items() if value is not None}
    except BadInput as error:
        raise BadUsage(error.message, hint=error.hint) from None


def piped() -> str:
    """Return the text on standard input. Raises BadInput."""
    data = sys.stdin.buffer.read(LONGEST + 1)
    if len(data) > LONGEST:
        raise BadInput(f"standard input is over {LONGEST} bytes long")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("standard input is not UTF-8 text") from None


def refitted(known: Bases, found: Entry, body: str | None, given: dict[str, Any], author: str) -> Entry:
    """Give a page or a memory another text or other fields."""
    if found.kind == "page":
        return known[found.kb].update_page(found.id, body=body, given=given, author=author)
    base = known.local(found.kb)
    from mcgod.kb import memories

    record = memories.parse(base.text(found.reference), str(found.reference))
    return base.put_memory(record | given | ({} if body is None else {"content": body.strip()}), author=author)


def rewritten(this: App, known: Bases, found: Entry, author: str) -> Entry:
    """Let the person change an entry in the editor: its whole file, or the text that a server keeps."""
    from ._editor import edited

    if not known.is_local(found.kb):
        base = known[found.kb]
        return edited(
            this, found.body, ".md", lambda new: base.update_page(found.id, body=new, author=author), instead="write -"
        )
    local, whole = known.local(found.kb), found.reference
    old, suffix = local.text(whole), ".md" if found.kind == "page" else ".json"
    return edited(
        this, old, suffix, lambda new: local.write(whole, new, author=author, expect=old), instead="write - for stdin"
    )


def shown(entry: Entry) -> str:
    """Return an entry for a person: what it is, then its text."""
    place = entry.place
    facts = [
        str(entry.reference),
        str(entry.more.get("type") or entry.more.get("status") or ""),
        ", ".join(entry.tags),
        f"at {place.x:g} {place.y:g} {place.z:g} in {place.dimension}" if place else "",
        clock(int(entry.updated * 1000)) if entry.updated else "",
    ]
    body = entry.body.strip()
    if body.startswith(f"# {entry.title}\n"):
        body = body.partition("\n")[2].strip()
    return f"{entry.title}\n{'  '.join(fact for fact in facts if fact)}\n\n{body}"
