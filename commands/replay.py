"""``mcgod replay``: what was recorded of turns, shown again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from mcgod.errors import BadUsage

from ._app import App, app_of
from ._options import As, Json

if TYPE_CHECKING:
    from ._against import Against


class _Shown(TyperGroup):
    """A group whose verb is ``show`` where none is named, so that ``mcgod replay SESSION`` works."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Put the verb in front of what is neither a verb nor a cry for help."""
        if args and args[0] not in self.commands and args[0] not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=_Shown, no_args_is_help=True)


Reference = Annotated[
    str | None,
    typer.Argument(
        metavar="[SESSION]", help="Its id or token, or a file of turns. (env: MCGOD_SESSION); else the active one"
    ),
]
Number = Annotated[int | None, typer.Option("--turn", metavar="N", min=1, help="Only the session's Nth turn.")]
Everybody = Annotated[bool, typer.Option("--all", "-a", help="Everybody's sessions.")]
Speed = Annotated[
    str, typer.Option("--speed", metavar="SPEED", help="1x waits as it was, 4x a quarter, max not at all.")
]
Full = Annotated[bool, typer.Option("--full", help="Whole prompts and texts, and the pieces in which answers came.")]
Listed = Annotated[bool, typer.Option("--list", help="List the turns, a row each.")]
RulesOnly = Annotated[
    bool, typer.Option("--rules-only", help="Put what was proposed before today's rules; show what differs.")
]
Candidates = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="MODEL",
        help="Run the turns again, dry, with provider/name, oracle, local or scripted:FILE; may be repeated.",
    ),
]
Rules = Annotated[
    str | None, typer.Option("--rules", metavar="FILE", help="The limits to judge by, instead of rules.file's.")
]
Minecraft = Annotated[
    str | None, typer.Option("--mc", metavar="VERSION", help="The game version to judge by, not each turn's own.")
]
Soul = Annotated[
    str | None, typer.Option("--soul", metavar="SOUL", help="For --against: speak with this soul, not each turn's own.")
]
Prompt = Annotated[
    Path | None,
    typer.Option(
        "--prompt", metavar="FILE", help="For --against: what a command model is told to do, not the mode's own words."
    ),
]
InWorld = Annotated[
    bool,
    typer.Option("--world", help="For --against: judge by what commands change in a world as the turn saw it."),
]
Lines = Annotated[
    bool | None,
    typer.Option("--json/--pretty", help="JSON lines, or text for people, as on a terminal.", show_default=False),
]


@app.command()
def show(
    ctx: typer.Context,
    reference: Reference = None,
    turn: Number = None,
    player: As = None,
    everybody: Everybody = False,
    speed: Speed = "max",
    full: Full = False,
    listed: Listed = False,
    rules_only: RulesOnly = False,
    against: Candidates = None,
    rules: Rules = None,
    minecraft: Minecraft = None,
    soul: Soul = None,
    prompt: Prompt = None,
    world: InWorld = False,
    json: Lines = None,
) -> None:
    """Show turns as they happened: what was asked, seen, thought, judged, run and said.

    The verb may be left off. A damaged log is read up to the damage, and the exit code is then 65. With --rules-only or
    --against it is 1 when something differs from what it was: a command, a verdict or a message, or one of both sides
    gave no answer.

    With --world the accepted commands of both sides run in a sandbox, with the players, the time and whatever else the
    turn saw. Then a turn differs when what they change there does, or one side gave no answer; other words with the
    same effect do not count. What leaves no mark there (a title, a sound) still counts by its words.
    """
    from ._replay import Replay

    this = app_of(ctx)
    _check((listed, rules_only, against), judging=(rules, minecraft), asking=(soul, prompt, world))
    this.set_flags(rules__file=rules)
    replay = Replay(this, json=json)
    sources = replay.sources(reference, player, everybody=everybody)
    if rules_only:
        replay.judge(sources, turn, version=minecraft)
    elif against:
        replay.compare(sources, turn, _candidates(this, against, minecraft, soul, prompt, world=world))
    elif listed:
        replay.rows(sources, turn)
    else:
        replay.show(sources, turn, speed=speed, full=full)


def _candidates(
    this: App, names: list[str], version: str | None, soul: str | None, prompt: Path | None, *, world: bool
) -> Against:
    """Return the models to run turns again with; only who asks for them pays for their import."""
    from ._against import Against

    return Against(this, names, version=version, soul=soul, prompt=prompt, world=world)


