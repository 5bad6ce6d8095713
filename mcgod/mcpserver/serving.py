"""The server on its transports: standard streams, or streamable HTTP; from start to a clean end."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import uvicorn
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings

from mcgod import fsio, jsonl
from mcgod.bridge.stopping import on_signals
from mcgod.errors import BadConfig, Busy, StoreFailed
from mcgod.mcpserver import pipes
from mcgod.mcpserver.calls import Calls
from mcgod.mcpserver.guard import Guard, is_loopback
from mcgod.mcpserver.wire import Speaker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mcgod.config import Config
    from mcgod.mcpserver.desk import Desk
    from mcgod.mcpserver.offers import Offers

PATH = "/mcp"
_FAREWELL = 5.0  # seconds for calls under way to end
_SHORTEST = 16  # characters of a token; less can be guessed
_CLIENTS = 256  # connections at a time
_BODY = 4 << 20  # bytes of a request


class Here(NamedTuple):
    """Where the server listens."""

    url: str
    file: str

    def to_json(self) -> dict[str, Any]:
        """Return ``{"url","file"}``; the token is in the file."""
        return self._asdict()


class Address(NamedTuple):
    """Where to listen, and what to ask of clients. ``made``: the token is of this run only."""

    host: str
    port: int
    guard: Guard
    made: bool

    def __repr__(self) -> str:
        return f"Address({self.host}:{self.port})"


def address_of(config: Config) -> Address:
    """Read where to listen from the settings. Raises BadConfig: without a token nobody listens but on loopback."""
    host, token = config["mcp.host"], config.secret("mcp.token")
    if not token and not is_loopback(host):
        raise BadConfig(
            f"mcp.host {host} is more than this machine, and there is no token",
            hint="mcgod config set mcp.token - < FILE",
        )
    if token and len(token) < _SHORTEST:
        raise BadConfig(f"mcp.token is shorter than {_SHORTEST} characters")
    guard = Guard(token or secrets.token_urlsafe(32), not is_loopback(host), tuple(config["mcp.origins"]))
    return Address(host, config["mcp.port"], guard, made=not token)


async def over_streams(desk: Desk, offers: Offers) -> None:
    """Serve the client on our standard streams, until it closes them or a signal asks for the end."""
    _quiet()
    calls = Calls()
    with pipes.claimed() as (reading, writing):
        incoming, outgoing = pipes.LinesIn(reading), pipes.LinesOut(writing)
        stopped = asyncio.Event()
        on_signals(stopped.set)
        server = Speaker(desk, offers, calls).server()

        async def serve() -> None:
            async with stdio_server(incoming, outgoing) as (read, write):  # type: ignore[arg-type]
                await server.run(read, write, server.create_initialization_options())

        tasks = [asyncio.create_task(one) for one in (serve(), stopped.wait(), outgoing.gone.wait())]
        await _first(tasks, calls)
        outgoing.close()


async def over_http(desk: Desk, offers: Offers, address: Address, ready: Callable[[Here], None]) -> None:
    """Serve clients over HTTP until a signal asks for the end. Raises Busy when the port is taken."""
    _quiet()
    calls = Calls()
    app = (
        Speaker(desk, offers, calls)
        .server()
        .streamable_http_app(
            streamable_http_path=PATH,
            max_request_body_size=_BODY,
            # The guard below has looked already, and the SDK's own knows no single names.
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )
    )
    with _listening(address) as sock, _published(desk.paths.run_root, desk.scope.name, address, sock) as here:
        config = uvicorn.Config(
            guarded(app, address.guard),
            log_config=None,
            ws="none",
            limit_concurrency=_CLIENTS,
            timeout_graceful_shutdown=2,
            access_log=False,
        )
        server = _Quiet(config)
        stopped = asyncio.Event()
        on_signals(stopped.set)
        serving = asyncio.create_task(server.serve(sockets=[sock]))
        ready(here)
        waiting = asyncio.create_task(stopped.wait())
        await asyncio.wait([serving, waiting], return_when=asyncio.FIRST_COMPLETED)
        server.should_exit = True
        await calls.close(_FAREWELL)
        await serving
        waiting.cancel()


def guarded(app: Any, guard: Guard) -> Any:
    """Return ``app`` (ASGI) behind ``guard``: it sees no request that is refused."""

    async def outer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
            if refusal := guard.refusal(headers):
                kind = [(b"content-type", b"text/plain; charset=utf-8")]
                more = [(b"www-authenticate", b"Bearer")] if refusal.status == 401 else []
                await send({"type": "http.response.start", "status": refusal.status, "headers": kind + more})
                await send({"type": "http.response.body", "body": f"{refusal.why}\n".encode()})
                return
        await app(scope, receive, send)

    return outer


class _Quiet(uvicorn.Server):
    """A server that leaves the signals to us: uvicorn would raise them again once it has ended."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


async def _first(tasks: list[asyncio.Task[Any]], calls: Calls) -> None:
    """Wait for the first of ``tasks`` to end, and end the others and the calls. Raises what the first one raised."""
    done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
    await calls.close(_FAREWELL)
    for task in done:
        task.result()


@contextmanager
def _listening(address: Address) -> Iterator[socket.socket]:
    """Listen. Raises Busy, and BadConfig for an address that is not of this machine."""
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    # A socket of unknown protocol is one for which asyncio leaves small packets waiting.
    with socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP) as sock:
        if os.name != "nt":
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind((address.host, address.port))
        except socket.gaierror:
            raise BadConfig(f"mcp.host {address.host} is no address") from None
        except OSError as error:
            why = f"cannot listen on {address.host}:{address.port}: {error.strerror}"
            raise Busy(why, hint="see mcp.port") from error
        yield sock


@contextmanager
def _published(run_root: Path, scope: str, address: Address, sock: socket.socket) -> Iterator[Here]:
    """Write ``run/mcp-SCOPE.json``, which only its owner may read, and take it back at the end.

    {"v":1,"url":"http://127.0.0.1:40123/mcp","token":"…","pid":4711}

    A token that was set is not copied there: it is null.
    """
    host = f"[{address.host}]" if ":" in address.host else address.host
    path = run_root / f"mcp-{scope}.json"
    here = Here(f"http://{host}:{sock.getsockname()[1]}{PATH}", str(path))
    fsio.make_folder(run_root)
    token = address.guard.token if address.made else None
    data = jsonl.document({"v": 1, "url": here.url, "token": token, "pid": os.getpid()})
    fsio.replace_file(path, data)
    try:
        yield here
    finally:
        with suppress(OSError, StoreFailed):
            if path.read_bytes() == data:  # else another of this scope has begun since
                fsio.remove(path)


def _quiet() -> None:
    """Keep the log of the packages off standard error, where logging puts it when nobody has set it up."""
    for name in ("mcp", "uvicorn", "httpx2"):
        logger = logging.getLogger(name)
        if not logger.handlers:
            logger.addHandler(logging.NullHandler())
