"""Getting in: addresses, wrong passwords, and services that are not RCON."""

from __future__ import annotations

import socket
import threading
from typing import Any

import pytest
from rcon_servers import (
    PASSWORD,
    CuberiteServer,
    FakeServer,
    Peer,
    Scripted,
    Server,
    SourceServer,
    VanillaServer,
    frame,
    in_thread,
)

from mcgod.game import dial
from mcgod.game.outages import Gone, NameUnknown, NotRcon, Refused, TimedOut, WrongPassword
from mcgod.game.rcon import Rcon


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def addresses(*ports: int) -> list[Any]:
    return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port)) for port in ports]


@pytest.mark.parametrize("kind", [VanillaServer, CuberiteServer, SourceServer, FakeServer])
def test_b012_a_wrong_password_is_said_at_once_and_not_tried_again(kind: type[Server]) -> None:
    with kind() as server:
        rcon = Rcon(server.host, "wrong", server.port, timeout=600)
        for _ in range(3):
            with pytest.raises(WrongPassword, match="password") as caught:
                in_thread(lambda: rcon.command("list"))
            assert (caught.value.exit, caught.value.slug, caught.value.sent) == (69, "rcon-password", False)
        assert server.logins == [b"wrong"]
        with pytest.raises(WrongPassword):
            rcon.connect()  # asked for
        assert server.logins == [b"wrong"] * 2
        rcon.password = PASSWORD
        assert rcon.command("list") == "did list"
        rcon.disconnect()


def test_b012_a_login_that_is_never_answered_times_out() -> None:
    with Scripted(Peer.until_closed) as server:
        rcon = Rcon(server.host, PASSWORD, server.port, timeout=0.2)
        with pytest.raises(TimedOut, match="login") as caught:
            rcon.connect()
        assert not caught.value.sent
        assert rcon.socket is None


def test_a_silent_hang_up_on_a_password_that_worked_before_is_no_wrong_password() -> None:
    class Restarting(VanillaServer):
        def play(self, peer: Peer) -> None:
            if self.connections == 2:
                peer.request()  # as a proxy does whose server is down
            else:
                super().play(peer)

    with Restarting() as server:
        rcon = Rcon(server.host, PASSWORD, server.port, timeout=60)
        rcon.pauses = ()
        assert rcon.command("list") == "did list"
        server.hang_up()
        with pytest.raises(Gone) as caught:
            rcon.command("list")
        assert not caught.value.sent
        assert rcon.command("list") == "did list"
        rcon.disconnect()


@pytest.mark.parametrize(
    "greeting",
    [
        pytest.param(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", id="http"),
        pytest.param(b"\x4a\0\0\0\x0a8.0.36\0" + bytes(70), id="mysql"),
        pytest.param(b"SSH-2.0-OpenSSH_9.6\r\n", id="ssh"),
        pytest.param(bytes.fromhex("15030100020228"), id="tls-alert"),
        pytest.param((-551878174).to_bytes(4, "little", signed=True), id="B003-bad-size"),
        pytest.param((5000).to_bytes(4, "little"), id="size-above-the-login-limit"),
        pytest.param(frame(77, 2, b""), id="id-of-nobody"),
        pytest.param(frame(1, 9, b""), id="unknown-type"),
        pytest.param(frame(1, 2, b"")[:-1] + b"x", id="no-nul-at-the-end"),
    ],
)
def test_what_does_not_speak_rcon_is_named_so(greeting: bytes) -> None:
    def script(peer: Peer) -> None:
        peer.request()
        peer.raw(greeting)
        peer.until_closed()

    with Scripted(script) as server:
        rcon = Rcon(server.host, PASSWORD, server.port, timeout=60)
        with pytest.raises(NotRcon, match="RCON") as caught:
            rcon.command("list")
        assert PASSWORD not in str(caught.value)
        assert not caught.value.sent
        assert rcon.socket is None


def test_b015_a_login_answer_that_is_cut_off_is_gone() -> None:
    def script(peer: Peer) -> None:
        peer.request()
        peer.raw(b"\x0a\0")

    with Scripted(script) as server, pytest.raises(Gone) as caught:
        Rcon(server.host, PASSWORD, server.port, timeout=60).connect()
    assert not caught.value.sent


def test_nobody_listens() -> None:
    with pytest.raises(Refused, match=r"127\.0\.0\.1:\d+ refused") as caught:
        Rcon("127.0.0.1", PASSWORD, closed_port()).connect()
    assert "enable-rcon" in caught.value.hint


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", *(["::1"] if has_ipv6() else [])])
def test_hosts_by_number_and_by_name(host: str) -> None:
    server = VanillaServer(host="::1" if host == "::1" else "127.0.0.1")
    with server, Rcon(host, PASSWORD, server.port, timeout=60) as rcon:
        assert rcon.command("list") == "did list"


def test_all_addresses_of_a_name_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    with VanillaServer() as server:
        found = addresses(closed_port(), closed_port(), server.port)
        monkeypatch.setattr(dial, "_lookup", lambda *_: found)
        with Rcon("many.example", PASSWORD, 1, timeout=60) as rcon:
            assert rcon.command("list") == "did list"


@pytest.mark.parametrize("fault", [socket.gaierror(-2, "Name or service not known"), UnicodeError("label too long")])
def test_a_name_without_an_address(monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    def lookup(*_: object) -> None:
        raise fault

    monkeypatch.setattr(dial, "_lookup", lookup)
    with pytest.raises(NameUnknown, match=r"nowhere\.invalid"):
        Rcon("nowhere.invalid", PASSWORD).connect()


def test_a_resolver_that_hangs_is_bounded_by_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()

    def lookup(_host: str, _port: int, flags: int) -> list[Any]:
        if flags:
            raise socket.gaierror
        release.wait(60)
        return []

    monkeypatch.setattr(dial, "_lookup", lookup)
    with pytest.raises(TimedOut, match="name"):
        Rcon("slow.example", PASSWORD, timeout=0.1).connect()
    release.set()


class DeadSocket:
    """Addresses that swallow packets; notes how long each was waited for."""

    waits: list[float]

    def __init__(self, *_: object) -> None:
        pass

    def settimeout(self, seconds: float) -> None:
        self.waits.append(seconds)

    def connect(self, address: object) -> None:
        raise TimeoutError

    def close(self) -> None:
        pass


def test_silent_addresses_share_the_time_and_end_as_timed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    DeadSocket.waits = []
    monkeypatch.setattr(dial, "_lookup", lambda *_: addresses(1, 2, 3))
    monkeypatch.setattr(dial.socket, "socket", DeadSocket)
    with pytest.raises(TimedOut, match="no connection"):
        Rcon("dead.example", PASSWORD, timeout=90).connect()
    assert [round(wait) for wait in DeadSocket.waits] == [30, 45, 90]