def _check(ways: tuple[bool, bool, object], *, judging: tuple[object, ...], asking: tuple[object, ...]) -> None:
    """Raise BadUsage when more than one of the ways (list, judge, ask models) is chosen, or options of another one."""
    _, rules_only, against = ways
    if sum(map(bool, ways)) > 1:
        raise BadUsage("--list, --rules-only and --against exclude each other")
    if any(judging) and not (rules_only or against):
        raise BadUsage("--rules and --mc are for judging", hint="add --against oracle, or show with --rules-only")
    if any(asking) and not against:
        raise BadUsage("--soul, --prompt and --world are for --against", hint="add --against oracle, or another model")


@app.command()
def events(
    ctx: typer.Context,
    since: Annotated[
        str, typer.Option("--since", metavar="WHERE", help="After a number, last:N, a time, or 15m ago.")
    ] = "last:10",
    speed: Speed = "max",
    types: Annotated[
        list[str] | None, typer.Option("--type", "-t", metavar="TYPE", help="Only of this type; may be repeated.")
    ] = None,
    player: Annotated[str | None, typer.Option("--player", "-p", metavar="PLAYER", help="Only of this player.")] = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="sandbox", help="Let the players of a running sandbox do it: join, speak, leave."),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--dir", metavar="DIR", help="The sandbox's folder. Default: server.dir.", show_default=False),
    ] = None,
    json: Lines = None,
) -> None:
    """Print the events of the journal again, in their own time; with --to sandbox they happen again.

    Only what was kept when it begins is told again. Exits with 1 when there was nothing, or the sandbox refused a deed.
    """
    from mcgod.replay.timeline import speed_of

    from ._reenact import Reenact

    this = app_of(ctx)
    this.answer_in_lines(json)
    if to not in (None, "sandbox"):
        raise BadUsage(f"events cannot go to {to!r}", hint="--to sandbox")
    if folder and to is None:
        raise BadUsage("--dir is for --to sandbox")
    Reenact(this, this.sandbox_folder(folder) if to else None).run(since, types or [], player, speed_of(speed))


@app.command()
def report(
    ctx: typer.Context,
    html: Annotated[Path, typer.Option("--html", metavar="FILE", help="Where the page goes; - for stdout.")],
    reference: Reference = None,
    turn: Number = None,
    player: As = None,
    everybody: Everybody = False,
    full: Full = False,
    against: Candidates = None,
    rules: Rules = None,
    minecraft: Minecraft = None,
    soul: Soul = None,
    prompt: Prompt = None,
    world: InWorld = False,
) -> None:
    """Make one HTML page of turns, to be read anywhere: timelines, verdicts and their reasons, time, tokens, filters.

    The page needs no network and no other file. With --against it compares, and the exit code is 1 when something
    differs, as without a page. Of a damaged log it has what stands before the damage, says so, and the exit code is 65.
    """
    from ._replay import Replay
    from ._report import Report

    this = app_of(ctx)
    _check((False, False, against), judging=(rules, minecraft), asking=(soul, prompt, world))
    this.set_flags(rules__file=rules)
    replay = Replay(this, json=this.config["output"] == "json")
    sources = replay.sources(reference, player, everybody=everybody)
    candidates = _candidates(this, against, minecraft, soul, prompt, world=world) if against else None
    target = None if str(html) == "-" else html
    Report(this, candidates, everybody=everybody, full=full).write(replay, sources, turn, target)


@app.command()
def freeze(
    ctx: typer.Context,
    reference: Reference = None,
    turn: Annotated[int, typer.Option("--turn", metavar="N", min=1, help="The session's Nth turn.")] = 1,
    player: As = None,
    redact: Annotated[
        list[str] | None, typer.Option("--redact", metavar="NAME", help="Take this name out too; may be repeated.")
    ] = None,
) -> None:
    """Print a turn as a test case, with what came of it as what to expect.

    Names of players, addresses and keys are replaced, each by the same stand-in everywhere. Exits with 1 when today's
    rules already make something else of the turn; the case is printed all the same.
    """
    from ._frozen import freeze as freeze_turn
    from ._replay import Replay

    this = app_of(ctx)
    freeze_turn(this, Replay(this, json=True).sources(reference, player, everybody=False), turn, redact or [])


@app.command("test")
def run_cases(
    ctx: typer.Context,
    place: Annotated[str, typer.Argument(metavar="DIR|FILE", help="Frozen turns: every *.json of a folder, or one.")],
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="MODEL", help="Ask this model, instead of taking what was answered then."),
    ] = None,
    rules: Rules = None,
    minecraft: Minecraft = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write the outcome as JUnit XML too.")
    ] = None,
    json: Json = None,
) -> None:
    """Run frozen turns again, dry, and say which no longer come out as expected. Exits with 1 when one does not."""
    from ._frozen import run_cases as run

    this = app_of(ctx)
    this.set_flags(rules__file=rules)
    this.answer_in(json)
    run(this, place, against=against, version=minecraft, junit_file=junit)
