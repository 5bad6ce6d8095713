"""What a bridge serves by RCON alone, by a mod of any version, and by neither; and what it says is missing."""

import json

import pytest
from bridge_play import bridge_on, call
from fake_mod import FakeMod
from link_play import at, nowhere
from mod_play import heard, up
from sandbox_play import Play

from mcgod.bridge import address
from mcgod.errors import BadInput, NotFound, Refused, Unreachable
from mcgod.game.port import FakeGame, PlayerState, Reply


def without_mod(*players):
    """Return a sandbox world as the game that RCON would reach."""
    play = Play(*players)
    return play, FakeGame(
        answer=lambda text: Reply(text, play(text)), players={name: PlayerState(name) for name in players}
    )


def test_rcon_alone_lists_what_is_near_a_player(home):
    play, game = without_mod("Steve", "Alex")
    play.run("tp Steve 0.0 64 0.0", "tp Alex 500.0 64 0.0")
    play.run("summon cow 3.0 64 4.0", "summon cow 6.0 64 8.0", "summon pig 90.0 64 0.0")
    with bridge_on(home, game=game):
        told = call(home, "entities", player="Steve", radius=20)
        assert (told["via"], told["total"], told["truncated"]) == ("rcon", 3, False)
        assert told["counts"] == {"minecraft:cow": 2, "minecraft:player": 1}
        assert [(one["name"], one["distance"]) for one in told["entities"]] == [
            ("Steve", 0.0),
            ("Cow", 5.0),
            ("Cow", 10.0),
        ]
        cows = call(home, "entities", player="Steve", types=["cow", "pig"], limit=1)
        assert (cows["total"], cows["truncated"], cows["counts"]) == (2, True, {"minecraft:cow": 2})
        assert [(one["type"], one["pos"]) for one in cows["entities"]] == [("minecraft:cow", [3.0, 64.0, 4.0])]
        with pytest.raises(NotFound, match="no player Nobody is online"):
            call(home, "entities", player="Nobody")
        with pytest.raises(Unreachable, match="whole world need the interface mod"):
            call(home, "entities")
        with pytest.raises(BadInput, match="no entity type"):
            call(home, "entities", player="Steve", types=["cow,tag=x]"])


def test_rcon_alone_tells_the_worlds_facts(home):
    play, game = without_mod("Steve")
    play.run("time set 30000", "difficulty hard", "gamerule keepInventory true")
    with bridge_on(home, game=game, level="my world"):
        told = call(home, "world")
        assert (told["level"], told["seed"], told["difficulty"], told["daytime"]) == ("my world", 42, "hard", 6000)
        assert (told["gamerules"]["keepInventory"], told["gamerules"]["randomTickSpeed"]) == (True, 3)
        assert call(home, "world", gamerules=["noSuchRule"])["gamerules"] == {}
        with pytest.raises(BadInput):
            call(home, "world", gamerules=["keepInventory true"])
        with pytest.raises(Unreachable, match="needs the interface mod"):
            call(home, "world", level="New World")


@pytest.mark.parametrize("version", ["0.8", "0.9"])
def test_a_mod_lists_entities_whatever_its_version(home, version):
    with FakeMod("server", version) as mod, bridge_on(home, mod=at(mod)):
        up(home)
        near = call(home, "entities", player="Ann", radius=5)
        assert [(one["type"], one["distance"]) for one in near["entities"] if "player" not in one["type"]] == [
            ("minecraft:pig", 3.0)
        ]
        assert mod.asked[-1] == "ENTITIES"
        every = call(home, "entities", types="cow")
        assert (every["counts"], every["origin"]) == ({"minecraft:cow": 1}, None)
        if version == "0.9":
            with pytest.raises(BadInput, match="does not measure"):
                call(home, "entities", radius=5)
        else:
            call(home, "entities", radius=5)
            assert mod.asked[-1] == "ENTITIES 5.0"


def test_capabilities_say_what_is_missing_and_why(home):
    with bridge_on(home):
        told = call(home, "capabilities")
        assert told["missing"]["command"] == "no server is configured"
        assert "needs the interface mod" in told["missing"]["snapshot"]
        assert {"mark", "wait", "events"} <= {*told["supported"]}
    with bridge_on(home, game=FakeGame()):
        told = call(home, "capabilities")
        assert {"command", "state", "player", "entities", "chat", "world"} <= {*told["supported"]}
        assert told["limits"]["entities"].startswith("near a named player only")
    with FakeMod("server", "0.5") as mod, bridge_on(home, game=FakeGame(), mod=at(mod)):
        stream = heard(home, "mod_up")
        next(stream)
        stream.close()
        told = call(home, "capabilities")
        assert told["missing"]["screen"] == "only a client's mod can do that, and this is a server's"
        assert told["missing"]["context"] == "the server mod 0.5.0 does not list 'context'"
        assert "snapshot" in told["supported"]


def test_a_token_that_may_only_look_changes_nothing_in_the_game(home):
    with FakeMod("client", "0.8") as mod, bridge_on(home, mod=at(mod)):
        up(home)
        here = address.read(home / "run")
        address.write(home / "run", here._replace(token=here.read_token))
        assert call(home, "screen")["inWorld"] is True
        for method, params in (("world", {"level": "x"}), ("chat", {"text": "x"}), ("lan", {}), ("record_stop", {})):
            with pytest.raises(Refused, match="may only look"):
                call(home, method, **params)
        assert json.loads((home / "run" / "bridge.json").read_bytes())["token"] == here.read_token


def test_the_status_shows_the_mod(home, mcgod, tmp_path):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        done = mcgod("bridge", "status")
        assert f"mod       server 0.8.0, Minecraft 26.2, port {mod.port}\n" in done.stdout
        assert (done.exit_code, done.stderr) == (0, "")
        assert json.loads(mcgod("bridge", "status", "--json").stdout)["mod"]["discovery"]["source"] == "argument"
    with bridge_on(home, mod=nowhere(tmp_path)):
        stream = heard(home, "mod_down")
        assert "hung up" not in next(stream)["text"]
        stream.close()
        assert "mod       down: no port file at " in mcgod("bridge", "status").stdout
    with bridge_on(home):
        assert "mod " not in mcgod("bridge", "status").stdout
