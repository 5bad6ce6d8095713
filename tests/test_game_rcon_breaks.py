"""Connections that break: what may have run is never sent again, what did not is."""

from __future__ import annotations

import socket
import threading

import pytest
from rcon_servers import PASSWORD, Peer, Request, Scripted, Server, VanillaServer, admit, frame, in_thread

from mcgod.game.outages import Gone, NotRcon, Refused, TimedOut, WrongPassword
from mcgod.game.rcon import Rcon


def client(server: Server, timeout: float = 60) -> Rcon:
    rcon = Rcon(server.host, PASSWORD, server.port, timeout=timeout)
    rcon.pauses = (0.001, 0.001)
    return rcon


class Once(Server):
    """Breaks the first connection at its first command, by ``how``; serves the others."""

    def __init__(self, how: bytes | None) -> None:
        super().__init__()
        self.how = how

    def play(self, peer: Peer) -> None:
        request = admit(peer)
        self.commands.append(request.body)
        if self.connections == 1:
            if self.how is None:
                peer.until_closed()
            peer.raw(self.how or b"")
            return
        while True:
            peer.send((request.id, 0, b"did " + request.body))
            request = peer.request()
            self.commands.append(request.body)


def test_a_connection_that_was_closed_while_idle_is_opened_again() -> None:
    with VanillaServer() as server, client(server) as rcon:
        for number in range(3):
            assert rcon.command(f"say {number}") == f"did say {number}"
            server.hang_up()
        assert server.commands == [b"say 0", b"say 1", b"say 2"]
        assert server.connections == 3


def test_a_send_of_which_no_byte_was_taken_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    with VanillaServer() as server, client(server) as rcon:
        assert rcon._link
        monkeypatch.setattr(rcon._link, "alive", lambda: True)  # the look comes just too early
        assert rcon.socket
        rcon.socket.shutdown(socket.SHUT_WR)
        assert rcon.command("say once") == "did say once"
        assert server.commands == [b"say once"]


@pytest.mark.parametrize(
    "how",
    [
        pytest.param(b"", id="no-byte"),
        pytest.param(b"\x0a\0", id="B015-2-of-4-header-bytes"),
        pytest.param(frame(2, 0, b"did it")[:-1], id="all-but-one-byte"),
    ],
)
def test_a_break_after_the_command_left_is_gone_and_nothing_is_repeated(how: bytes) -> None:
    with Once(how) as server, client(server) as rcon:
        with pytest.raises(Gone, match=r"mid-reply|without a reply") as caught:
            in_thread(lambda: rcon.command("give Steve diamond"))
        assert caught.value.sent
        assert server.commands == [b"give Steve diamond"]
        assert rcon.socket is None
        assert rcon.command("list") == "did list"  # a new connection, and not the old command
        assert server.commands == [b"give Steve diamond", b"list"]


def test_b003_a_size_out_of_all_bounds_closes_the_connection_and_the_next_call_opens_another() -> None:
    with Once((-551878174).to_bytes(4, "little", signed=True)) as server, client(server) as rcon:
        with pytest.raises(NotRcon, match="-551878174") as caught:
            rcon.command("list")
        assert caught.value.sent
        assert rcon.socket is None
        assert rcon.command("list") == "did list"


def test_an_answer_that_comes_too_late_is_not_taken_for_a_later_one() -> None:
    with Once(None) as server:
        rcon = client(server, timeout=0.2)
        with pytest.raises(TimedOut) as caught:
            rcon.command("give Steve diamond")
        assert caught.value.sent
        assert rcon.socket is None
        rcon.timeout = 60
        assert rcon.command("list") == "did list"
        rcon.disconnect()


def test_a_reply_that_drips_is_bounded_by_one_deadline() -> None:
    def script(peer: Peer) -> None:
        packet = frame(admit(peer).id, 0, b"x" * 4000)
        for at in range(len(packet)):
            peer.raw(packet[at : at + 1])
            gate.wait(0.01)

    gate = threading.Event()
    with Scripted(script) as server, client(server, timeout=0.3) as rcon, pytest.raises(TimedOut):
        rcon.command("help")


def test_a_flood_of_packets_for_nobody_is_bounded_by_the_deadline_too() -> None:
    def script(peer: Peer) -> None:
        admit(peer)
        while True:
            peer.raw(frame(99, 0, b"x" * 4000) * 50)

    with Scripted(script) as server, client(server, timeout=0.3) as rcon, pytest.raises(TimedOut):
        in_thread(lambda: rcon.command("help"))


