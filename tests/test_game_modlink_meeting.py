"""How a link meets a fake mod: finding its port, greeting, capabilities, and coming back after a restart."""

import socket

import pytest
from fake_mod import FakeMod
from link_play import at, linked, nowhere

from mcgod.game.modlink.failures import Lacking, ModDown, NotTheMod


def test_the_port_file_is_read_again_before_each_attempt(tmp_path):
    async def work(link, heard):
        await heard.until(bool)
        assert heard.all[0][0] == "down"
        with pytest.raises(ModDown, match="no port file"):
            await link.ask("state")
        with FakeMod() as first:
            first.write_port(tmp_path / "mc-agent-server")
            await heard.ups(1)
        with FakeMod() as second:
            second.write_port(tmp_path / "mc-agent-server")
            await heard.ups(2)
            assert (await link.ask("state"))["tick"] == 9
        assert link.found.source.startswith("port-file:")

    linked(nowhere(tmp_path), work)


def test_a_stale_port_file_leads_to_nobody_or_to_somebody_else(tmp_path):
    async def work(link, heard):
        await heard.until(bool)
        assert link.mod is None
        return link.error

    folder = tmp_path / "mc-agent-server"
    with FakeMod() as mod:
        mod.write_port(folder)
    assert isinstance(linked(nowhere(tmp_path), work), ModDown)
    with FakeMod(greeting={"type": "error", "message": "who are you?"}) as other:
        other.write_port(folder)
        assert isinstance(linked(nowhere(tmp_path), work), NotTheMod)


def test_a_clients_mod_is_not_taken_for_a_servers():
    async def work(link, heard):
        await heard.until(bool)
        assert "mod.vantage is server" in link.error.message

    with FakeMod("client", "0.1") as mod:
        linked(at(mod, "server"), work)


@pytest.mark.parametrize("knows", [True, False])
def test_a_greeting_without_capabilities_is_asked_for_them(knows):
    listed = {"type": "capabilities", "capabilities": ["state"]}
    answers = {"CAPS": lambda _: listed if knows else {"type": "error", "message": "unknown command: CAPS"}}

    async def work(link, heard):
        await heard.ups()
        assert link.mod.capabilities == (frozenset({"state"}) if knows else None)
        if knows:
            with pytest.raises(Lacking, match="does not list 'command'"):
                await link.ask("command", {"command": "x"})
        else:  # nothing is known of it, so only its vantage is looked at
            assert (await link.ask("command", {"command": "x"}))["detail"] == "x"
            with pytest.raises(Lacking, match="only a client's"):
                await link.ask("chat", {"text": "x"})

    with FakeMod(greeting={"capabilities": None}, answers=answers) as mod:
        linked(at(mod), work)


def test_an_empty_list_of_capabilities_lets_nothing_through():
    async def work(link, heard):
        await heard.ups()
        with pytest.raises(Lacking):
            await link.ask("state")

    with FakeMod(greeting={"capabilities": []}) as mod:
        linked(at(mod), work)


def test_an_event_before_the_greeting_and_a_line_that_is_none():
    async def work(link, heard):
        await heard.ups()
        await heard.until(lambda all_: len(all_) == 2)
        assert heard.all[1]["text"] == "early"
        mod.connections[0].send_bytes(b"not json\n")
        await heard.until(lambda all_: len(all_) >= 3)
        assert "not JSON" in heard.all[2][1]

    class Early(FakeMod):
        def _serve(self, connection):
            connection.send({"type": "game", "event": True, "text": "early"})
            super()._serve(connection)

    with Early() as mod:
        linked(at(mod), work)


def test_a_port_that_says_nothing_is_not_the_mods(monkeypatch):
    monkeypatch.setattr("mcgod.game.modlink.channel._HELLO", 0.05)

    async def work(link, heard):
        await heard.until(bool)
        assert "did not greet in time" in link.error.message

    with socket.create_server(("127.0.0.1", 0)) as silent:
        linked(at(silent.getsockname()[1]), work)
