"""``mcgod events``: what happens on the server, as lines for a shell."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from mcgod.errors import BadUsage

from ._app import App, app_of
from ._options import Json

app = typer.Typer(no_args_is_help=True)

Types = Annotated[
    list[str] | None, typer.Option("--type", "-t", metavar="TYPE", help="Only of this type; god.* takes all of a kind.")
]
Player = Annotated[str | None, typer.Option("--player", "-p", metavar="PLAYER", help="Only of this player.")]
Grep = Annotated[str | None, typer.Option("--grep", metavar="RE", help="Only whose text this pattern is found in.")]


@app.command()
def tail(
    ctx: typer.Context,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Go on with what happens from now on.")] = False,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="WHERE", help="After a number, last:N, a time, or 15m ago; last:10 by default."
        ),
    ] = None,
    types: Types = None,
    player: Player = None,
    grep: Grep = None,
    limit: Annotated[int | None, typer.Option("--limit", "-n", metavar="N", min=1, help="At most N events.")] = None,
    cursor: Annotated[
        str | None,
        typer.Option("--cursor", metavar="NAME", help="Begin where NAME was saved, and save it as events go out."),
    ] = None,
    json: Json = None,
) -> None:
    """Print events, oldest first: JSON lines, or a line each for a person at a terminal."""
    from mcgod.bridge.past import read_since

    from ._tail import Tail, Wanted

    this = app_of(ctx)
    if since is not None and cursor is not None:
        raise BadUsage("--since and --cursor exclude each other")
    wanted = Wanted.of(types or (), player, _pattern(grep))
    tailed = Tail(this, wanted, as_lines=this.answer_in_lines(json), limit=limit, cursor=cursor)
    tailed.run(read_since(since or ("0" if cursor else "last:10")), follow=follow)
    if not tailed.printed and not follow:
        raise typer.Exit(1)


@app.command()
def wait(
    ctx: typer.Context,
    types: Types = None,
    player: Player = None,
    grep: Grep = None,
    timeout: Annotated[float, typer.Option("--timeout", metavar="SECONDS", min=0, help="How long to wait.")] = 60.0,
    since: Annotated[
        int | None, typer.Option("--since", metavar="SEQ", help="Count events after this number too.")
    ] = None,
    json: Json = None,
) -> None:
    """Wait for an event and print it. Exits with 1 when none came in time."""
    from ._tail import Wanted, first_event

    this = app_of(ctx)
    wanted = Wanted.of(types or (), player, _pattern(grep))
    event = first_event(this, wanted, since=since, timeout=timeout)
    if event is None:
        this.out.note(f"nothing of the kind within {timeout:g} seconds")
        raise typer.Exit(1)
    _show(this, event, as_lines=this.answer_in_lines(json))


@app.command()
def mark(
    ctx: typer.Context,
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What the mark says.")],
    json: Json = None,
) -> None:
    """Put a mark into the stream and print its number."""
    this = app_of(ctx)
    this.answer_in(json)
    with this.dial() as bridge:
        told = bridge.call("mark", text=" ".join(text))
    this.out.emit(told, str(told["seq"]))


@app.command()
def stats(
    ctx: typer.Context,
    since: Annotated[str, typer.Option("--since", metavar="WHERE", help="From a number, a time, or 60m ago.")] = "60m",
    json: Json = None,
) -> None:
    """Count events by type, with their rate; a small chart at a terminal."""
    from ._stats import chart, count

    this = app_of(ctx)
    this.answer_in(json)
    told = count(this, since)
    this.out.emit(told, chart(told, width=40))
    if not told["events"]:
        raise typer.Exit(1)


@app.command()
def cursor(
    ctx: typer.Context,
    deed: Annotated[str, typer.Argument(metavar="save|load", help="What to do.")],
    name: Annotated[str, typer.Argument(metavar="NAME", help="The cursor's name.")],
    seq: Annotated[int | None, typer.Argument(metavar="[SEQ]", help="For save; the newest event's by default.")] = None,
    json: Json = None,
) -> None:
    """Save how far a script has come, or print it: 0 when nothing was saved."""
    from mcgod.bridge import cursors
    from mcgod.bridge.past import stream_of

    this = app_of(ctx)
    this.answer_in(json)
    stream = stream_of(this.events)
    if deed == "load":
        seq = cursors.load(this.events.folder, name, stream) or 0
    elif deed == "save":
        seq = this.events.newest(stream) if seq is None else seq
        cursors.save(this.events.folder, name, stream, seq)
    else:
        raise BadUsage(f"{deed!r} is neither save nor load")
    this.out.emit({"name": name, "stream": stream, "seq": seq}, str(seq))


@app.command()
def parse(
    ctx: typer.Context,
    files: Annotated[
        list[str] | None, typer.Argument(metavar="[FILE|-]...", help="Logs, plain or gzip; stdin by default.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Lines that say nothing, too.")] = False,
    roster: Annotated[
        str | None, typer.Option("--roster", metavar="NAMES", help="Known players, commas between.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--kind", metavar="KIND", help="The server kind; found out otherwise.")
    ] = None,
    private: Annotated[bool, typer.Option("--private", help="Keep whispers and passwords.")] = False,
    encoding: Annotated[str, typer.Option("--encoding", help="The logs' encoding.")] = "utf-8",
    json: Json = None,
) -> None:
    """Turn logs into events, without a bridge. Exits with 1 when there were none."""
    from ._parse import parse_logs

    this = app_of(ctx)
    names = tuple(name.strip() for name in (roster or "").split(",") if name.strip())
    if not parse_logs(
        this, files or ["-"], everything=everything, roster=names, kind=kind, private=private, encoding=encoding,
        as_lines=this.answer_in_lines(json),
    ):  # fmt: skip
        raise typer.Exit(1)


def _pattern(text: str | None) -> re.Pattern[str] | None:
    try:
        return re.compile(text) if text else None
    except re.error as error:
        raise BadUsage(f"--grep is no pattern: {error}") from None


def _show(this: App, event: dict[str, Any], *, as_lines: bool) -> None:
    from ._tail import line_of

    if as_lines:
        this.out.record(event)
    else:
        this.out.emit(event, line_of(event))