def test_an_interrupt_leaves_no_reply_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> bytes:
        raise KeyboardInterrupt

    with VanillaServer() as server, client(server) as rcon:
        assert rcon._link
        monkeypatch.setattr(rcon._link, "_wire", type("Wire", (), {
            "readable": lambda *_: False, "send": lambda *_: None, "close": rcon._link._wire.close,
            "receive": interrupted,
        })())  # fmt: skip
        with pytest.raises(KeyboardInterrupt):
            rcon.command("list")
        assert rcon.socket is None
        assert rcon.command("list") == "did list"


def test_what_the_server_sends_unasked_is_dropped() -> None:
    def script(peer: Peer) -> None:
        request = admit(peer)
        peer.send((request.id, 0, b"one"))
        peer.send((request.id, 0, b"one again"), (99, 0, b"stray"))
        sent.set()
        request = peer.request()
        peer.send((1, 0, b"stray"), (request.id, 0, b"two"))
        peer.until_closed()

    sent = threading.Event()
    with Scripted(script) as server, client(server) as rcon:
        assert rcon.command("first").startswith("one")
        assert sent.wait(60)
        assert rcon.command("second") == "two"
        assert server.connections == 1


def test_garbage_while_idle_costs_the_connection_and_not_the_command() -> None:
    def script(peer: Peer) -> None:
        request = admit(peer)
        peer.send((request.id, 0, b"ok"))
        if server.connections == 1:
            assert answered.wait(60)
            peer.raw(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            sent.set()
        peer.until_closed()

    answered, sent = threading.Event(), threading.Event()
    with Scripted(script) as server, client(server) as rcon:
        rcon.command("first")
        answered.set()
        assert sent.wait(60)
        assert rcon.command("second") == "ok"
        assert server.connections == 2


def test_a_server_that_hangs_up_on_a_probe_has_said_all_it_had_to_say() -> None:
    def script(peer: Peer) -> None:
        request = admit(peer)
        while request.kind == 2:
            peer.send((request.id, 0, request.body * 2000))
            request = peer.request()

    with Scripted(script) as server, client(server) as rcon:
        assert [rcon.command("ab") for _ in range(3)] == ["ab" * 2000] * 3
        assert server.connections == 2


def test_a_break_where_a_probe_is_sure_to_be_answered_is_gone() -> None:
    def script(peer: Peer) -> None:
        request = admit(peer)
        peer.send((request.id, 0, b"x" * 4096))
        probe = peer.request()
        peer.send((probe.id, 0, b""))
        request = peer.request()
        peer.send((request.id, 0, b"x" * 4096))
        peer.request()

    with Scripted(script) as server, client(server) as rcon:
        assert rcon.command("help") == "x" * 4096
        with pytest.raises(Gone) as caught:
            rcon.command("help")
        assert caught.value.sent


def test_a_denial_in_place_of_a_reply_is_a_wrong_password() -> None:
    def script(peer: Peer) -> None:
        admit(peer)
        peer.send((-1, 2, b""))
        peer.until_closed()

    with Scripted(script) as server, client(server) as rcon:
        with pytest.raises(WrongPassword) as caught:
            rcon.command("list")
        assert not caught.value.sent


def test_a_server_that_is_gone_for_good_is_refused_after_a_few_tries() -> None:
    with VanillaServer() as server:
        rcon = client(server)
        rcon.command("list")
    with pytest.raises(Refused) as caught:
        rcon.command("list")
    assert not caught.value.sent
    rcon.disconnect()


def test_a_server_that_restarts_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with VanillaServer() as server, client(server) as rcon:
        tries = []
        real = socket.socket.connect

        def connect(sock: socket.socket, address: tuple[str, int]) -> None:
            tries.append(address)
            if len(tries) < 3:
                raise ConnectionRefusedError
            real(sock, address)

        server.hang_up()
        monkeypatch.setattr(socket.socket, "connect", connect)
        assert rcon.command("list") == "did list"
        assert len(tries) == 3


def test_requests_are_whole_segments_with_increasing_ids() -> None:
    seen: list[Request] = []

    class Watching(VanillaServer):  # hangs up on anything but one packet a segment
        def play(self, peer: Peer) -> None:
            send = peer.send
            peer.send = lambda *packets: (seen.append(Request(*packets[0])), send(*packets))[1]  # type: ignore[method-assign]
            super().play(peer)

    with Watching(lambda text: text * 1000) as server, client(server) as rcon:
        for command in ("list", "help") * 5:
            assert rcon.command(command) == command * 1000
    ids = [packet.id for packet in seen]
    assert ids == sorted(ids)
    assert min(ids) > 0
    assert server.connections == 1
