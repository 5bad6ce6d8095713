"""``mcgod session``: conversations, each with its histories and its turn log."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from mcgod.errors import BadUsage, Busy

from ._app import app_of
from ._options import As, DryRun, Json, Provider, Stream
from ._sessions import located, row_of, speaker

app = typer.Typer(no_args_is_help=True)

Ref = Annotated[
    str, typer.Argument(metavar="REF", help="Its id, its token, or anything that starts with the id and a dash.")
]
MaybeRef = Annotated[
    str | None, typer.Argument(metavar="[REF]", help="Its id or token. (env: MCGOD_SESSION); the active one by default")
]


@app.command()
def start(
    ctx: typer.Context,
    player: As = None,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TITLE", help="A title instead of one from the first prayer.")
    ] = None,
    mode: Annotated[str, typer.Option("--mode", metavar="MODE", help="god or sudo: what its messages are.")] = "god",
    json: Json = None,
) -> None:
    """Start a session, make it the active one, and print its token."""
    this = app_of(ctx)
    this.answer_in(json)
    if mode not in ("god", "sudo"):
        raise BadUsage(f"{mode!r} is no mode of a session", hint="god or sudo")
    name, owner = speaker(this, player)
    session = this.store.start(owner, mode=mode, player=name, title=title)
    this.out.emit(row_of(session, owner, active=True), session.token)


@app.command("list")
def list_(
    ctx: typer.Context,
    player: As = None,
    everybody: Annotated[bool, typer.Option("--all", "-a", help="Everybody's sessions.")] = False,
    json: Json = None,
) -> None:
    """List sessions, the last used first. Exits with 1 when there are none."""
    this = app_of(ctx)
    this.answer_in(json)
    owners = this.store.owners() if everybody else [speaker(this, player)[1]]
    rows = []
    for owner in owners:
        active = this.store.active(owner)
        rows += [
            row_of(found, owner, active=bool(active and active.id == found.id)) for found in this.store.sessions(owner)
        ]
    if this.out.json:
        this.out.emit(rows, "")
    else:
        from ._moments import local

        cells = [
            [
                "*" if row["active"] else "x" if row["closed"] else "",
                row["token"],
                row["owner"],
                local(row["updatedAt"]),
                row["title"],
            ]
            for row in rows
        ]
        this.out.table(cells, header=("", "token", "owner", "last used", "title"))
    if not rows:
        this.out.note("no sessions")
        raise typer.Exit(1)


@app.command()
def show(ctx: typer.Context, reference: MaybeRef = None, player: As = None, json: Json = None) -> None:
    """Show what was said in a session."""
    from ._transcript import plain

    this = app_of(ctx)
    this.answer_in(json)
    owner, session = located(this, reference, player)
    this.out.emit(session.to_json() | {"token": session.token, "owner": owner}, plain(session))


@app.command()
def resume(ctx: typer.Context, reference: Ref, player: As = None, json: Json = None) -> None:
    """Make a session the active one again; a closed one is re-opened."""
    this = app_of(ctx)
    this.answer_in(json)
    owner, found = located(this, reference, player)
    session = this.store.activate(owner, found.id)
    this.out.emit(row_of(session, owner, active=True), session.token)


@app.command()
def rename(
    ctx: typer.Context,
    reference: Ref,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="At most 100 characters.")],
    player: As = None,
    json: Json = None,
) -> None:
    """Give a session a title and print its new token; old tokens go on working."""
    this = app_of(ctx)
    this.answer_in(json)
    if not title.strip():
        raise BadUsage("an empty title")
    owner, found = located(this, reference, player)
    session = this.store.update(owner, found.id, lambda changed: changed.rename(title))
    this.out.emit(row_of(session, owner, active=False), session.token)


@app.command()
def remove(ctx: typer.Context, reference: Ref, player: As = None, json: Json = None) -> None:
    """Delete a session with its turns; the last used of the rest becomes active."""
    this = app_of(ctx)
    this.answer_in(json)
    owner, session = located(this, reference, player)
    this.store.remove(owner, session.id)
    this.out.emit({"removed": session.token, "owner": owner}, f"removed {session.token}")


@app.command()
def close(ctx: typer.Context, reference: MaybeRef = None, player: As = None, json: Json = None) -> None:
    """Close a session: the owner's next prayer starts a new one."""
    this = app_of(ctx)
    this.answer_in(json)
    owner, found = located(this, reference, player)
    session = this.store.close(owner, found.id)
    this.out.emit(row_of(session, owner, active=False), f"closed {session.token}")


