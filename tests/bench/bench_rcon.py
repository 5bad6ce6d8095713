"""Commands per second over one kept connection, beside a bare socket and the clients on PyPI.

All talk to the same server in another process; rounds are interleaved, so what
slows the machine slows all of them. Run with ``make bench`` or
``pytest -m bench -s tests/bench/bench_rcon.py``.
"""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import pytest
import rcon_servers

from mcgod.game.rcon import Rcon

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.bench

ROUNDS = 15
HOST, PASSWORD = "127.0.0.1", rcon_servers.PASSWORD


@pytest.fixture
def port() -> Iterator[int]:
    program = [sys.executable, str(Path(rcon_servers.__file__))]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        yield int(server.stdout.readline())
        server.communicate("\n", timeout=30)


@contextmanager
def bare(port: int) -> Iterator[Callable[[int], None]]:
    """The least that any client must do: one send and one recv."""
    with socket.create_connection((HOST, port)) as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(rcon_servers.frame(1, 3, PASSWORD.encode()))
        sock.recv(65536)
        packet = rcon_servers.frame(7, 2, b"list")

        def run(count: int) -> None:
            for _ in range(count):
                sock.sendall(packet)
                sock.recv(65536)

        yield run


@contextmanager
def ours(port: int) -> Iterator[Callable[[int], None]]:
    with Rcon(HOST, PASSWORD, port) as client:

        def run(count: int) -> None:
            for _ in range(count):
                client.command("list")

        yield run


@contextmanager
def pypi_mcrcon(port: int) -> Iterator[Callable[[int], None]]:
    from mcrcon import MCRcon

    with MCRcon(HOST, PASSWORD, port) as client:

        def run(count: int) -> None:
            for _ in range(count):
                client.command("list")

        yield run


@contextmanager
def pypi_rcon(port: int) -> Iterator[Callable[[int], None]]:
    from rcon.source import Client  # pyright: ignore[reportMissingImports]

    with Client(HOST, port, passwd=PASSWORD) as client:

        def run(count: int) -> None:
            for _ in range(count):
                client.run("list")

        yield run


@contextmanager
def pypi_aio_mc_rcon(port: int) -> Iterator[Callable[[int], None]]:
    from aiomcrcon import Client  # pyright: ignore[reportMissingImports]

    with asyncio.Runner() as runner:
        client = Client(HOST, port, PASSWORD)
        runner.run(client.connect())

        async def many(count: int) -> None:
            for _ in range(count):
                await client.send_cmd("list")

        yield lambda count: runner.run(many(count))
        runner.run(client.close())


CLIENTS = {bare: 400, ours: 400, pypi_rcon: 400, pypi_aio_mc_rcon: 400, pypi_mcrcon: 20}


def test_commands_per_second(port: int) -> None:
    speeds: dict[str, list[float]] = {client.__name__: [] for client in CLIENTS}
    with ExitStack() as stack:
        runs = [(client.__name__, stack.enter_context(client(port)), count) for client, count in CLIENTS.items()]
        for _ in range(ROUNDS):
            for name, run, count in runs:
                started = time.perf_counter()
                run(count)
                speeds[name].append(count / (time.perf_counter() - started))
    rates = {name: median(values) for name, values in speeds.items()}
    shares = {name: median(a / b for a, b in zip(speeds["ours"], speeds[name], strict=True)) for name in speeds}
    print()
    for name, rate in rates.items():
        print(f"{name:18}{rate:9.0f} commands/s   Rcon is {shares[name]:6.2f} times as fast")
    assert shares["bare"] >= 0.7
    assert shares["pypi_mcrcon"] >= 20
    assert shares["pypi_rcon"] > 1
    assert shares["pypi_aio_mc_rcon"] > 1
