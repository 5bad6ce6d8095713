"""RCON servers in threads, each byte for byte as its kind behaves, on 127.0.0.1 and a free port.

Source of the behaviours: Minecraft 26.3, Paper, Cuberite, rconx and rcon-fake
as they were seen on the wire. ``python tests/rcon_servers.py`` serves a plain
vanilla server for the benchmark and prints its port.
"""

from __future__ import annotations

import socket
import struct
import threading
from concurrent.futures import Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable

PASSWORD = "correct horse"


class Request(NamedTuple):
    id: int
    kind: int
    body: bytes


def frame(packet_id: int, kind: int, body: bytes) -> bytes:
    return struct.pack("<iii", len(body) + 10, packet_id, kind) + body + b"\0\0"


def in_thread(call: Callable[[], Any], limit: float = 120) -> Any:
    """Run ``call`` in a worker thread and return or raise what it does; a hang fails after ``limit`` seconds."""
    done: Future[Any] = Future()

    def work() -> None:
        try:
            done.set_result(call())
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            done.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return done.result(limit)


class HungUp(Exception):
    """The client closed the connection."""


class Peer:
    """The server's end of one connection."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self._buffer = b""

    def send(self, *packets: tuple[int, int, bytes]) -> None:
        for packet in packets:
            self.sock.sendall(frame(*packet))

    def raw(self, data: bytes) -> None:
        self.sock.sendall(data)

    def request(self) -> Request:
        """Read one request from the stream, in any cuts."""
        size = int.from_bytes(self._read(4), "little", signed=True)
        body = self._read(size)
        return Request(*struct.unpack_from("<ii", body), body[8:-2])

    def segment(self, size: int) -> bytes:
        """Read what one recv gives, as servers do that never join segments."""
        if not (data := self.sock.recv(size)):
            raise HungUp
        return data

    def until_closed(self) -> None:
        """Read on, answer nothing, until the client hangs up."""
        while True:
            self.segment(4096)

    def _read(self, size: int) -> bytes:
        while len(self._buffer) < size:
            self._buffer += self.segment(4096)
        data, self._buffer = self._buffer[:size], self._buffer[size:]
        return data


class Server:
    """Accepts connections and plays ``play`` for each in a thread of its own.

    ``logins`` and ``commands`` are what came, ``connections`` how many did.
    """

    def __init__(
        self,
        answer: Callable[[str], str] = lambda text: f"did {text}",
        *,
        password: str = PASSWORD,
        host: str = "127.0.0.1",
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.answer = answer
        self.password = password.encode()
        self.logins: list[bytes] = []
        self.commands: list[bytes] = []
        self.connections = 0
        self.faults: list[BaseException] = []
        self._tls = tls
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._listener = socket.create_server(
            (host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=16
        )
        self.host, self.port = self._listener.getsockname()[:2]

    def __enter__(self) -> Self:
        self._spawn(self._accept)
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()
        if self.faults:
            raise self.faults[0]

    def stop(self) -> None:
        """Close the listener and every connection, and wait for the threads."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.hang_up()
        for thread in self._threads:
            thread.join(10)
            assert not thread.is_alive()

    def hang_up(self) -> None:
        """Close every open connection, as a server does that stops."""
        for sock in list(self._open):
            with suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)

    def play(self, peer: Peer) -> None:
        """Serve one connection until it ends; each kind of server does it in its own way."""

    def _spawn(self, target: Callable[..., None], *args: Any) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            self._open.add(sock)
            self._spawn(self._serve, sock)

    def _serve(self, sock: socket.socket) -> None:
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._tls:
                self._open.discard(sock)
                sock = self._tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
                self._open.add(sock)
                sock.do_handshake()
            self.play(Peer(sock))
        except (HungUp, OSError):
            pass
        except BaseException as fault:  # noqa: BLE001 - shown by the test, at __exit__
            self.faults.append(fault)
        finally:
            self._open.discard(sock)
            sock.close()

    def hears(self, body: bytes) -> str:
        """Note a command and return its reply."""
        self.commands.append(body)
        return self.answer(body.decode("utf-8", "replace"))


class Scripted(Server):
    """Plays a function: for servers that break the rules."""

    def __init__(self, script: Callable[[Peer], None], **options: Any) -> None:
        super().__init__(**options)
        self.play = script  # type: ignore[method-assign] # that is the point


def admit(peer: Peer) -> Request:
    """Let any password in and return the first command."""
    login = peer.request()
    peer.send((login.id, 2, b""))
    return peer.request()


class VanillaServer(Server):
    """Reads one packet a segment and hangs up on anything else; cuts replies every 4096 UTF-16 units."""

    def play(self, peer: Peer) -> None:
        admitted = False
        while True:
            data = peer.segment(1460)
            (size,) = struct.unpack_from("<i", data)
            if size != len(data) - 4 or size < 10:
                return
            request = Request(*struct.unpack_from("<ii", data, 4), data[12:-2])
            if request.kind == 3:
                self.logins.append(request.body)
                admitted = request.body == self.password
                peer.send((request.id if admitted else -1, 2, b""))
            elif not admitted:
                peer.send((-1, 2, b""))
            elif request.kind == 2:
                for piece in self.pieces(self.hears(request.body)):
                    peer.send((request.id, 0, piece))
            else:
                peer.send((request.id, 0, f"Unknown request {request.kind:x}".encode()))

    @staticmethod
    def pieces(text: str) -> list[bytes]:
        units = text.encode("utf-16-le")
        cuts = [units[at : at + 8192].decode("utf-16-le", "surrogatepass") for at in range(0, len(units), 8192)]
        return [cut.encode("utf-8", "replace") for cut in cuts or [""]]


class CuberiteServer(Server):
    """Hangs up on a wrong password and on probes; answers with two packets of type 2, the second empty."""

    empty_first = False

    def play(self, peer: Peer) -> None:
        login = peer.request()
        self.logins.append(login.body)
        if login.body != self.password:
            return
        peer.send((login.id, 2, b""))
        while (request := peer.request()).kind == 2:
            bodies = [self.hears(request.body).encode(), b""]
            for body in reversed(bodies) if self.empty_first else bodies:
                peer.send((request.id, 2, body))


class SourceServer(Server):
    """Puts an empty type-0 packet before each login answer, hangs up on a wrong one, answers probes twice."""

    def play(self, peer: Peer) -> None:
        login = peer.request()
        self.logins.append(login.body)
        admitted = login.body == self.password
        peer.send((login.id, 0, b""), (login.id if admitted else -1, 2, b""))
        while admitted:
            request = peer.request()
            if request.kind == 2:
                reply = self.hears(request.body).encode()
                for at in range(0, max(1, len(reply)), 4086):
                    peer.send((request.id, 0, reply[at : at + 4086]))
            else:
                peer.send((request.id, 0, b""), (request.id, 0, b"\0\0\0\1\0\0\0\0"))


class FakeServer(Server):
    """Takes a segment for a packet, answers any length in one packet, and a probe with an empty one."""

    def play(self, peer: Peer) -> None:
        while True:
            data = peer.segment(4096)
            size, packet_id, kind = struct.unpack_from("<iii", data)
            body = data[12 : size + 2]
            if kind == 3:
                self.logins.append(body)
                peer.send((packet_id if body == self.password else -1, 2, b""))
            else:
                peer.send((packet_id, 0, self.hears(body).encode() if kind == 2 else b""))


if __name__ == "__main__":
    with VanillaServer(lambda _: "There are 0 of a max of 20 players online: ") as server:
        print(server.port, flush=True)
        input()
