"""A prayer against a running sandbox: with the oracle, and with an Ollama server; and the set-up before it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from fake_ollama import Fail, FakeOllama, Say

MCGOD = Path(sys.executable).parent / "mcgod"


@pytest.fixture
def world(tmp_path, monkeypatch):
    """A sandbox in a process of its own; its folder, which the settings know."""
    folder = tmp_path / "world"
    server = subprocess.Popen(
        [MCGOD, "sandbox", "serve", "--dir", folder, "--freeze"], stdout=subprocess.PIPE, text=True
    )
    with server:
        assert server.stdout
        assert server.stdout.readline().startswith("RCON on 127.0.0.1:")
        monkeypatch.setenv("MCGOD_SERVER_DIR", str(folder))
        yield folder
        server.terminate()
        assert server.wait(30) == 0


@pytest.fixture
def steve(world, mcgod):
    """His inventory as it is now, by item."""
    assert mcgod("sandbox", "join", "Steve").exit_code == 0

    def inventory():
        state = json.loads(mcgod("sandbox", "state").stdout)
        return {stack["id"]: stack["count"] for stack in state["players"]["Steve"]["inventory"].values()}

    return inventory


def test_the_oracle_changes_the_world(mcgod, steve):
    done = mcgod("pray", "I am starving and it is dark", "--as", "Steve", "--json")
    result = json.loads(done.stdout)
    assert (done.exit_code, done.stderr, result["dry_run"]) == (0, "", False)
    assert {"minecraft:bread", "minecraft:torch"} <= set(steve())
    assert [verdict["output"] for verdict in result["verdicts"]] == [
        f"Gave {steve()['minecraft:bread']} [Bread] to Steve",
        f"Gave {steve()['minecraft:torch']} [Torch] to Steve",
    ]
    assert result["owner"] != "Steve"  # the folder knows the UUID


def test_an_ollama_server_changes_the_world(mcgod, steve, monkeypatch):
    commands = Say('{"reason":"hungry, dark","commands":["give Steve bread 5","/give @p torch 9","op Steve"]}')
    with FakeOllama(commands, commands, Say("Eat, and see."), models=["tiny:1b"]) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "ollama")
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny:1b")
        monkeypatch.setenv("OLLAMA_HOST", server.url)
        done = mcgod("pray", "I am starving and it is dark", "--as", "Steve", "--json")
        result = json.loads(done.stdout)
    assert steve() == {"minecraft:bread": 5, "minecraft:torch": 9}
    assert result["message"] == "Eat, and see."
    assert [verdict["verdict"] for verdict in result["verdicts"]] == ["repaired", "repaired", "rejected"]
    assert result["model"] == {"command": "ollama/tiny:1b", "message": "ollama/tiny:1b"}
    assert [bool(request.get("tools")) for request in server.requests] == [True, False, False]
    assert server.requests[1]["format"]["required"] == ["reason", "commands"]
    assert server.requests[0]["options"]["num_ctx"] == 8192
    assert server.requests[0]["keep_alive"] == "10m"


def test_b099_an_error_of_the_model_is_69_and_nothing_of_it_is_remembered(mcgod, steve, monkeypatch, world):
    with FakeOllama(Fail(400, "the weights melted"), models=["tiny:1b"]) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "ollama")
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny:1b")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setattr("time.sleep", lambda _: None)
        done = mcgod("pray", "wood", "--as", "Steve", "--json")
    assert (done.exit_code, done.stdout) == (69, "")
    assert json.loads(done.stderr)["error"]["slug"].startswith("model")
    shown = json.loads(mcgod("session", "show", "--as", "Steve", "--json").stdout)
    assert shown["ollamaHistory"] == []
    assert "melted" not in (world / "logs" / "latest.log").read_text()


def test_config_init_reads_the_folder_and_doctor_is_content(mcgod, steve, world, monkeypatch, home):
    monkeypatch.delenv("MCGOD_SERVER_DIR")
    done = mcgod("config", "init", "--server-dir", world, "--json")
    found = json.loads(done.stdout)
    assert (done.exit_code, done.stderr) == (0, "")
    assert (found["server.version"], found["server.kind"], found["rcon"]) == ("1.21.4", "vanilla", True)
    assert "password" not in (home / "config.toml").read_text()
    done = mcgod("doctor", "--json")
    assert done.exit_code == 0, done.stdout
    assert [(line["check"], line["ok"]) for line in json.loads(done.stdout)] == [
        (name, True) for name in ("folders", "rcon", "log", "model", "version", "store")
    ]
    assert "Steve" in json.loads(done.stdout)[1]["text"]


def test_a_dry_run_asks_the_server_and_changes_nothing(mcgod, steve):
    result = json.loads(mcgod("pray", "wood", "--as", "Steve", "--dry-run", "--json").stdout)
    assert (result["dry_run"], result["why"], steve()) == (True, "asked for", {})


def test_the_player_hears_the_god_in_the_chat(mcgod, steve, world):
    told = json.loads(mcgod("pray", "thank you", "--as", "Steve", "--json").stdout)["message"]
    assert told
    assert "tellraw" not in (world / "logs" / "latest.log").read_text()


def test_the_password_is_nowhere_but_where_it_belongs(mcgod, steve, world, home):
    password = next(
        line.split("=", 1)[1]
        for line in (world / "server.properties").read_text().splitlines()
        if line.startswith("rcon.password=")
    )
    shown = mcgod("config", "show", "--origin").stdout + mcgod("config", "get", "rcon.password", "--json").stdout
    shown += mcgod("doctor").stdout + mcgod("pray", "wood", "--as", "Steve", "--json").stdout
    assert password not in shown
    assert not any(password in path.read_text() for path in home.rglob("*") if path.is_file())
