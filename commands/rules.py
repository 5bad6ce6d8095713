"""``mcgod rules``: what the rules are, and what they say of a command."""

from __future__ import annotations

import json as codec
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mcgod.errors import BadInput, BadUsage, NotFound

from ._app import App, app_of
from ._options import Json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.rules.context import Context

app = typer.Typer(no_args_is_help=True)

Mode = Annotated[str, typer.Option("--mode", metavar="MODE", help="god, sudo, god_system or benevolent.")]
Player = Annotated[str | None, typer.Option("--player", metavar="PLAYER", help="Who prays.")]
Online = Annotated[
    str | None, typer.Option("--online", metavar="NAMES", help="Who is online, commas between; anybody when not given.")
]
Minecraft = Annotated[
    str | None, typer.Option("--mc", metavar="VERSION", help="The game version; the configured server's by default.")
]
Yes = Annotated[bool, typer.Option("--yes", help="As if an admin had said yes to what destroys.")]
Commands = Annotated[
    list[str], typer.Argument(metavar="COMMAND...", help="Commands, each quoted; - reads one a line from stdin.")
]


@app.command("list")
def list_(
    ctx: typer.Context,
    mode: Annotated[
        str | None, typer.Option("--mode", metavar="MODE", help="Show the limits of this mode too.")
    ] = None,
    json: Json = None,
) -> None:
    """List every rule by its code; with --mode the limits that hold in it."""
    from mcgod.rules.catalogue import OTHERS, rules

    this = app_of(ctx)
    this.answer_in(json)
    listed = [*OTHERS, *rules()]
    limits = _policies(this, mode)[mode]._asdict() if mode else {}
    if this.out.json:
        told = [{"code": one.code, "group": one.group, "guards": one.text, "hint": one.hint} for one in listed]
        this.out.emit({"rules": told, **({"limits": limits} if mode else {})}, "")
        return
    this.out.table([[one.code, one.group, one.text] for one in listed], header=("code", "group", "guards"))
    if limits:
        this.out.line("")
        this.out.table([[name, _shown(value)] for name, value in limits.items()], header=("limit", f"in mode {mode}"))


@app.command()
def show(
    ctx: typer.Context,
    code: Annotated[str, typer.Argument(metavar="CODE", help="A rule's code, such as count-cap.")],
    json: Json = None,
) -> None:
    """Tell what one rule guards, and what to do when it was broken."""
    from mcgod.rules.catalogue import find

    this = app_of(ctx)
    this.answer_in(json)
    one = find(code)
    if one is None:
        raise NotFound(f"no rule is called {code!r}", hint="mcgod rules list")
    told = {"code": one.code, "group": one.group, "guards": one.text, "hint": one.hint}
    this.out.emit(told, "\n".join(f"{name:<7} {value}" for name, value in told.items()))


@app.command()
def check(
    ctx: typer.Context,
    commands: Commands,
    mode: Mode = "god",
    player: Player = None,
    online: Online = None,
    minecraft: Minecraft = None,
    yes: Yes = False,
    json: Json = None,
) -> None:
    """Judge commands; from stdin, or with --json, one JSON line each. Exits with 1 when one is rejected."""
    from mcgod.rules.judge import judge

    this = app_of(ctx)
    this.answer_in(json)
    as_lines = this.out.json or commands == ["-"]
    context = _context(this, mode=mode, player=player, online=online, minecraft=minecraft, yes=yes)
    rejected = False
    for command in _lines(commands):
        verdict = judge(command, context)
        rejected |= not verdict.allowed
        if as_lines:
            told = verdict.to_json()
            kept = {name: told[name] for name in ("proposed", "command", "verdict", "reason", "hint", "repairs")}
            this.out.line(codec.dumps(kept, ensure_ascii=False, separators=(",", ":")))
        else:
            this.out.emit(None, _verdict(verdict))
    if rejected:
        raise typer.Exit(1)


