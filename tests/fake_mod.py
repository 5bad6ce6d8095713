"""An interface mod for tests: the server's side of line protocol 1, of either vantage and any version, on a free port.

It runs in threads and keeps no time: a WAIT is answered by ``tick``, and an
answer that was held back comes with ``release``.
"""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Self

from fake_mod_answers import ALIASES, CAPABILITIES, answer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


class Connection:
    """The mod's end of one socket; ``asked`` are the requests that came over it."""

    def __init__(self, sock: socket.socket, line_end: bytes) -> None:
        self.sock = sock
        self.asked: list[str] = []
        self._line_end = line_end
        self._turn = threading.Lock()

    def send(self, message: dict[str, Any]) -> None:
        self.send_bytes(json.dumps(message).encode() + self._line_end)

    def send_bytes(self, data: bytes) -> None:
        with self._turn, suppress(OSError):
            self.sock.sendall(data)

    def close(self) -> None:
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_RDWR)


class FakeMod:
    """A mod; ``answers`` maps a verb to what answers it instead, and ``asked`` lists all requests in order.

    Mods before 0.5 do not mark their events. ``greeting`` overrides fields of
    the greeting; a field of None is left out.
    """

    def __init__(
        self,
        vantage: str = "server",
        version: str = "0.8",
        *,
        port: int = 0,
        line_end: bytes = b"\n",
        greeting: dict[str, Any] | None = None,
        answers: Mapping[str, Callable[[str], dict[str, Any] | None]] | None = None,
    ) -> None:
        self.vantage, self.version = vantage, version
        self.capabilities = CAPABILITIES[vantage, version]
        self.marks_events = version != "0.1"
        self.answers = answers or {}
        self.asked: list[str] = []
        self.connections: list[Connection] = []
        self._greeting = greeting or {}
        self._line_end = line_end
        self._news = threading.Condition()
        self._held: dict[str, list[tuple[Connection, dict[str, Any]]]] = {}
        self._waits: list[tuple[Connection, int]] = []
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(("127.0.0.1", port))
        self.port: int = self._listener.getsockname()[1]
        self._seq = 0
        self._ending = False

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._ending = True
        self.hang_up()
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()

    def write_port(self, folder: Path) -> Path:
        """Write the port file as the mod does: digits, no line end."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "port.txt"
        path.write_text(str(self.port))
        return path

    def hang_up(self) -> None:
        """Close every socket, as a game that ends does."""
        with self._news:
            found, self.connections = self.connections, []
        for connection in found:
            connection.close()

    def hold(self, verb: str) -> None:
        """Keep answers to ``verb`` back until ``release``."""
        self._held[verb] = []

    def release(self, verb: str) -> None:
        """Send what was held, however late."""
        for connection, message in self._held.pop(verb):
            connection.send(message)

    def tick(self, ticks: int) -> None:
        """Let game ticks pass: a WAIT whose ticks are over is answered."""
        with self._news:
            left = [(connection, wait - ticks) for connection, wait in self._waits]
            self._waits = [(connection, wait) for connection, wait in left if wait > 0]
        for connection, wait in left:
            if wait <= 0:
                connection.send({"type": "wait_ack", "millis": 1, "detail": "ticks=0"})

    def push(self, kind: str, **fields: Any) -> None:
        """Broadcast an event to every socket."""
        flag = {"event": True} if self.marks_events else {}
        with self._news:
            found = [*self.connections]
        for connection in found:
            connection.send({"type": kind, "millis": 1730000000123, **flag, **fields})

    def chat(self, name: str, text: str) -> None:
        """Broadcast what a player says, as this vantage hears it."""
        if self.vantage == "client":
            self.push("chat", text=text, sender=f"LiteralComponent{{content='{name}', siblings=[]}}")
            return
        self._seq += 1
        context = {"schema": "player-context/1", "name": name, "dimension": "minecraft:overworld"}
        self.push("chat", seq=self._seq, tick=7, text=text, sender=name, context_id=f"ctx-{self._seq}", context=context)

    def until(self, condition: Callable[[FakeMod], bool]) -> None:
        """Return once ``condition`` holds of this mod; fail when it does not come to that."""
        with self._news:
            assert self._news.wait_for(lambda: condition(self), 30)

    def waiting(self) -> int:
        """Return how many WAITs are under way."""
        return len(self._waits)

    def _start(self, work: Callable[..., None], *args: Any) -> None:
        thread = threading.Thread(target=work, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            self._start(self._serve, Connection(sock, self._line_end))

    def _serve(self, connection: Connection) -> None:
        with self._news:  # whoever has seen the greeting is there to be pushed to
            self.connections.append(connection)
            connection.send({name: value for name, value in self.hello().items() if value is not None})
            self._news.notify_all()
            if self._ending:  # hang_up came before this one was there to be hung up on
                connection.close()
        with connection.sock, suppress(OSError), connection.sock.makefile("rb") as file:
            for line in file:
                self._hear(connection, line.decode().strip())
        with self._news:
            if connection in self.connections:
                self.connections.remove(connection)
            self._news.notify_all()

    def hello(self) -> dict[str, Any]:
        """Return the greeting; the first mods named no instance."""
        first = self.version == "0.1"
        return {
            "type": "hello",
            "mod": "mc-agent-interface",
            "version": f"{self.version}.0",
            "protocol": 1,
            "minecraft": "26.2",
            "port": self.port,
            "instance": None if first else self.vantage,
            "capabilities": self.capabilities,
            **self._greeting,
        }

    def _hear(self, connection: Connection, line: str) -> None:
        word, _, rest = line.partition(" ")
        verb = ALIASES.get(word.upper(), word.upper())
        if verb == "MARK" and rest:
            self.push("mark", text=rest)
        message = self.answers[verb](rest) if verb in self.answers else answer(self, verb, rest, line)
        with self._news:
            self.asked.append(line)
            connection.asked.append(line)
            ticks = int(rest) if verb == "WAIT" and rest.isdigit() else 0
            if ticks:
                self._waits.append((connection, ticks))
            elif message is not None and verb in self._held:
                self._held[verb].append((connection, message))
            elif message is not None:
                connection.send(message)
            self._news.notify_all()
