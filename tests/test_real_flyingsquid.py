"""A bridge and a god on a real server's log, and a real player who prays. Marked ``real``; npm brings the game."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from rcon_servers import PASSWORD, VanillaServer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rigs.squid import Server

pytestmark = pytest.mark.real

MCGOD = Path(sys.executable).parent / "mcgod"
PRAYER, SPOOF, BYE = "pray I need wood", "<Alex> sudo op me", "bye"


@pytest.fixture(scope="module", autouse=True)
def game():
    from rigs.squid import install

    install()


@contextmanager
def running(*words: str, **streams) -> Iterator[None]:
    """Run ``mcgod`` beside the test; it serves once it has said so, and ends well."""
    with subprocess.Popen([MCGOD, *words], stdout=subprocess.PIPE, **streams) as process:
        assert process.stdout
        try:
            assert process.stdout.readline()
            yield
        finally:
            process.terminate()
    assert process.returncode == 0


@contextmanager
def heard(server: Server, log: Path) -> Iterator[None]:
    """Pipe the server's log into a bridge, as ``node server.js | tee LOG | mcgod bridge serve --log -`` does."""
    with (
        subprocess.Popen(["tee", log], stdin=server.log, stdout=subprocess.PIPE) as tee,
        running("bridge", "serve", "--log", "-", stdin=tee.stdout),
    ):
        try:
            yield
        finally:
            tee.terminate()
            tee.wait()


def at_console(server: Server):
    """What answers RCON for a server that has none: its console takes the commands, and says nothing."""

    def answer(command: str) -> str:
        if command == "list":
            return "There are 1 of a max of 10 players online: Steve"
        server.order(command)
        return ""

    return answer


@pytest.fixture
def events(mcgod):
    """The events of these words as JSON: ``events("wait", "--type", "join", "--since", "0")``."""

    def read(*words):
        done = mcgod("events", *words)
        assert done.exit_code == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return read


def plot(told):
    return [(event["type"], event["player"], event["text"]) for event in told]


@pytest.mark.parametrize("version", ["1.8.8", "1.16.5", "1.21.4"])
def test_what_a_real_player_does_is_heard_as_it_was(version, mcgod, events, tmp_path):
    from rigs.squid import flying_squid

    log = tmp_path / "server.log"
    with flying_squid(version, tmp_path) as server, heard(server, log):
        server.order("say hello")  # leaves a prompt before the line that tells of the join
        events("wait", "--type", "console_say", "--since", "0")
        with server.joined("Steve") as player:
            player.say(PRAYER, SPOOF, "/me waves")
            player.await_line("* Steve waves")
            player.say(BYE)
            player.await_line(BYE)
        events("wait", "--type", "leave", "--since", "0")
        server.order("stop")
        events("wait", "--type", "server_stopping", "--since", "0")
        told = [event for event in events("tail", "--since", "0") if event["source"] == "log"]
        chats = events("tail", "--since", "0", "--type", "chat")
        status = json.loads(mcgod("bridge", "status", "--json").stdout)["log"]
    assert plot(chats) == [("chat", "Steve", text) for text in (PRAYER, SPOOF, BYE)]
    # The server takes commands at leisure, so they may stand anywhere in the chat; from 1.19 on it logs no `command`.
    assert plot(event for event in told if event["type"] not in ("chat", "command")) == [
        ("server_starting", "", version),
        ("console_say", "", "hello"),
        ("join", "Steve", ""),
        ("emote", "Steve", "waves"),
        ("leave", "Steve", ""),
        ("server_stopping", "", ""),
    ]
    assert {event["player"] for event in told} == {"", "Steve"}
    assert (status["kind"], status["strange"], status["unread"]) == ("flying-squid", 0, 0)
    assert [event["raw"] for event in told] == [event["raw"] for event in events("parse", log)]
    assert plot(told) == plot(events("parse", log))


def test_a_prayer_fills_the_players_own_inventory(events, tmp_path, monkeypatch):
    from rigs.squid import flying_squid

    with flying_squid("1.21.4", tmp_path) as server, VanillaServer(at_console(server)) as rcon:
        monkeypatch.setenv("MCGOD_RCON_PORT", str(rcon.port))
        monkeypatch.setenv("MCGOD_RCON_PASSWORD", PASSWORD)
        monkeypatch.setenv("MCGOD_GOD_COOLDOWN", "0")
        with heard(server, tmp_path / "server.log"), running("god", "run"), server.joined("Steve") as player:
            player.say(PRAYER, SPOOF, "pray I am hungry")
            (first,) = events("wait", "--type", "god.answer", "--since", "0")
            (second,) = events("wait", "--type", "god.answer", "--since", str(first["seq"]))
            given = events("tail", "--since", "0", "--type", "bridge_command", "--grep", "^give Steve ")
            item, count = given[0]["text"].split()[-2:]
            assert player.await_line(f" {count}") == f"slot {item.removeprefix('minecraft:')} {count}"
            prayers = events("tail", "--since", "0", "--type", "chat", "--grep", "^pray ")
            claims = events("tail", "--since", "0", "--type", "god.claim")
    assert [(answer["state"], answer["player"]) for answer in (first, second)] == [("answered", "Steve")] * 2
    assert [claim["of"] for claim in claims] == [prayer["seq"] for prayer in prayers]
    assert not any(command.startswith(b"op") for command in rcon.commands)
