"""Driving a sandbox from another process, and finding none."""

from __future__ import annotations

import json
import os
import socket
import stat
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from mcgod.errors import BadInput, BadUsage, GameUnreachable, NotFound, Refused
from mcgod.sandbox import Sandbox, remote

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Sandbox]:
    with Sandbox(tmp_path) as running:
        yield running


def test_players_come_speak_and_go(box, tmp_path):
    assert remote.ask(tmp_path, "join", name="Steve") == {}
    assert remote.ask(tmp_path, "chat", name="Steve", text="pray") == {"answer": ""}
    assert remote.ask(tmp_path, "chat", name="Steve", text="/list") == {
        "answer": "There are 1 of a max of 20 players online: Steve"
    }
    assert remote.ask(tmp_path, "leave", name="Steve") == {}
    assert "<Steve> pray" in (tmp_path / "logs" / "latest.log").read_text()


@pytest.mark.parametrize(
    ("deed", "details", "error"),
    [
        ("join", {"name": "two words"}, BadInput),
        ("leave", {"name": "Nobody"}, NotFound),
        ("chat", {"name": "Nobody", "text": "hi"}, NotFound),
        ("dance", {}, BadUsage),
    ],
)
def test_errors_come_back_as_what_they_were(box, tmp_path, deed, details, error):
    with pytest.raises(error):
        remote.ask(tmp_path, deed, **details)


def test_a_refusal_comes_back_with_its_words(box, tmp_path):
    box.join("Steve")
    with pytest.raises(Refused, match="Steve is already online"):
        remote.ask(tmp_path, "join", name="Steve")


def test_the_state_of_a_running_sandbox_and_of_a_saved_one(tmp_path):
    with Sandbox(tmp_path) as box:
        box.command("time set 99")
        running = remote.state(tmp_path)
        assert running == json.loads(json.dumps(box.state()))
    assert json.loads(json.dumps(remote.state(tmp_path))) == running


def test_the_state_of_nothing(tmp_path):
    with pytest.raises(GameUnreachable, match="no sandbox runs in"):
        remote.state(tmp_path)
    (tmp_path / "world").mkdir()
    (tmp_path / "world" / "sandbox.json").write_text("{")
    with pytest.raises(BadInput, match="not a sandbox world"):
        remote.state(tmp_path)
    assert (tmp_path / "world" / "sandbox.json").read_text() == "{"


def test_stop(tmp_path):
    with Sandbox(tmp_path) as box:
        assert remote.ask(tmp_path, "stop") == {}
        box.wait()
        with pytest.raises(GameUnreachable):
            remote.ask(tmp_path, "state")


def test_the_card_is_for_its_owner_only(box, tmp_path):
    card = json.loads((tmp_path / "sandbox.json").read_bytes())
    assert card | {"v": 1, "host": "127.0.0.1", "pid": os.getpid(), "rcon_port": box.rcon_port} == card
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "sandbox.json").stat().st_mode) == 0o600


def test_a_wrong_token_drives_nothing(box, tmp_path):
    card = json.loads((tmp_path / "sandbox.json").read_bytes())
    (tmp_path / "sandbox.json").write_text(json.dumps({**card, "token": "guess"}))
    with pytest.raises(GameUnreachable, match="no sandbox runs"):
        remote.ask(tmp_path, "stop")
    assert box.command("list").startswith("There are 0")


@pytest.mark.parametrize(
    "request_line",
    [b"", b"\n", b"{}\n", b"[1]\n", b"\xff\n", b'{"token":1,"do":null}\n', b'{"token":"\\ud800","do":"stop"}\n'],
)
def test_nonsense_is_answered(box, tmp_path, request_line):
    card = json.loads((tmp_path / "sandbox.json").read_bytes())
    with socket.create_connection(("127.0.0.1", card["port"]), timeout=10) as one, one.makefile("rb") as lines:
        one.sendall(request_line)
        one.shutdown(socket.SHUT_WR)
        assert json.loads(lines.readline())["ok"] is False
    assert remote.ask(tmp_path, "join", name="Steve") == {}


def test_a_request_without_an_end_is_dropped(box, tmp_path):
    card = json.loads((tmp_path / "sandbox.json").read_bytes())
    with socket.create_connection(("127.0.0.1", card["port"]), timeout=10) as one, suppress(ConnectionError):
        one.sendall(b"x" * 1_000_000)
        while one.recv(4096):  # until it hangs up
            pass
    assert remote.ask(tmp_path, "join", name="Steve") == {}


@pytest.mark.parametrize("card", [b"", b"{", b"[]", b'{"host":"127.0.0.1"}', b'{"host":1,"port":"x","token":"t"}'])
def test_a_broken_card_counts_as_none(tmp_path, card):
    (tmp_path / "sandbox.json").write_bytes(card)
    with pytest.raises(GameUnreachable, match="no sandbox runs in") as raised:
        remote.ask(tmp_path, "join", name="Steve")
    assert raised.value.hint == f"mcgod sandbox serve --dir {tmp_path}"


def test_a_card_that_a_dead_sandbox_left_counts_as_none(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as gone:
        port = gone.getsockname()[1]
    card = {"v": 1, "host": "127.0.0.1", "port": port, "token": "t", "pid": 2**22 + 1}
    (tmp_path / "sandbox.json").write_text(json.dumps(card))
    with pytest.raises(GameUnreachable):
        remote.ask(tmp_path, "join", name="Steve")
    with Sandbox(tmp_path) as box:
        remote.ask(tmp_path, "join", name="Steve")
        assert box.command("list").endswith(": Steve")
