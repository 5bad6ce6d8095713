"""The bridge with an interface mod, over RCON alone, and with neither: what is served, by whom, and what is heard."""

import threading

import pytest
from bridge_play import bridge_on, call
from fake_mod import FakeMod
from link_play import at, nowhere
from mod_play import heard, up

from mcgod.bridge.client import Bridge
from mcgod.bridge.modkeeper import journaled
from mcgod.errors import BadInput, GameUnreachable, Unreachable
from mcgod.game.port import FakeGame, PlayerState


def test_a_servers_mod_serves_what_rcon_would(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        assert up(home)["mod"]["capabilities"] == sorted(mod.capabilities)
        ran = call(home, "command", command="list", by="me")
        assert ran == {
            "command": "list",
            "output": "did list",
            "raw": "did list",
            "ok": True,
            "known": True,
            "via": "mod",
        }
        state = call(home, "state")
        assert (state["online"], state["max_players"], state["mod"]["levelName"]) == (["Ann"], None, "w")
        ann = call(home, "player", player="ann")
        assert ann == {
            "name": "Ann", "position": [1.5, 64.0, 2.5], "dimension": "minecraft:overworld", "health": 19.0,
            "food": None, "gamemode": "survival", "inventory": {},
        }  # fmt: skip
        assert call(home, "player", player="ann", view=True)["view"] == {"target": {"type": "miss"}}
        assert call(home, "player", player="Steve") is None
        assert call(home, "say", text="hi", player="Ann") == {"lines": 1}
        assert call(home, "chat", text="hi") == {"lines": 1, "via": "mod"}
        assert mod.asked[-1] == 'CMD tellraw @a {"text": "hi", "color": "yellow"}'


def test_rcon_goes_first_where_there_is_rcon(home):
    steve = FakeGame(answer=lambda text: f"rcon {text}", players={"Steve": PlayerState("Steve")})
    with FakeMod() as mod, bridge_on(home, game=steve, mod=at(mod)):
        up(home)
        assert call(home, "command", command="list")["via"] == "rcon"
        assert call(home, "state")["online"] == ["Steve"]
        assert call(home, "player", player="Ann") is None
        assert mod.asked == []


class Down(FakeGame):
    """A game whose RCON nobody answers."""

    def command(self, text):
        raise GameUnreachable("nobody listens")

    def state(self):
        raise GameUnreachable("nobody listens")


@pytest.mark.parametrize("vantage", ["server", "client"])
def test_only_a_servers_mod_stands_in_for_an_rcon_that_is_down(home, vantage):
    with FakeMod(vantage, "0.5") as mod, bridge_on(home, game=Down(), mod=at(mod)):
        up(home)
        if vantage == "server":
            assert call(home, "command", command="list")["via"] == "mod"
        else:
            with pytest.raises(GameUnreachable, match="nobody listens"):
                call(home, "command", command="list")
            assert mod.asked == []


def test_a_command_whose_acknowledgement_is_lost_may_have_run(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        mod.hold("CMD")
        answers = []
        caller = threading.Thread(target=lambda: answers.append(call(home, "command", command="give")))
        caller.start()
        mod.until(lambda mod: len(mod.asked) == 1)
        mod.hang_up()
        caller.join(30)
        assert (answers[0]["ok"], answers[0]["known"]) == (False, False)


def test_a_clients_mod_speaks_as_its_player_and_knows_no_output(home):
    with FakeMod("client", "0.6") as mod, bridge_on(home, mod=at(mod)):
        up(home)
        assert call(home, "chat", text="hello\nall") == {"lines": 2, "via": "mod"}
        assert [line for line in mod.asked if line.startswith("CHAT")] == ["CHAT hello", "CHAT all"]
        with pytest.raises(BadInput, match="chat takes words"):
            call(home, "chat", text="/op Ann")
        with pytest.raises(BadInput, match="chat takes words"):  # nor as a line of its own further down
            call(home, "chat", text="hello\n /op Ann")
        ran = call(home, "command", command="/home")
        assert (ran["output"], ran["ok"], ran["known"]) == ("", True, False)
        assert call(home, "lan", port=25570)["fields"] == {"port": "25570", "address": "127.0.0.1", "online": "true"}
        assert call(home, "world", level="New World")["detail"] == "New World"
        assert call(home, "record_start", ticks=5)["fields"] == {"ticks": "5"}
        assert call(home, "record_stop")["detail"] == "samples=12"
        assert call(home, "screen")["inWorld"] is True
        assert call(home, "connect", address="127.0.0.1:1")["detail"] == "127.0.0.1:1"
        asked = call(home, "events", types=["bridge_request"])["events"]
        assert [event["text"] for event in asked] == ["lan", "world", "record_start", "record_stop", "connect"]


def test_trap_12_a_clients_state_and_chat_are_plain_values(home):
    with FakeMod("client", "0.1") as mod, bridge_on(home, mod=at(mod)):
        up(home)
        state = call(home, "state")
        assert (state["online"], state["mod"]["dimension"]) == (["Ann"], "minecraft:overworld")
        stream = heard(home, "chat")
        mod.chat("Ann", "hi")
        event = next(stream)
        assert (event["player"], event["text"], event["mod"]["sender"][:16]) == ("Ann", "hi", "LiteralComponent")
        stream.close()


def test_trap_10_the_chats_number_and_the_journals_are_two_things(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        stream = heard(home, "chat")
        mod.chat("Ann", "one")
        mod.chat("Ann", "two")
        first, second = next(stream), next(stream)
        assert (first["mod"]["seq"], second["mod"]["seq"]) == (1, 2)
        assert second["seq"] == first["seq"] + 1 > 2
        assert (first["source"], first["player"], first["mod"]["context_id"]) == ("mod", "Ann", "ctx-1")
        assert call(home, "context", id=first["mod"]["context_id"])["status"] == "ok"
        assert call(home, "context", id="ctx-9")["status"] == "not_found"
        stream.close()


def test_trap_1_paging_loses_nothing_repeats_nothing_and_begins_with_the_oldest(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        stream = heard(home, "game")
        for number in range(25):
            mod.push("game", text=str(number))
        assert [next(stream)["text"] for _ in range(25)] == [str(number) for number in range(25)]
        stream.close()
        seen, since = [], 0
        while page := (told := call(home, "events", since=since, limit=4))["events"]:
            seen += page
            since = told["next"]
        assert [event["text"] for event in seen if event["type"] == "game"] == [str(number) for number in range(25)]
        assert [event["seq"] for event in seen] == [*range(1, len(seen) + 1)]


def test_trap_13_a_servers_mod_is_no_substitute_for_the_log(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        told = call(home, "capabilities")["events"]
        assert (told["chat"], told["command_output"]) == ("mod", "mod")
        assert "server's log" in told["system_messages"]
        assert "server's log" in told["death"]
    with FakeMod("client", "0.8") as mod, bridge_on(home, mod=at(mod)):
        up(home)
        stream = heard(home, "mod_up")
        assert [next(stream)["mod"]["vantage"] for _ in range(2)] == ["server", "client"]
        stream.close()
        assert call(home, "capabilities")["events"]["system_messages"] == "mod"


def test_trap_4_a_wait_is_counted_by_the_game_and_keeps_nobody_waiting(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        waited = []
        waiter = threading.Thread(target=lambda: waited.append(call(home, "wait", ticks=72_000)))
        waiter.start()
        mod.until(lambda mod: mod.waiting() == 1)
        assert call(home, "state")["mod"]["tick"] == 9
        mod.tick(72_000)
        waiter.join(30)
        assert waited == [{"waited": 3600.0, "via": "mod"}]


def test_a_wait_ends_with_its_caller(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        with Bridge(home / "run") as bridge:
            bridge.settimeout(0.2)
            with pytest.raises(TimeoutError):
                bridge.call("wait", ticks=100)
        mod.until(lambda mod: len(mod.connections) == 1)


def test_a_mark_is_journaled_once_and_stands_in_the_mods_records(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        stream = heard(home, "mark", "game")
        assert call(home, "mark", text="before\nit")["mod"] is True
        mod.push("mark", text="by somebody else")
        assert [(event["source"], event["text"]) for event in (next(stream), next(stream))] == [
            ("bridge", "before\nit"),
            ("mod", "by somebody else"),
        ]
        assert mod.asked == ["MARK before it"]
        stream.close()


def test_snapshots(home):
    with FakeMod() as mod, bridge_on(home, mod=at(mod)):
        up(home)
        stream = heard(home, "snapshot")
        assert call(home, "snapshot", name="before")["orderHash"] == "00ff"
        assert next(stream)["text"] == "name=before entities=3 orderHash=00ff"
        assert call(home, "snapshots")["snapshots"] == [{"id": "before", "entities": 3}]
        with pytest.raises(BadInput, match="file name"):
            call(home, "snapshot", name="../before")
        stream.close()


def test_the_ups_and_downs_of_a_mod_are_told_once_each(home, tmp_path):
    folder = tmp_path / "mc-agent-server"
    with bridge_on(home, mod=nowhere(tmp_path)):
        stream = heard(home, "mod_up", "mod_down")
        assert "no port file" in next(stream)["text"]
        for version in ("0.5", "0.9"):
            with FakeMod("server", version) as mod:
                mod.write_port(folder)
                event = next(stream)
                assert (event["text"], event["mod"]["port"]) == (f"server mod {version}.0, Minecraft 26.2", mod.port)
                assert call(home, "status")["mod"]["mod"]["version"] == f"{version}.0"
            assert "hung up" in next(stream)["text"]
        status = call(home, "status")["mod"]
        assert (status["up"], status["mod"]) == (False, None)
        stream.close()
        with pytest.raises(Unreachable, match="not connected"):
            call(home, "snapshots")


@pytest.mark.parametrize(
    ("event", "vantage", "log", "expected"),
    [
        ({"type": "chat", "text": "§ahi", "sender": "Ann", "seq": 3}, "server", False, ("chat", "Ann", "hi")),
        ({"type": "chat", "text": "hi", "sender": "Ann"}, "server", True, ("mod.chat", "Ann", "hi")),
        ({"type": "chat", "text": "hi"}, "server", False, ("chat", None, "hi")),
        ({"type": "chat", "text": "hi", "sender": "@a"}, "server", False, ("chat", None, "hi")),
        ({"type": "god.claim", "of": 4}, "server", False, ("mod.event", None, None)),
        ({"type": "rcon_up"}, "server", False, ("mod.rcon_up", None, None)),
        ({"type": "mod_down", "text": "x"}, "client", False, ("mod.mod_down", None, "x")),
        ({"type": "task_error", "message": "x"}, "client", False, ("task_error", None, None)),
    ],
)
def test_a_mods_event_can_feign_nothing(event, vantage, log, expected):
    made = journaled({**event, "event": True, "source": "log", "stream": "x"}, vantage, log=log)
    assert (made["type"], made.get("player"), made.get("text"), made["source"]) == (*expected, "mod")
    assert made["mod"]["stream"] == "x"
    assert set(made) <= {"source", "type", "player", "text", "mod"}


def test_events_that_the_disk_is_too_slow_for_are_counted(home, monkeypatch):
    monkeypatch.setattr("mcgod.bridge.modkeeper._MOST", 10)
    with FakeMod() as mod, bridge_on(home, mod=at(mod)) as daemon:
        up(home)
        keeper = daemon._mod
        assert keeper._publishing
        done = threading.Event()

        def crowd():
            for number in range(15):
                keeper.hear({"type": "game", "text": str(number)})
            done.set()

        keeper._publishing.get_loop().call_soon_threadsafe(crowd)
        assert done.wait(30)
        stream = heard(home, "game", "mod_gap")
        assert [next(stream)["text"] for _ in range(11)] == ["5 events lost", *map(str, range(5, 15))]
        stream.close()
