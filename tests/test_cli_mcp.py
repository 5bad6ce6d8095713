"""``mcgod mcp``, in this process: what is told without serving anybody."""

import builtins
import json

import pytest

from mcgod.errors import BadConfig, BadUsage


def test_the_list_tells_what_a_scope_would_be_offered(mcgod):
    done = mcgod("mcp", "tools", "--scope", "god", "--json")
    tools = {tool["name"]: tool for tool in json.loads(done.stdout)}
    assert (done.exit_code, done.stderr) == (0, "")
    assert tools["pray"]["kind"] == "turn"
    assert tools["command"]["hints"] == {"readOnlyHint": False, "destructiveHint": False, "openWorldHint": False}
    assert "events" not in tools
    whole = json.loads(mcgod("mcp", "tools", "--scope", "god", "--all", "--json").stdout)
    assert "events" in {tool["name"] for tool in whole}


def test_a_person_gets_a_table(mcgod):
    lines = mcgod("mcp", "tools", "--scope", "sudo").stdout.splitlines()
    assert lines[0].split() == ["name", "kind", "may", "what", "it", "does"]
    assert next(line for line in lines if line.startswith("command ")).split()[1:3] == ["command", "destroy"]
    assert not any(line.startswith("sudo ") for line in mcgod("mcp", "tools").stdout.splitlines())


def test_a_wrong_scope_is_wrong_usage(mcgod):
    done = mcgod("mcp", "tools", "--scope", "root")
    assert (done.exit_code, done.stdout) == (BadUsage.exit, "")
    assert "one of read, god, sudo" in done.stderr


def test_listening_wider_without_a_token_exits_with_78(mcgod):
    done = mcgod("mcp", "serve", "--http", "--host", "0.0.0.0")
    assert (done.exit_code, done.stdout) == (BadConfig.exit, "")
    assert done.stderr.splitlines()[-1] == "try: mcgod config set mcp.token - < FILE"


def test_sudo_for_a_player_without_the_right_exits_with_77(mcgod):
    done = mcgod("mcp", "serve", "--scope", "sudo", "--as", "Steve")
    assert (done.exit_code, done.stdout) == (77, "")


def test_a_port_that_is_taken_exits_with_75(mcgod):
    import socket

    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = mcgod("mcp", "serve", "--http", "--port", taken.getsockname()[1])
    assert (done.exit_code, done.stdout) == (75, "")


def test_without_the_sdk_it_says_what_to_install(mcgod, monkeypatch):
    known = builtins.__import__

    def lacking(name, *rest):
        if name == "mcgod.mcpserver" and "serving" in (rest[2] or ()):
            raise ImportError("No module named 'mcp'", name="mcp")
        return known(name, *rest)

    monkeypatch.setattr(builtins, "__import__", lacking)
    done = mcgod("mcp", "serve")
    assert (done.exit_code, done.stdout) == (BadConfig.exit, "")
    assert done.stderr == "mcgod: the package mcp is not installed\ntry: pip install 'mcgod[mcp]'\n"


@pytest.mark.parametrize("word", ["--token", "--mcp-token"])
def test_there_is_no_flag_for_the_token(mcgod, word):
    assert mcgod("mcp", "serve", "--http", word, "x").exit_code == 2