@app.command()
def message(
    ctx: typer.Context,
    reference: Ref,
    text: Annotated[
        list[str] | None, typer.Argument(metavar="TEXT", help="The message; - reads it from stdin.")
    ] = None,
    player: As = None,
    provider: Provider = None,
    dry_run: DryRun = False,
    stream: Stream = None,
    json: Json = None,
) -> None:
    """Send a message to a session and print the answer: a prayer, or an order where its mode is sudo."""
    from mcgod.god.owners import may_sudo
    from mcgod.god.turn import Request

    from ._turn import take_turn
    from ._words import spoken

    this = app_of(ctx)
    this.set_flags(model__provider=provider)
    this.answer_in(json)
    words = spoken(text or [], what="message")
    _, session = located(this, reference, player)
    if session.mode == "sudo":
        may_sudo(this.config, player or this.owner_name or session.player)
    request = Request(words, mode=session.mode, player=player, dry_run=dry_run)
    take_turn(this, request, session=reference, stream=stream)


@app.command()
def export(
    ctx: typer.Context,
    reference: MaybeRef = None,
    player: As = None,
    turns: Annotated[bool, typer.Option("--turns", help="The turn log, as JSON lines.")] = False,
    json: Json = None,
) -> None:
    """Print a session as Markdown, or as JSON with its turn log."""
    from ._transcript import markdown

    this = app_of(ctx)
    this.answer_in(json)
    owner, session = located(this, reference, player)
    log = this.store.turns(owner, session.id)
    if log.bad:
        this.out.note(f"{log.bad} lines of the turn log did not parse and were left out")
    if turns:
        for record in log.records:
            this.out.record(record)
        return
    this.out.emit(
        session.to_json() | {"token": session.token, "owner": owner, "turnLog": log.records}, markdown(session)
    )


@app.command()
def path(ctx: typer.Context, reference: MaybeRef = None, player: As = None, json: Json = None) -> None:
    """Print the path of a session's file."""
    this = app_of(ctx)
    this.answer_in(json)
    owner, session = located(this, reference, player)
    head, turns = this.store.place(owner, session.id)
    this.out.emit({"session": head, "turns": turns}, head)


@app.command()
def history(
    ctx: typer.Context,
    reference: MaybeRef = None,
    player: As = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="As a Markdown document.")] = False,
    book: Annotated[bool, typer.Option("--book", help="As a written book, laid at the player's feet.")] = False,
    json: Json = None,
) -> None:
    """Print what was said in a session, the last 300 entries; or give it to the player as a book.

    The book needs the server, and the player (of --as, else of the session) to be online.
    """
    from . import _transcript

    this = app_of(ctx)
    this.answer_in(json)
    if markdown and book:
        raise BadUsage("--markdown and --book exclude each other")
    owner, session = located(this, reference, player)
    if book:
        from ._book import hand_over

        reader = player or this.owner_name or session.player
        if reader is None:
            raise BadUsage("who is to get the book?", hint="name a player with --as")
        count = hand_over(this, session, reader)
        told = {"player": reader, "session": session.token, "pages": count}
        this.out.emit(told, f"a book of {count} pages lies at {reader}'s feet")
        return
    said = [{"who": who, "text": text} for who, text in _transcript.spoken(session)]
    text = _transcript.markdown(session, said=True) if markdown else _transcript.history(session)
    this.out.emit({"token": session.token, "owner": owner, "title": session.title, "entries": said}, text)


@app.command()
def repair(ctx: typer.Context, reference: MaybeRef = None, player: As = None, json: Json = None) -> None:
    """Mend a session's histories, so that every provider takes them again.

    Calls without results and results without calls go, calls get ids of their own, and a prayer that stands twice
    since it failed at first stands once. Refused while a request of the owner runs.
    """
    from mcgod.store import carry

    this = app_of(ctx)
    this.answer_in(json)
    owner, found = located(this, reference, player)
    if running := next((one for one in this.requests.current() if one.owner == owner), None):
        raise Busy(f"a request of {owner} is running", hint=f"mcgod stop {running.id}, or wait for it")
    changes: dict[str, int] = {}

    def mend(session: Any) -> None:
        for name in session.histories:
            entries, changes[name] = carry.repair(session.entries(name))
            if changes[name]:
                session.set_entries(name, entries)

    session = this.store.update(owner, found.id, mend)
    said = [f"{name}: {count} entries mended" for name, count in changes.items() if count]
    this.out.emit({"session": session.token, "owner": owner, "mended": changes}, "\n".join(said) or "nothing to mend")
