"""TLS: mcrcon's three modes, and what goes wrong in a handshake."""

from __future__ import annotations

import ssl
import subprocess
from typing import TYPE_CHECKING

import pytest
from rcon_servers import PASSWORD, FakeServer, Peer, Scripted, VanillaServer, admit

from mcgod.game.outages import Gone, NotTrusted, TimedOut
from mcgod.game.rcon import Rcon

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with a key and a certificate of its own for 127.0.0.1, made for this run."""
    path = tmp_path_factory.mktemp("tls") / "server.pem"
    command = [
        *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
        *("-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", f"{path}.key", "-out", str(path)),
    ]
    subprocess.run(command, check=True, capture_output=True)
    return path


@pytest.fixture
def context(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, f"{certificate}.key")
    return context


def test_mode_2_takes_any_certificate(context: ssl.SSLContext) -> None:
    replies = {"short": "ok", "long": "x" * 9000, "": ""}
    with VanillaServer(replies.__getitem__, tls=context) as server:
        with Rcon(server.host, PASSWORD, server.port, 2, 60) as rcon:
            for _ in range(2):
                for command, reply in replies.items():
                    assert rcon.command(command) == reply
            server.hang_up()
            assert rcon.command("short") == "ok"
        assert server.connections == 2


def test_one_packet_of_many_records(context: ssl.SSLContext) -> None:
    server = FakeServer(lambda _: "x" * 200_000, tls=context)
    with server, Rcon(server.host, PASSWORD, server.port, 2, 60) as rcon:
        assert rcon.command("help") == "x" * 200_000
        assert rcon.command("help") == "x" * 200_000


def test_mode_1_trusts_what_the_machine_trusts(
    context: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with VanillaServer(tls=context) as server:
        with pytest.raises(NotTrusted, match="not trusted") as caught:
            Rcon(server.host, PASSWORD, server.port, 1, 60).connect()
        assert "rcon.tls" in caught.value.hint
        assert server.logins == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with Rcon(server.host, PASSWORD, server.port, 1, 60) as rcon:
            assert rcon.command("list") == "did list"


def test_a_server_without_tls_is_named_so() -> None:
    def script(peer: Peer) -> None:
        peer.segment(4096)
        peer.raw(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        peer.until_closed()

    with Scripted(script) as server, pytest.raises(NotTrusted, match="does not speak TLS"):
        Rcon(server.host, PASSWORD, server.port, 2, 60).connect()


def test_a_handshake_that_is_cut_off_or_never_answered() -> None:
    with Scripted(lambda peer: None) as server, pytest.raises((Gone, NotTrusted)):
        Rcon(server.host, PASSWORD, server.port, 2, 60).connect()
    with Scripted(Peer.until_closed) as server, pytest.raises(TimedOut, match="handshake"):
        Rcon(server.host, PASSWORD, server.port, 2, 0.2).connect()


def test_a_break_in_mid_reply_is_gone(context: ssl.SSLContext) -> None:
    with Scripted(lambda peer: admit(peer) and None, tls=context) as server:
        rcon = Rcon(server.host, PASSWORD, server.port, 2, 60)
        with pytest.raises(Gone) as caught:
            rcon.command("list")
        assert caught.value.sent
