"""``mcgod config``: settings, with where each came from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from mcgod.errors import BadUsage

from ._app import app_of
from ._options import Json

app = typer.Typer(no_args_is_help=True)

Name = Annotated[str, typer.Argument(metavar="NAME", help="A setting, such as rcon.port.")]


@app.command()
def init(
    ctx: typer.Context,
    server_dir: Annotated[Path, typer.Option("--server-dir", metavar="DIR", help="The folder the server runs in.")],
    json: Json = None,
) -> None:
    """Read a Minecraft server's folder and write config.toml.

    The RCON password is not copied: it is read from server.properties whenever it is needed.
    """
    from mcgod.configfile import edit
    from mcgod.game.folder import ServerFolder

    this = app_of(ctx)
    this.answer_in(json)
    folder = ServerFolder(server_dir.expanduser().absolute())
    changes = {"server.dir": str(folder.path), "server.kind": folder.kind}
    if folder.version:
        changes["server.version"] = folder.version
    edit(this.paths.config, changes)
    found = {
        "config": str(this.paths.config),
        **changes,
        "rcon": folder.rcon_enabled,
        "world": folder.level_name,
        "log": str(folder.log) if folder.log.is_file() else None,
        "operators": len(folder.operators),
        "players": len(folder.uuids),
    }
    this.out.emit(found, "\n".join(f"{key:<15} {'-' if value is None else value}" for key, value in found.items()))
    if not folder.rcon_enabled:
        this.out.note(
            f"RCON is off: set enable-rcon=true and rcon.password in {folder.properties_file}, then restart the server"
        )
    if not folder.version:
        this.out.note("the game version is not known: mcgod config set server.version 1.21.4")


@app.command()
def show(
    ctx: typer.Context,
    origin: Annotated[bool, typer.Option("--origin", help="Say where each value came from.")] = False,
    json: Json = None,
) -> None:
    """Print every setting; secrets are masked."""
    this = app_of(ctx)
    this.answer_in(json)
    values = list(this.config)
    if this.out.json:
        shown: dict[str, Any] = {
            value.setting.name: {"value": value.shown(), "origin": value.origin} if origin else value.shown()
            for value in values
        }
        this.out.emit(shown, "")
        return
    rows = [[value.setting.name, _text(value.shown()), *([value.origin] if origin else [])] for value in values]
    this.out.table(rows, header=("setting", "value", *(["from"] if origin else [])))


@app.command()
def get(ctx: typer.Context, name: Name, json: Json = None) -> None:
    """Print one setting's value; a secret is masked."""
    this = app_of(ctx)
    this.answer_in(json)
    value = this.config.value(name)
    this.out.emit({"name": name, "value": value.shown(), "origin": value.origin}, _text(value.shown()))


@app.command("set")
def set_(
    ctx: typer.Context,
    name: Name,
    value: Annotated[
        str, typer.Argument(metavar="VALUE", help="The value; - reads it from stdin, as secrets must be.")
    ],
    json: Json = None,
) -> None:
    """Write a setting to config.toml."""
    from mcgod.config import unknown
    from mcgod.configfile import edit
    from mcgod.settings import find

    this = app_of(ctx)
    this.answer_in(json)
    setting = find(name)
    if setting is None:
        raise unknown(name)
    if setting.secret and value != "-":
        raise BadUsage(
            f"{name} is a secret and would show in the process list", hint=f"mcgod config set {name} - < FILE"
        )
    checked = setting.read(_typed(name) if value == "-" else value)
    edit(this.paths.config, {name: checked})
    shown = "********" if setting.secret else checked
    this.out.emit({"name": name, "value": shown}, f"{name} = {_text(shown)}")


@app.command()
def unset(ctx: typer.Context, name: Name, json: Json = None) -> None:
    """Remove a setting from config.toml, so that the next layer counts."""
    from mcgod.config import unknown
    from mcgod.configfile import edit
    from mcgod.settings import find

    this = app_of(ctx)
    this.answer_in(json)
    if find(name) is None:
        raise unknown(name)
    edit(this.paths.config, {name: None})
    this.out.emit({"name": name, "value": None}, f"{name} is unset")


@app.command()
def path(ctx: typer.Context, json: Json = None) -> None:
    """Print where config.toml is, or would be."""
    this = app_of(ctx)
    this.answer_in(json)
    this.out.emit({"path": str(this.paths.config), "exists": this.paths.config.is_file()}, str(this.paths.config))


def _typed(name: str) -> str:
    """Read a value from a pipe, or from the terminal without showing it. Blanks stay, the line end goes."""
    if sys.stdin.isatty():
        from getpass import getpass

        return getpass(f"{name}: ")
    return sys.stdin.read().rstrip("\r\n")


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(value) if isinstance(value, list) else str(value)
