"""The Game port over RCON: outcomes of commands, and questions about server and players."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from rcon_servers import PASSWORD, CuberiteServer, Peer, Scripted, Server, VanillaServer, admit

from mcgod.errors import BadUsage, GameUnreachable
from mcgod.game.over_rcon import RconGame
from mcgod.game.port import Game, PlayerState, Reply, ServerState
from mcgod.game.rcon import Rcon
from mcgod.names import in_command

if TYPE_CHECKING:
    from collections.abc import Iterator

WORLD = {
    "list": "There are 1 of a max of 20 players online: Steve",
    "time query daytime": "The time is 6000",
    "difficulty": "The difficulty is Hard",
    "data get entity Steve Pos": "Steve has the following entity data: [-12.5d, 64.0d, 7.25d]",
    "data get entity Steve Dimension": 'Steve has the following entity data: "minecraft:the_nether"',
    "data get entity Steve Health": "Steve has the following entity data: 17.5f",
    "data get entity Steve foodLevel": "Steve has the following entity data: 18",
    "data get entity Steve playerGameType": "Steve has the following entity data: 1",
    "data get entity Steve Inventory": "Steve has the following entity data: "
    '[{Slot: 0b, id: "minecraft:stone", count: 64}, {Slot: 1b, id: "minecraft:stone", Count: 6b}, '
    '{Slot: 8b, id: "minecraft:bread", count: 3, components: {"minecraft:custom_name": \'"x"\'}}]',
}
UNKNOWN = "Unknown or incomplete command, see below for error<--[HERE]"
HELD = {"minecraft:stone": 70, "minecraft:bread": 3}
STEVE = PlayerState("Steve", (-12.5, 64.0, 7.25), "minecraft:the_nether", 17.5, 18, "creative", HELD)


@contextmanager
def game_on(server: Server) -> Iterator[RconGame]:
    with server, Rcon(server.host, PASSWORD, server.port, timeout=60) as rcon:
        rcon.pauses = ()
        yield RconGame(rcon)


def vanilla(**changes: str) -> Server:
    replies = {**WORLD, **{key.replace("_", " "): text for key, text in changes.items()}}
    return VanillaServer(lambda text: replies.get(text, UNKNOWN))


def test_it_is_a_game() -> None:
    game: Game = RconGame(Rcon("127.0.0.1", "x"))
    assert game.capabilities == {"command", "state", "player"}


def test_a_reply_has_plain_text_raw_text_and_an_outcome() -> None:
    with game_on(vanilla(say_hi="", give="§cNo player was found", time="§aSet the time to 1")) as game:
        assert game.command("say hi") == Reply("say hi", "", "", ok=True)
        assert game.command("time") == Reply("time", "Set the time to 1", "§aSet the time to 1")
        assert game.command("give") == Reply("give", "No player was found", "§cNo player was found", ok=False)


def test_b024_the_refusal_of_a_long_text_is_a_failure() -> None:
    text = "say " + "a" * 300
    with game_on(VanillaServer(lambda _: "Chat message was too long (300 > maximum 256 characters)")) as game:
        assert not game.command(text).ok


def test_a_lost_reply_is_unknown_and_sent_once() -> None:
    server = Scripted(lambda peer: server.commands.append(admit(peer).body))
    with game_on(server) as game:
        assert game.command("give Steve stone") == Reply("give Steve stone", "", ok=False, known=False)
        assert server.commands == [b"give Steve stone"]


def test_a_command_that_cannot_have_run_raises() -> None:
    with game_on(vanilla()) as game:
        with pytest.raises(BadUsage, match="1446"):
            game.command("x" * 1447)
        with pytest.raises(BadUsage, match="line break"):
            game.command("say a\nop Mallory")
    with pytest.raises(GameUnreachable):
        game.command("list")


def test_the_state_of_a_server() -> None:
    with game_on(vanilla()) as game:
        assert game.state() == ServerState(("Steve",), 20, 6000, "hard")


def test_since_26_1_the_time_has_another_name_and_counts_on() -> None:
    later = {"time_query_daytime": UNKNOWN, "time_query_time": "Clock minecraft:overworld is at 22769069 tick(s)"}
    with game_on(vanilla(**later)) as game:
        assert game.state().daytime == 22769069 % 24000


def test_a_plugin_s_list_is_asked_for_real_names() -> None:
    essentials = "§6There are §c1§6 out of maximum §c20§6 players online.\n§6default§r: ~Stevie"
    real = {"minecraft:list": WORLD["list"]}
    with game_on(vanilla(list=essentials, **real)) as game:
        assert game.state().online == ("Steve",)
    with game_on(vanilla(list=essentials)) as game:
        assert game.state().online == ("Stevie",)


def test_a_server_that_answers_nothing_has_no_state() -> None:
    with game_on(CuberiteServer(lambda _: "")) as game:
        assert game.state() == ServerState()
        assert game.player("Steve") == PlayerState("Steve")


def test_a_question_is_asked_again_when_the_connection_breaks() -> None:
    class Flaky(VanillaServer):
        def play(self, peer: Peer) -> None:
            if self.connections == 1:
                admit(peer)
            else:
                super().play(peer)

    with game_on(Flaky(WORLD.__getitem__)) as game:
        assert game.state().daytime == 6000


def test_the_state_of_a_player() -> None:
    with game_on(vanilla()) as game:
        assert game.player("Steve") == STEVE


def test_nobody_of_that_name() -> None:
    with game_on(vanilla(data_get_entity_Alex_Pos="No entity was found")) as game:
        assert game.player("Alex") is None
        assert game.player("Herobrine") is None  # no `data` for it, and not in the list either
        assert game.player("") is None
        assert game.player("a\nb") is None


def test_what_is_not_understood_is_none() -> None:
    odd = {key: "Steve has the following entity data: <...>" for key in WORLD if key.startswith("data")}
    with game_on(vanilla(**odd)) as game:
        assert game.player("Steve") == PlayerState("Steve")


@pytest.mark.parametrize(
    ("name", "argument"),
    [
        ("Steve", "Steve"),
        (".Alex_9", ".Alex_9"),
        pytest.param(".Cave Alex", '".Cave Alex"', id="B112"),
        pytest.param("*Alex", '"*Alex"', id="B114"),
        ("@e", '"@e"'),
        ('a"b\\c', '"a\\"b\\\\c"'),
        ("", '""'),
    ],
)
def test_a_name_is_one_argument_and_never_a_selector(name: str, argument: str) -> None:
    assert in_command(name) == argument
    with game_on(VanillaServer(lambda _: "No entity was found")) as game:
        game.player(name)
        assert game._rcon.command("x") == "No entity was found"


def test_a_bedrock_player_is_asked_for_in_quotes() -> None:
    server = VanillaServer(lambda _: "No entity was found")
    with game_on(server) as game:
        assert game.player(".Cave Alex") is None
    assert server.commands == [b'data get entity ".Cave Alex" Pos']
