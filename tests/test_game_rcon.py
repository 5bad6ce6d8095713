"""The client through servers of every kind: one battery, the same answers."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import mcrcon
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
    admit,
    frame,
    in_thread,
)

from mcgod.errors import BadConfig, BadUsage, GameUnreachable
from mcgod.game import outages
from mcgod.game.rcon import Rcon

REPLIES = {
    "say nothing": "",
    "short": "Done.",
    "unicode": "§6Größe 🙏",
    "just-under": "a" * 4095,
    "exact": "b" * 4096,
    "just-over": "c" * 4097,
    "twice": "d" * 8192,
    "long": "0123456789" * 900,
    "wide": "🙏éa" * 4000,
}


class LateCuberiteServer(CuberiteServer):
    empty_first = True


@pytest.mark.parametrize("kind", [VanillaServer, CuberiteServer, LateCuberiteServer, SourceServer, FakeServer])
def test_every_kind_of_server_gives_whole_replies_on_one_connection(kind: type[Server]) -> None:
    with kind(REPLIES.__getitem__) as server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        for _ in range(3):
            for command, reply in REPLIES.items():
                assert rcon.command(command) == reply
        assert (server.connections, len(server.logins)) == (1, 1)
        assert server.commands == [command.encode() for _ in range(3) for command in REPLIES]


def test_it_is_an_mcrcon_client_with_its_constructor_and_attributes() -> None:
    with VanillaServer() as server:
        rcon = Rcon(server.host, PASSWORD, server.port, 0, 5)
        assert isinstance(rcon, mcrcon.MCRcon)
        assert rcon.socket is None
        rcon.connect()
        assert rcon.socket is not None
        assert rcon.command("list") == "did list"
        rcon.disconnect()
        rcon.disconnect()
        assert rcon.socket is None
        assert rcon.command("list") == "did list"  # opened when needed
        rcon.disconnect()
    assert Rcon("h", "p").port == 25575


def test_the_password_is_never_shown() -> None:
    rcon = Rcon("127.0.0.1", "hunter2hunter2", 25575)
    assert repr(rcon) == "Rcon('127.0.0.1', port=25575, tlsmode=0, timeout=5)"
    with VanillaServer() as server:
        rcon = Rcon(server.host, "hunter2hunter2", server.port)
        with pytest.raises(outages.WrongPassword) as caught:
            rcon.connect()
    assert "hunter2" not in f"{caught.value!r} {caught.value} {caught.value.hint}"
    with pytest.raises(outages.UnsendableCommand) as refused:
        Rcon("127.0.0.1", "hunter2" * 300, 1).connect()
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    "options",
    [{"port": 0}, {"port": 65536}, {"timeout": 0}, {"timeout": float("nan")}, {"timeout": -1}, {"tlsmode": 3}],
    ids=str,
)
def test_impossible_settings_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(BadConfig, match=r"rcon\."):
        Rcon("127.0.0.1", "x", **options)


def test_every_outage_is_of_both_families_with_a_slug_of_its_own() -> None:
    kinds = outages.RconError.__subclasses__()
    assert len({kind.slug for kind in kinds}) == len(kinds) == 7
    for kind in kinds:
        error = kind("text", hint="cure")
        assert isinstance(error, GameUnreachable)
        assert isinstance(error, mcrcon.MCRconException)
        assert (str(error), error.hint, error.exit, error.sent) == ("text", "cure", 69, False)


def test_b006_too_long_a_command_is_refused_before_sending() -> None:
    with VanillaServer() as server, Rcon(server.host, PASSWORD, server.port) as rcon:
        with pytest.raises(outages.UnsendableCommand, match="1446") as caught:
            rcon.command('tellraw @a {"text":"' + "a" * 1500 + '"}')
        assert isinstance(caught.value, BadUsage)
        assert isinstance(caught.value, mcrcon.MCRconException)
        assert rcon.command("x" * 1446) == "did " + "x" * 1446
        assert len(server.commands) == 1


def test_b013_the_password_goes_out_byte_for_byte_and_the_hint_names_quoting() -> None:
    with VanillaServer(password="Ab5%9^x!") as server:
        with Rcon(server.host, "Ab5%9^x!", server.port) as rcon:
            rcon.command("list")
        assert server.logins == [b"Ab5%9^x!"]
        with pytest.raises(outages.WrongPassword) as caught:
            Rcon(server.host, "Ab5%9^x", server.port).connect()
    assert "quotes" in caught.value.hint


def test_b016_it_works_outside_the_main_thread_with_a_fractional_time_out() -> None:
    def session() -> str:
        assert threading.current_thread() is not threading.main_thread()
        with Rcon(server.host, PASSWORD, server.port, timeout=59.5) as rcon:
            return rcon.command("list")

    with VanillaServer() as server:
        assert in_thread(session) == "did list"


def test_threads_share_one_connection_and_each_gets_its_own_reply() -> None:
    with VanillaServer() as server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        with ThreadPoolExecutor(8) as pool:
            commands = [f"say {number}" for number in range(200)]
            assert list(pool.map(rcon.command, commands)) == [f"did {command}" for command in commands]
        assert server.connections == 1


def test_b022_an_empty_reply_is_an_empty_string() -> None:
    with VanillaServer(lambda _: "") as server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        assert rcon.command("say hi") == ""


def test_b025_the_text_reaches_the_server_byte_for_byte() -> None:
    command = 'summon cow ~ ~ ~ {CustomName:"\\"A\\""}'
    with VanillaServer() as server, Rcon(server.host, PASSWORD, server.port) as rcon:
        rcon.command(command)
        assert server.commands == [command.encode()]


def test_b010_colour_codes_are_kept() -> None:
    text = "§6There are §c2§6 out of maximum §c20§6 players online."
    with VanillaServer(lambda _: text) as server, Rcon(server.host, PASSWORD, server.port) as rcon:
        assert rcon.command("list") == text


def in_cuts(*sizes: int, body: bytes) -> Server:
    """A server that sends its reply packet in pieces of ``sizes`` and then the rest, a round trip apart."""

    def script(peer: Peer) -> None:
        packet = frame(admit(peer).id, 0, body)
        for size in (*sizes, len(packet)):
            piece, packet = packet[:size], packet[size:]
            peer.raw(piece)
            gate.wait(0.02)  # the client must come to wait for the rest; nothing is asserted about time
        peer.send((peer.request().id, 0, b"Unknown request 0"))
        peer.until_closed()

    gate = threading.Event()
    return Scripted(script)


@pytest.mark.parametrize(
    "sizes",
    [pytest.param((1408,), id="B001"), (1,), (3, 1, 4, 4, 1), (4,), (12,), (3144,)],
    ids=str,
)
def test_a_packet_in_segments_is_one_reply(sizes: tuple[int, ...]) -> None:
    body = b"x" * (3133 - 10)
    with in_cuts(*sizes, body=body) as server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        assert rcon.command("help") == body.decode()


def test_b033_packets_that_arrive_together_are_framed_by_length() -> None:
    def script(peer: Peer) -> None:
        request = admit(peer)
        peer.raw(frame(request.id, 0, b"caf") + frame(request.id, 0, "é".encode()))
        peer.until_closed()

    with Scripted(script) as server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        assert rcon.command("list") == "café"


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param([b"x" * 3000] * 3, id="B004"),
        pytest.param([b"x" * 4096, b"x" * 4096, b"x" * 808], id="B004-cut-as-vanilla-does"),
        pytest.param([b"a" * 4095 + "🙏".encode()[:2], "🙏".encode()[2:] + "é".encode() * 100], id="B009"),
        pytest.param([b"a" * 4095 + "🙏".encode() + "é".encode(), b"x"], id="B009-body-above-4096-bytes"),
    ],
)
def test_packets_of_one_reply_are_joined_before_they_are_decoded(pieces: list[bytes]) -> None:
    def script(peer: Peer) -> None:
        request = admit(peer)
        peer.send(*((request.id, 0, piece) for piece in pieces))
        probe = peer.request()
        assert (probe.kind, probe.body) == (0, b"")
        peer.send((probe.id, 0, b"Unknown request 0"))
        request = peer.request()
        peer.send((request.id, 0, b"next"))
        peer.until_closed()

    with Scripted(script) as server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        assert rcon.command("data get entity @p") == b"".join(pieces).decode()
        assert rcon.command("list") == "next"


def test_b009_an_emoji_that_minecraft_cut_in_half_is_no_crash() -> None:
    text = "a" * 4095 + "🙏" + "é" * 100
    with VanillaServer(lambda _: text) as server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        assert rcon.command("list") == "a" * 4095 + "??" + "é" * 100


def test_b011_a_full_last_packet_and_then_silence_does_not_take_the_whole_time_out() -> None:
    seen = []

    def script(peer: Peer) -> None:
        request = admit(peer)
        while True:
            seen.append(request.kind)
            if request.kind == 2:
                peer.send((request.id, 0, b"x" * 4096))
            request = peer.request()

    with Scripted(script) as server, Rcon(server.host, PASSWORD, server.port, timeout=600) as rcon:
        assert in_thread(lambda: rcon.command("help")) == "x" * 4096
        assert in_thread(lambda: rcon.command("help")) == "x" * 4096
        assert seen == [2, 0, 2]  # what ignores probes is probed once
