"""``mcgod bridge``: the one owner of the game connection."""

from __future__ import annotations

import json as codec
from typing import Annotated, Any

import typer

from mcgod.errors import BadUsage

from ._app import App, app_of
from ._options import Json

app = typer.Typer(no_args_is_help=True)


@app.command()
def serve(
    ctx: typer.Context,
    log: Annotated[
        str | None, typer.Option("--log", metavar="FILE", help="The server's log; - reads it from stdin.")
    ] = None,
    beginning: Annotated[
        bool, typer.Option("--beginning", help="Read a log that was never read before from its start.")
    ] = False,
    port: Annotated[int | None, typer.Option("--port", metavar="PORT", help="The port on loopback.")] = None,
    json: Json = None,
) -> None:
    """Serve the game's events and commands on loopback until SIGTERM or SIGINT."""
    import asyncio
    import io

    from mcgod.bridge import notify
    from mcgod.bridge.daemon import Daemon
    from mcgod.god.bridging import options

    this = app_of(ctx)
    this.set_flags(bridge__port=port, log__path=None if log == "-" else log)
    this.answer_in(json)
    notify.configure(this.environ.get("NOTIFY_SOCKET", ""))
    # Unbuffered: a thread that waits in a buffered stdin holds its lock, and Python aborts when it ends.
    pipe = io.FileIO(0, closefd=False) if log == "-" else None
    chosen = options(this.config, this.paths, beginning=beginning, pipe=pipe)

    def ready(here: Any) -> None:
        facts = {"host": here.host, "port": here.port, "pid": here.pid, "stream": here.stream}
        this.out.emit(facts, f"bridge on {here.host}:{here.port}, stream {here.stream}")
        this.out.flush()
        if chosen.game is None and chosen.mod is None:
            this.out.note("no server is configured: commands will not run")
        if chosen.log is None:
            heard = "only what the mod tells" if chosen.mod else "nothing"
            this.out.note(f"no log is configured: {heard} will be heard; set server.dir or log.path, or give --log")

    async def run() -> None:
        await Daemon(chosen).serve(ready)

    asyncio.run(run())


@app.command()
def status(ctx: typer.Context, json: Json = None) -> None:
    """Tell how the bridge is: connections, events, and how much of the log was understood."""
    this = app_of(ctx)
    this.answer_in(json)
    told = _call(this, "status")
    log, rcon, events = told["log"], told["rcon"], told["events"]
    up = {None: "not tried yet", True: "up", False: f"down: {rcon['error']}"}[rcon["up"]]
    users = f"{told['clients']} clients, {told['subscribers']} subscribers"
    lines = [
        f"pid       {told['pid']}, up {told['uptime']:.0f} s, {users}",
        f"events    {events['first']} to {events['last']} of stream {told['stream']}",
        f"rcon      {up if rcon['configured'] else 'not configured'}",
    ]
    if told.get("mod"):
        lines.append(f"mod       {_mod_line(told['mod'])}")
    if log:
        odd = log["strange"] + log["unread"]
        understood = f"{log['understood']} of {log['lines']} lines understood"
        lines.append(
            f"log       {log['path']}: {understood}{f', {odd} look as if they should have been' if odd else ''}"
        )
    if facts := told.get("facts"):
        lines.append(f"facts     {facts['kept']} kept" + (f", then: {facts['error']}" if facts["error"] else ""))
    this.out.emit(told, "\n".join(lines))


@app.command()
def stop(ctx: typer.Context, json: Json = None) -> None:
    """End the bridge; it drains first."""
    this = app_of(ctx)
    this.answer_in(json)
    this.out.emit(_call(this, "stop"), "stopping")


@app.command()
def call(
    ctx: typer.Context,
    method: Annotated[str, typer.Argument(metavar="METHOD", help="Such as status, events, command, say, player.")],
    params: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="A value may be JSON, else it is a text.")
    ] = None,
    args: Annotated[str | None, typer.Option("--args", metavar="JSON", help="All of them as one object.")] = None,
    json: Json = None,
) -> None:
    """Call one method of the bridge and print its result as JSON."""
    this = app_of(ctx)
    this.answer_in(json)
    told = _call(this, method, **_params(params or [], args))
    this.out.emit(told, codec.dumps(told, ensure_ascii=False, indent=2))


@app.command()
def discover(ctx: typer.Context, json: Json = None) -> None:
    """Print where the bridge is; its tokens are in run/bridge.json."""
    from mcgod.bridge import address

    this = app_of(ctx)
    this.answer_in(json)
    here = address.read(this.paths.run_root)
    facts = {"host": here.host, "port": here.port, "pid": here.pid, "stream": here.stream}
    this.out.emit(facts | {"file": str(this.paths.run_root / "bridge.json")}, f"{here.host}:{here.port}")


def _mod_line(told: dict[str, Any]) -> str:
    if not told["up"]:
        return f"down: {told['error']}" if told["discovery"] else "not tried yet"
    mod, found = told["mod"], told["discovery"]
    lost = f", {told['lost']} events lost" if told["lost"] else ""
    return f"{mod['vantage']} {mod['version']}, Minecraft {mod['minecraft']}, port {found['port']}{lost}"


def _call(this: App, method: str, **params: Any) -> Any:
    from mcgod.bridge.patience import patience

    with this.dial(timeout=patience(method, params, this.config["rcon.timeout"])) as bridge:
        return bridge.call(method, **params)


def _params(pairs: list[str], args: str | None) -> dict[str, Any]:
    made: dict[str, Any] = {}
    if args is not None:
        try:
            made = codec.loads(args)
        except ValueError as error:
            raise BadUsage(f"--args is not JSON: {error}") from None
        if not isinstance(made, dict):
            raise BadUsage("--args is an object")
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadUsage(f"{pair!r} is not NAME=VALUE")
        try:
            made[name] = codec.loads(value)
        except ValueError:
            made[name] = value
    return made
