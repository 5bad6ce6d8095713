"""A sandbox world for tests: players who are already there, the log as a list, and a bare RCON socket."""

from __future__ import annotations

import random
import socket
import struct
from typing import Self

from mcgod.sandbox import people
from mcgod.sandbox.realm import Realm
from mcgod.sandbox.world import World

_HEAD = struct.Struct("<iii")


class Play:
    """A realm with ``players`` online; ``logged`` holds what the log got since they joined."""

    def __init__(self, *players: str, version: str = "1.21.4") -> None:
        self.logged: list[str] = []
        self.asked: list[str] = []
        self.realm = Realm(
            World(version=version, seed=42),
            log=self._log,
            on_save=lambda: self.asked.append("save"),
            on_stop=lambda: self.asked.append("stop"),
            on_lists=lambda: self.asked.append("lists"),
            dice=random.Random(7),
        )
        for name in players:
            people.join(self.realm, name)
        self.logged.clear()
        self.asked.clear()

    @property
    def world(self) -> World:
        return self.realm.world

    def __call__(self, command: str) -> str:
        return self.realm.command(command)

    def run(self, *commands: str) -> list[str]:
        return [self.realm.command(command) for command in commands]

    def _log(self, text: str, *, thread: str = "Server thread", level: str = "INFO") -> None:
        self.logged.append(text)


def packet(request: int, kind: int, body: bytes) -> bytes:
    return _HEAD.pack(len(body) + 10, request, kind) + body + b"\0\0"


class Wire:
    """A bare RCON connection, which sends what it is told and nothing else."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def read(self) -> tuple[int, int, bytes]:
        (length,) = struct.unpack("<i", self._exactly(4))
        data = self._exactly(length)
        request, kind = struct.unpack_from("<ii", data)
        assert data[-2:] == b"\0\0"
        return request, kind, data[8:-2]

    def ask(self, request: int, kind: int, body: bytes) -> tuple[int, int, bytes]:
        self.send(packet(request, kind, body))
        return self.read()

    def login(self, password: str) -> None:
        assert self.ask(1, 3, password.encode()) == (1, 2, b"")

    def closed(self) -> bool:
        """Whether the server has ended the connection; waits for what it does."""
        try:
            return self._socket.recv(1) == b""
        except ConnectionResetError:  # it closed with our bytes unread
            return True

    def _exactly(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            piece = self._socket.recv(count - len(data))
            assert piece, f"the server closed after {data!r}"
            data += piece
        return data
