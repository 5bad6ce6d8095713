"""``mcgod rcon exec``: the admin's own words, byte for byte."""

import json

import pytest
from rcon_servers import PASSWORD, VanillaServer


@pytest.fixture
def server(monkeypatch):
    answers = {
        "list": "§6There are §c2§6 out of maximum §c20§6 players online.",
        "bad": "Unknown or incomplete command",
    }
    with VanillaServer(lambda text: answers.get(text, f"did {text}")) as started:
        monkeypatch.setenv("MCGOD_RCON_HOST", started.host)
        monkeypatch.setenv("MCGOD_RCON_PORT", str(started.port))
        monkeypatch.setenv("MCGOD_RCON_PASSWORD", PASSWORD)
        yield started


def test_b010_colour_codes_go_unless_they_are_asked_for(mcgod, server):
    assert mcgod("rcon", "exec", "list").stdout == "There are 2 out of maximum 20 players online.\n"
    assert mcgod("rcon", "exec", "--raw", "list").stdout == "§6There are §c2§6 out of maximum §c20§6 players online.\n"


def test_b025_a_command_reaches_the_server_byte_for_byte(mcgod, server):
    text = 'summon cow ~ ~ ~ {CustomName:"\\"A\\""}'
    assert mcgod("rcon", "exec", text).exit_code == 0
    assert mcgod("rcon", "exec", "-", input=f"# a comment\n/{text}\n\nsay  two  blanks\n").exit_code == 0
    assert server.commands == [text.encode(), text.encode(), b"say  two  blanks"]


def test_json_is_one_line_a_command_and_a_failure_is_1(mcgod, server):
    done = mcgod("rcon", "exec", "-", "--json", input="one\nbad\n")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert (done.exit_code, done.stderr) == (1, "")
    assert [(line["command"], line["ok"], line["known"]) for line in lines] == [
        ("one", True, True),
        ("bad", False, True),
    ]


def test_b013_a_wrong_password_says_so_and_mentions_quoting(mcgod, server, monkeypatch):
    monkeypatch.setenv("MCGOD_RCON_PASSWORD", "Ab5%9^x!")
    done = mcgod("rcon", "exec", "list")
    assert (done.exit_code, done.stdout) == (69, "")
    assert "Ab5" not in done.stderr
    assert "password" in done.stderr
    assert "quot" in done.stderr
    assert server.logins == [b"Ab5%9^x!"]


@pytest.mark.parametrize(
    ("words", "input", "code"),
    [(["-"], b"\xff\xfe", 65), ([""], None, 2), (["a\nb"], None, 2), (["x" * 1447], None, 2)],
)
def test_bad_input(mcgod, server, words, input, code):
    done = mcgod("rcon", "exec", *words, input=input)
    assert (done.exit_code, done.stdout) == (code, "")
    assert done.stderr.startswith("mcgod: ")
    assert server.commands == []


def test_without_a_server_it_is_a_bad_setting(mcgod):
    assert mcgod("rcon", "exec", "list").exit_code == 78
