"""``mcgod gateway``: the god over HTTP."""

from __future__ import annotations

from typing import Annotated

import typer

from mcgod.errors import BadConfig

from ._app import app_of
from ._options import Json

app = typer.Typer(no_args_is_help=True)


@app.command()
def serve(
    ctx: typer.Context,
    host: Annotated[str | None, typer.Option("--host", metavar="HOST", help="Where to listen.")] = None,
    port: Annotated[int | None, typer.Option("--port", metavar="PORT", help="The port; 0 takes any free one.")] = None,
    engine: Annotated[str | None, typer.Option("--engine", metavar="NAME", help="plain, or langgraph.")] = None,
    json: Json = None,
) -> None:
    """Serve sessions and messages over HTTP until SIGTERM or SIGINT.

    Every request but /healthz carries a bearer token: gateway.token, else the one in run/gateway.json.
    """
    from mcgod.god import setup

    from ._gateway import resolving

    this = app_of(ctx)
    this.set_flags(gateway__host=host, gateway__port=port, gateway__engine=engine)
    this.answer_in(json)
    try:
        from mcgod.gateway import server
    except ImportError as error:
        raise BadConfig(
            f"the gateway needs the package {error.name}, which is not installed", hint="pip install 'mcgod[gateway]'"
        ) from error

    def ready(url: str) -> None:
        this.out.emit({"url": url, "engine": this.config["gateway.engine"]}, f"gateway on {url}")
        this.out.flush()

    services = setup.services(this.config, this.paths, this.store, note=this.out.note)
    server.serve(this.config, this.paths, services, resolve=resolving(this), ready=ready)
