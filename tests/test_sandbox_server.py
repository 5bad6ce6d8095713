"""A whole sandbox: its folder, its log, and what survives a restart."""

from __future__ import annotations

import gzip
import json
import os
import re
import stat
import threading
from typing import TYPE_CHECKING

import pytest
from sandbox_play import Wire

from mcgod import properties
from mcgod.errors import BadUsage, Busy, StoreFailed
from mcgod.sandbox import Sandbox, saved
from mcgod.sandbox.world import World

if TYPE_CHECKING:
    from pathlib import Path


def log_of(folder: Path) -> list[str]:
    """The log without its clock times."""
    lines = (folder / "logs" / "latest.log").read_text("utf-8").splitlines()
    assert all(re.match(r"\[\d\d:\d\d:\d\d\] \[", line) for line in lines)
    return [line[11:] for line in lines]


def test_the_log_of_a_short_life(tmp_path):
    with Sandbox(tmp_path) as box:
        box.join("Steve")
        box.chat("Steve", "pray for rain")
        box.command("give Steve oak_log 3")
        box.command("say hi")
        box.command("list")
        box.leave("Steve")
        port = box.rcon_port
    text = "\n".join(log_of(tmp_path))
    text = re.sub(r"127\.0\.0\.1:\d{5}\] logged", "127.0.0.1:PORT] logged", re.sub(r"\d\.\d{3}s", "0.000s", text))
    assert text.splitlines() == [
        "[Server thread/INFO]: Starting minecraft server version 1.21.4",
        '[Server thread/INFO]: Done (0.000s)! For help, type "help"',
        f"[RCON Listener #1/INFO]: RCON running on 127.0.0.1:{port}",
        "[User Authenticator #1/INFO]: UUID of player Steve is 5627dd98-e6be-3c21-b8a8-e92344183641",
        "[Server thread/INFO]: Steve[/127.0.0.1:PORT] logged in with entity id 1 at (0.5, 64.0, 0.5)",
        "[Server thread/INFO]: Steve joined the game",
        "[Server thread/INFO]: <Steve> pray for rain",
        "[Server thread/INFO]: [Rcon: Gave 3 [Oak Log] to Steve]",
        "[Server thread/INFO]: [Not Secure] [Rcon] hi",
        "[Server thread/INFO]: Steve lost connection: Disconnected",
        "[Server thread/INFO]: Steve left the game",
        "[Server thread/INFO]: Stopping server",
        "[Server thread/INFO]: Saving worlds",
    ]


def test_rcon_clients_are_logged(tmp_path):
    with Sandbox(tmp_path) as box, Wire(box.rcon_port) as one:
        one.login(box.password)
    lines = log_of(tmp_path)
    assert "[RCON Listener #1/INFO]: Thread RCON Client /127.0.0.1 started" in lines
    assert "[RCON Client /127.0.0.1 #1/INFO]: Thread RCON Client /127.0.0.1 shutting down" in lines


def test_a_restart_keeps_the_world_and_the_password(tmp_path):
    with Sandbox(tmp_path) as box:
        box.join("Steve")
        for command in (
            "give Steve stick[damage=3] 2", "effect give Steve speed infinite 1", "setblock 1 64 1 oak_log[axis=x]",
            "summon item ~ ~ ~ {Item:{id:stone,count:3}}", "scoreboard objectives add pray trigger",
            "scoreboard players enable Steve pray", "ban Bob Griefing", "op Steve", "whitelist on", "whitelist add Eve",
            "gamerule keepInventory true", "time set 777", "spawnpoint Steve 5 70 5",
        ):  # fmt: skip
            box.command(command)
        before, password, port = box.state(), box.password, box.rcon_port
    before["players"]["Steve"]["online"] = False
    with Sandbox(tmp_path) as box:
        assert box.state() == before
        assert box.password == password
        assert box.command("whitelist list") == "There are 1 whitelisted player(s): Eve"
        assert (box.rcon_port, box.warnings) != (port, ["x"])


def test_the_old_log_is_packed_at_the_next_start(tmp_path):
    for number in (1, 2, 3):
        with Sandbox(tmp_path) as box:
            box.command(f"say run {number}")
    packed = sorted((tmp_path / "logs").glob("*.log.gz"))
    assert [re.sub(r"^\d{4}-\d\d-\d\d", "DAY", path.name) for path in packed] == ["DAY-1.log.gz", "DAY-2.log.gz"]
    assert ["run 1" in gzip.decompress(path.read_bytes()).decode() for path in packed] == [True, False]
    assert "[Server thread/INFO]: [Not Secure] [Rcon] run 3" in log_of(tmp_path)


def test_the_properties(tmp_path):
    (tmp_path / "server.properties").write_text(
        "#old\nrcon.password=a\\=b\\\\c\nmotd=h\\u00e9\nmy-key=x\nmax-players=3\n"
    )
    with Sandbox(tmp_path) as box:
        assert box.password == "a=b\\c"
        assert box.command("list").startswith("There are 0 of a max of 3 ")
        found = properties.parse((tmp_path / "server.properties").read_bytes())
        assert found == found | {
            "rcon.password": "a=b\\c", "rcon.port": str(box.rcon_port), "enable-rcon": "true", "online-mode": "false",
            "motd": "hé", "my-key": "x", "level-name": "world", "white-list": "false",
        }  # fmt: skip
        box.command("whitelist on")
        assert properties.parse((tmp_path / "server.properties").read_bytes())["white-list"] == "true"
    if os.name != "nt":
        assert stat.S_IMODE((tmp_path / "server.properties").stat().st_mode) == 0o600


