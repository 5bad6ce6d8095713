"""From a written function to what it did: the tools against a sandbox, over RCON and through its folder."""

from contextlib import contextmanager

import pytest
from scripts_play import FUNCTIONS, rules

from mcgod.errors import Refused
from mcgod.game.folder import ServerFolder
from mcgod.game.over_rcon import RconGame
from mcgod.game.rcon import Rcon
from mcgod.sandbox import Sandbox
from mcgod.tools.port import Context
from mcgod.tools.scripts.family import tools
from mcgod.tools.toolbox import Toolbox

PARSING = (
    "Whilst parsing command on line 2: Unknown or incomplete command, see below for error at position 10: give Steve"
)


class Call:
    """Calls a tool on the server in ``server``, which ``game`` reaches over RCON."""

    def __init__(self, path, box, version):
        self.server = path / "server"
        self.game = RconGame(Rcon("127.0.0.1", box.password, box.rcon_port))
        folder = ServerFolder(self.server)
        self.tools = Toolbox(tools(folder, version, path / "backups", sleep=lambda _: None))

    def __call__(self, name, **given):
        return self.tools.call(name, given, Context(game=self.game, rules=rules(player="Steve")))


@contextmanager
def playing(path, version="1.21.4"):
    """A sandbox with Steve in it, and a way to call tools there."""
    with Sandbox(path / "server", version=version) as box:
        box.join("Steve")
        call = Call(path, box, version)
        try:
            yield call
        finally:
            call.game.close()


@pytest.mark.parametrize(
    ("version", "folder", "answer"),
    [
        ("1.21.4", FUNCTIONS, "Running function mcgod:gifts/hello"),
        ("1.20.1", f"{FUNCTIONS}s", "Executed 1 command(s) from function 'mcgod:gifts/hello'"),
    ],
)
def test_a_function_is_written_loaded_and_run(tmp_path, version, folder, answer):
    with playing(tmp_path, version) as call:
        assert call.game.command("function mcgod:gifts/hello").text == "Unknown function mcgod:gifts/hello"
        call("write-server-script", path="gifts/hello", content="# for Steve\n/give Steve bread 3")
        assert (call.server / folder / "gifts/hello.mcfunction").is_file()
        assert call("reload-game").text == "reload success\noutput: Reloading!\nerrors:\nnone"
        assert call.game.command("function mcgod:gifts/hello").text == answer
        assert call.game.command("clear Steve").text == "Removed 3 item(s) from player Steve"
        call("delete-server-script", path="gifts/hello")
        call("reload-game")
        assert not call.game.command("function mcgod:gifts/hello").ok
        call("restore-server-script", path="gifts/hello")
        call("reload-game")
        assert call.game.command("function mcgod:gifts/hello").text == answer


def test_what_somebody_wrote_by_hand_and_does_not_parse_is_reported(tmp_path):
    with playing(tmp_path) as call:
        call("write-server-script", path="hello", content="say hi")
        (call.server / FUNCTIONS / "hello.mcfunction").write_text("say hi\ngive Steve\n")
        result = call("reload-game")
    assert not result.ok
    assert result.data["errors"] == [
        "Failed to load function mcgod:hello",
        f"java.util.concurrent.CompletionException: java.lang.IllegalArgumentException: {PARSING}<--[HERE]",
    ]


def test_commands_are_run_at_once(tmp_path):
    with playing(tmp_path) as call:
        result = call("apply-instant-server-script", code="give Steve bread 3\ntime set day")
        assert result.text.splitlines() == [
            "/give Steve minecraft:bread 3: Gave 3 [Bread] to Steve", "/time set day: Set the time to 1000",
        ]  # fmt: skip
        with pytest.raises(Refused):
            call("apply-instant-server-script", code="give Steve bread 3\nstop")
        assert call.game.command("clear Steve").text == "Removed 3 item(s) from player Steve"