@app.command()
def parse(ctx: typer.Context, commands: Commands, minecraft: Minecraft = None, json: Json = None) -> None:
    """Hold commands against the grammar alone: no policy, no repair. Exits with 1 when one does not parse."""
    from mcgod.grammar.match import match

    this = app_of(ctx)
    this.answer_in(json)
    as_lines = this.out.json or commands == ["-"]
    context = _context(this, minecraft=minecraft)
    all_well = True
    for command in _lines(commands):
        found = match(command, context.tree, context.registry)
        all_well &= found.ok
        if as_lines:
            told = {
                "command": command,
                "ok": found.ok,
                "message": found.message,
                "offset": found.offset,
                "expected": list(found.expected),
                "path": list(found.path),
                "spans": [span._asdict() for span in found.spans],
            }
            this.out.line(codec.dumps(told, ensure_ascii=False, separators=(",", ":"), default=str))
        else:
            expected = f"\n    expected: {' '.join(found.expected[:12])}" if found.expected else ""
            fault = f"{command}\n{' ' * found.offset}^ {found.message}{expected}"
            this.out.emit(None, f"ok  {' '.join(found.path)}" if found.ok else fault)
    if not all_well:
        raise typer.Exit(1)


@app.command("test")
def try_cases(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A TOML file of cases; - reads it from stdin.")],
    json: Json = None,
) -> None:
    """Judge an admin's own cases, and exit with 1 when a verdict differs.

    A case is a table [[case]] with command and expect (accepted, repaired, rejected, or a reason's code), and if need
    be result (the repaired command), mode, player, online and mc.
    """
    from ._cases import run_cases

    this = app_of(ctx)
    this.answer_in(json)
    differing = 0
    for outcome in run_cases(file, lambda **given: _context(this, **given)):
        differing += not outcome["as_expected"]
        if this.out.json:
            this.out.record(outcome)
        elif not outcome["as_expected"]:
            this.out.emit(None, f"{outcome['command']}\n    expected {outcome['expected']}, got {outcome['got']}")
    if not this.out.json:
        this.out.line("all as expected" if not differing else f"{differing} differ")
    if differing:
        raise typer.Exit(1)


def _lines(commands: list[str]) -> Iterator[str]:
    if commands != ["-"]:
        yield from commands
        return
    try:
        for line in sys.stdin.buffer:
            yield line.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError:
        raise BadInput("the commands on standard input are not UTF-8 text") from None


def _context(
    this: App,
    *,
    mode: str = "god",
    player: str | None = None,
    online: str | None = None,
    minecraft: str | None = None,
    yes: bool = False,
) -> Context:
    from mcgod.god.gamedata import game_data, version
    from mcgod.rules.context import Context

    registry, tree = game_data(this.paths, minecraft or version(this.config))
    if minecraft is not None and not tree.exact:
        this.out.note(f"there is no grammar of {minecraft}; the one of {tree.version} is used")
    return Context(
        registry=registry,
        tree=tree,
        mode="god" if mode == "benevolent" else mode,
        player=player or this.owner_name,
        online=frozenset(name.strip() for name in online.split(",")) if online is not None else None,
        newcomer=mode == "benevolent",
        confirmed=yes,
        policies=_policies(this, mode),
    )


def _policies(this: App, mode: str) -> dict[str, Any]:
    from mcgod.god.gamedata import policies

    known: dict[str, Any] = policies(this.config)
    if mode not in known:
        raise BadUsage(f"{mode!r} is no mode", hint=f"one of {', '.join(known)}")
    return known


def _verdict(verdict: Any) -> str:
    if not verdict.allowed:
        return f"rejected  {verdict.proposed}\n    {verdict.reason}: {verdict.hint}"
    repairs = "".join(f"\n    {repair.rule}: {repair.before or '-'} -> {repair.after}" for repair in verdict.repairs)
    return f"{verdict.verdict:<9} {verdict.command}{repairs}"


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join(value) or "-"
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