def test_feedback_is_not_broadcast_when_the_properties_say_so(tmp_path):
    (tmp_path / "server.properties").write_text("broadcast-rcon-to-ops=false\n")
    with Sandbox(tmp_path) as box:
        box.command("time set day")
    assert not [line for line in log_of(tmp_path) if "[Rcon:" in line]


def test_the_lists_have_vanillas_shapes(tmp_path):
    with Sandbox(tmp_path) as box:
        box.join("Steve")
        for command in ("op Steve", "whitelist add Alex", "ban Bob Griefing"):
            box.command(command)

        def read(name: str) -> list[dict[str, object]]:
            return json.loads((tmp_path / f"{name}.json").read_bytes())

        steve = "5627dd98-e6be-3c21-b8a8-e92344183641"
        assert read("ops") == [{"uuid": steve, "name": "Steve", "level": 4, "bypassesPlayerLimit": False}]
        assert read("whitelist") == [{"uuid": "36532b5e-c442-3dbb-a24c-c7e55d0f979a", "name": "Alex"}]
        assert read("banned-ips") == []
        (known,) = read("usercache")
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d{4}", str(known.pop("expiresOn")))
        assert known == {"name": "Steve", "uuid": steve}
        (banned,) = read("banned-players")
        assert banned.pop("created")
        assert {key: banned[key] for key in ("name", "source", "expires", "reason")} == {
            "name": "Bob", "source": "Rcon", "expires": "forever", "reason": "Griefing",
        }  # fmt: skip


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{",
        b"[]",
        b'{"v":1}',
        b'{"v":1,"kind":"mcgod-sandbox","world":{}}',
        b'{"v":9,"kind":"mcgod-sandbox","world":{}}',
        saved.encode(World()).replace(b'"seed": 0', b'"seed": {}'),
        saved.encode(World()).replace(b'"seed": 0', b'"sneed": 0'),
    ],
)
def test_a_broken_world_is_set_aside_and_told_of(tmp_path, broken):
    folder = tmp_path / "world"
    folder.mkdir()
    (folder / "sandbox.json").write_bytes(broken)
    with Sandbox(tmp_path) as box:
        (aside,) = folder.glob("sandbox.json.corrupt-*")
        assert aside.read_bytes() == broken
        (warning,) = box.warnings
        assert aside.name in warning
        assert f"[Server thread/WARN]: {warning}" in log_of(tmp_path)


def test_a_broken_whitelist_is_set_aside_and_the_list_stays(tmp_path):
    with Sandbox(tmp_path) as box:
        box.command("whitelist add Eve")
        (tmp_path / "whitelist.json").write_bytes(b"[{]")
        assert box.command("whitelist reload") == "Reloaded the whitelist"
        assert box.command("whitelist list") == "There are 1 whitelisted player(s): Eve"
        (aside,) = tmp_path.glob("whitelist.json.corrupt-*")
        assert any(aside.name in line for line in log_of(tmp_path))


def test_two_sandboxes_do_not_share_a_folder(tmp_path):
    with Sandbox(tmp_path), pytest.raises(Busy, match="a sandbox already runs in"):
        Sandbox(tmp_path).start()
    with Sandbox(tmp_path):
        pass


def test_a_taken_port_is_told_and_leaves_the_folder_free(tmp_path):
    with Sandbox(tmp_path / "a") as box:
        with pytest.raises(Busy, match=f"port {box.rcon_port} is not free"):
            Sandbox(tmp_path / "b", rcon_port=box.rcon_port).start()
        with Sandbox(tmp_path / "b"):
            pass


def test_a_version_is_a_version(tmp_path):
    with pytest.raises(BadUsage, match="'banana' is no game version"):
        Sandbox(tmp_path, version="banana")
    with Sandbox(tmp_path, version="1.20.4") as box:
        assert "Starting minecraft server version 1.20.4" in log_of(tmp_path)[0]
        assert box.command("give Steve pale_oak_log").startswith("Unknown item 'minecraft:pale_oak_log'")


def test_save_all_writes_the_world_at_once(tmp_path):
    with Sandbox(tmp_path) as box:
        box.command("time set 4321")
        assert box.command("save-all") == "Saving the game (this may take a moment!)Saved the game"
        assert saved.decode((tmp_path / "world" / "sandbox.json").read_bytes()).daytime == 4321


def test_the_clock_moves_the_world(tmp_path):
    seconds = [0.0]
    with Sandbox(tmp_path, now=lambda: seconds[0]) as box:
        seconds[0] = 10.0
        assert box.command("time query daytime") == "The time is 1200"
        assert box.state()["gametime"] == 200


def test_nothing_is_left_behind(tmp_path):
    before = set(threading.enumerate())
    with Sandbox(tmp_path) as box, Wire(box.rcon_port) as one:
        one.login(box.password)
        assert set(threading.enumerate()) > before
    assert set(threading.enumerate()) == before
    assert not (tmp_path / "sandbox.json").exists()


def test_a_disk_that_refuses_is_told_of_at_the_end(tmp_path):
    box = Sandbox(tmp_path)
    box.start()
    box.command("time set 5")
    (tmp_path / "world" / "sandbox.json").unlink()
    (tmp_path / "world" / "sandbox.json").mkdir()
    assert box.command("save-all") == (
        "Saving the game (this may take a moment!)Unable to save the game (is there enough disk space?)"
    )
    (tmp_path / "ops.json").unlink()
    (tmp_path / "ops.json").mkdir()
    assert box.command("op Steve") == "Made Steve a server operator"
    with pytest.raises(StoreFailed, match="cannot write"):
        box.close()
    assert any(line.startswith("[Server thread/ERROR]: cannot write") for line in log_of(tmp_path))
    with pytest.raises(StoreFailed, match="cannot read"):
        Sandbox(tmp_path).start()
