"""The gateway as a process: settings in, an HTTP server until a signal, and a clean end."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn

from mcgod.bridge.stopping import on_signals
from mcgod.gateway import address
from mcgod.gateway.app import build
from mcgod.gateway.calls import Calls
from mcgod.gateway.engines import Engine, Plain
from mcgod.gateway.sessions import Sessions
from mcgod.gateway.work import Work

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from mcgod.config import Config
    from mcgod.god.turn import Services
    from mcgod.paths import Paths

_KEEP = 75  # seconds that an idle connection stays open: longer than a caller's own pool keeps it
_ENOUGH = 5.0  # seconds beyond the drain, in which what was told to stop does so


def serve(
    config: Config,
    paths: Paths,
    services: Services,
    *,
    resolve: Callable[..., dict[str, Any]],
    ready: Callable[[str], None],
) -> None:
    """Serve until SIGTERM or SIGINT; ``ready`` is told the address. Raises Busy and BadConfig."""
    token, given = address.token_of(config)
    with address.alone(paths.run_root):
        calls = Calls(paths.gateway / "calls")
        sessions = Sessions(config, services.store)
        work = Work(config, services, sessions=sessions, calls=calls, engine=engine_of(config, paths))
        app = build(
            work,
            token=token,
            resolve=resolve,
            max_body=config["gateway.max_body"],
            at_once=config["gateway.concurrency"],
            queue=config["gateway.queue"],
            drain=config["gateway.drain"],
        )
        door = address.listen(config["gateway.host"], config["gateway.port"])

        def started() -> None:
            host, port = door.getsockname()[:2]
            ready(address.publish(paths.run_root, host, port, "" if given else token))

        with door:
            asyncio.run(Server(app, drain=config["gateway.drain"], started=started).run(door))


def engine_of(config: Config, paths: Paths) -> Engine:
    """Return the engine that the settings name. Raises StoreFailed."""
    if config["gateway.engine"] == "plain":
        return Plain()
    from mcgod.gateway.stategraph import Graphs  # noqa: PLC0415 - a second that the plain engine does without

    return Graphs(paths.gateway / "turns.sqlite")


class Server(uvicorn.Server):
    """Uvicorn that ends with 0 on a signal, and tells the desk of it at once."""

    def __init__(self, app: Any, *, drain: float, started: Callable[[], None] = lambda: None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
                ws="none",
                lifespan="on",
                log_config=None,
                access_log=False,
                server_header=False,
                timeout_keep_alive=_KEEP,
                timeout_graceful_shutdown=round(drain + _ENOUGH),
            )
        )
        self._app = app
        self._tell = started

    async def run(self, door: socket.socket) -> None:  # type: ignore[override]
        """Serve on ``door``, which listens already."""
        on_signals(self.stop)
        await self.serve(sockets=[door])

    def stop(self) -> None:
        """Refuse what comes, and end when what runs has ended."""
        self._app.state.gate.desk.stop()
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve, and say so."""
        await super().startup(sockets)
        if self.started:
            self._tell()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to ``run``."""
        yield
