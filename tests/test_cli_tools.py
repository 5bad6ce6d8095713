"""``mcgod tools``: what a model may call, from the shell."""

import json

import pytest

from mcgod.sandbox.server import Sandbox
from mcgod.tools.commands import names_in


@pytest.fixture
def box(tmp_path, monkeypatch):
    with Sandbox(tmp_path / "server", version="1.21.4") as started:
        started.join("Steve")
        monkeypatch.setenv("MCGOD_SERVER_DIR", str(tmp_path / "server"))
        yield started


def test_the_list_tells_risk_and_modes(mcgod):
    done = mcgod("tools", "list", "--json")
    tools = {tool["name"]: tool for tool in json.loads(done.stdout)}
    assert (done.exit_code, done.stderr) == (0, "")
    assert (tools["execute-command"]["risk"], tools["execute-command"]["modes"]) == ("act", ["sudo", "shell"])
    offered = {tool["name"] for tool in json.loads(mcgod("tools", "list", "--mode", "god", "--json").stdout)}
    assert "execute-command" not in offered
    assert "ask-user-question" in offered
    assert mcgod("tools", "list").stdout.splitlines()[0].split() == ["name", "risk", "modes", "what", "it", "does"]


def test_a_schema_is_printed(mcgod):
    told = json.loads(mcgod("tools", "schema", "execute-command", "--json").stdout)
    assert told["parameters"]["required"] == ["command"]
    assert '"command"' in mcgod("tools", "schema", "execute-command").stdout


def test_a_command_is_run_and_its_output_told(mcgod, box):
    done = mcgod("tools", "run", "execute-command", "command=/give Steve bread 3", "--json")
    told = json.loads(done.stdout)
    assert (done.exit_code, done.stderr, told["ok"]) == (0, "", True)
    assert told["text"].splitlines() == [
        "command: /give Steve minecraft:bread 3",
        "repaired: bread -> minecraft:bread",
        "result: ok",
        "output: Gave 3 [Bread] to Steve",
    ]
    assert told["data"]["output"] == "Gave 3 [Bread] to Steve"
    assert box.command("clear Steve minecraft:bread 0") == "Found 3 matching item(s) on player Steve"


def test_a_command_that_the_server_fails_exits_with_1(mcgod, box):
    done = mcgod("tools", "run", "execute-command", "command=clear Steve minecraft:bread", "--yes")
    assert (done.exit_code, done.stderr) == (1, "")
    assert "result: failed" in done.stdout


def test_what_destroys_needs_a_yes(mcgod, box):
    words = ("tools", "run", "execute-command", "command=op Steve")
    refused = mcgod(*words)
    assert (refused.exit_code, refused.stdout) == (77, "")
    assert "op is admin" in refused.stderr
    assert "Made Steve a server operator" in mcgod(*words, "--yes").stdout


def test_the_modes_own_rules_hold(mcgod, box):
    done = mcgod("tools", "run", "list_commands", "--mode", "god", "--as", "Steve", "--json")
    rows = {row["name"]: row for row in json.loads(done.stdout)["data"]}
    assert (rows["give"]["open"], rows["op"]["open"], rows["op"]["known"]) == (True, False, True)
    refused = mcgod("tools", "run", "execute-command", "command=give Steve bread", "--mode", "god", "--as", "Steve")
    assert (refused.exit_code, refused.stdout) == (77, "")
    assert "not for the mode god" in refused.stderr


def test_nobody_but_an_operator_runs_tools_as_a_player(mcgod, box):
    done = mcgod("tools", "run", "list_commands", "--as", "Steve")
    assert (done.exit_code, done.stdout) == (77, "")


def test_without_a_server_a_command_is_no_success(mcgod):
    done = mcgod("tools", "run", "execute-command", "command=time set day")
    assert (done.exit_code, done.stdout) == (78, "")
    assert mcgod("tools", "run", "execute-command", "command=time set day", "--dry-run").exit_code == 0


def test_arguments_come_from_words_json_or_stdin(mcgod, box):
    for words, piped in (
        (["--args", '{"mod_id":"give"}'], None),
        (["--args", "-"], '{"mod_id":"give"}'),
        (["mod_id=give"], None),
    ):
        done = mcgod("tools", "run", "list_commands", *words, "--json", input=piped)
        assert [row["name"] for row in json.loads(done.stdout)["data"]] == ["give"]


@pytest.mark.parametrize(
    ("words", "input", "code", "message"),
    [
        (["nothing"], None, 66, "there is no tool 'nothing'"),
        (["list_comands"], None, 66, "did you mean list_commands?"),
        (["list_commands", "mod=x"], None, 2, "list_commands has no argument 'mod'"),
        (["list_commands", "x"], None, 2, "'x' is not key=value"),
        (["execute-command"], None, 2, "'command' is a required property"),
        (["list_commands", "a=b", "--args", "{}"], None, 2, "exclude each other"),
        (["list_commands", "--args", "[]"], None, 2, "must be one JSON object"),
        (["list_commands", "--args", "-"], b"\xff", 65, "not UTF-8"),
        (["list_commands", "--mode", "devil"], None, 2, "'devil' is no mode"),
        (["ask-user-question", "question=x", "options=a"], None, 77, "nobody to ask"),
        (["ask-user-question", "question=x", "options=Skip"], None, 2, "options: none is left"),
    ],
)
def test_bad_input(mcgod, words, input, code, message):
    done = mcgod("tools", "run", *words, input=input)
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr


def test_the_servers_own_help_names_what_the_grammar_does_not_know():
    glued = "/advancement (grant|revoke)/ban <targets> [<reason>]/ftbchunks ...\n/lp:user <name>/w -> msg"
    assert names_in(glued) == {"advancement", "ban", "ftbchunks", "lp:user", "w"}


def test_an_argument_that_is_a_whole_file_does_not_fill_the_error(mcgod):
    done = mcgod("tools", "run", "execute-command", "--args", json.dumps({"command": "x" * 5000}))
    assert done.exit_code == 2
    assert len(done.stderr) < 400
