"""Commands a second that a sandbox serves to one client, beside a bare echo on the same listener."""

from __future__ import annotations

import multiprocessing
import socket
import struct
import time
from statistics import median
from typing import TYPE_CHECKING

import pytest

from mcgod.sandbox import Sandbox
from mcgod.sandbox.listener import Listener

if TYPE_CHECKING:
    from pathlib import Path

COUNT = 4000
ROUNDS = 3
COMMANDS = ("list", "time query daytime", "give Steve oak_log 1", "data get entity Steve Pos", "nonsense")


def _packet(kind: int, body: bytes) -> bytes:
    return struct.pack("<iii", len(body) + 10, 1, kind) + body + b"\0\0"


def _ask(port: int, password: str, command: str, rates: multiprocessing.Queue[float]) -> None:
    """A client of its own process, so that it does not share the server's interpreter lock."""
    with socket.create_connection(("127.0.0.1", port)) as one:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if password:
            one.sendall(_packet(3, password.encode()))
            one.recv(4096)
        request = _packet(2, command.encode())
        began = time.perf_counter()
        for _ in range(COUNT):
            one.sendall(request)
            one.recv(8192)
        rates.put(COUNT / (time.perf_counter() - began))


def _rate(port: int, password: str, command: str) -> float:
    """Median commands a second."""
    context = multiprocessing.get_context("spawn")
    rates: multiprocessing.Queue[float] = context.Queue()
    found = []
    for _ in range(ROUNDS):
        client = context.Process(target=_ask, args=(port, password, command, rates))
        client.start()
        found.append(rates.get(timeout=120))
        client.join()
    return median(found)


def _echo(connection: socket.socket) -> None:
    while data := connection.recv(1460):
        connection.sendall(data)


@pytest.mark.bench
def test_commands_a_second(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bare = Listener(_echo, name="Echo")
    bare.start()
    echo = _rate(bare.port, "", "list")
    bare.stop()
    with Sandbox(tmp_path) as box, capsys.disabled():
        box.join("Steve")
        print(f"\nbare echo server: {echo:,.0f} round trips a second")
        for command in COMMANDS:
            rate = _rate(box.rcon_port, box.password, command)
            print(f"{command:26} {rate:8,.0f} a second, {rate / echo:.2f} of the echo server")
            assert rate > 5000 or rate / echo > 0.1
