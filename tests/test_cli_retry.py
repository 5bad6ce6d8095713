"""``mcgod retry`` and Ctrl-C: a model that dies at any stage loses nothing, doubles nothing, and is asked again."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fake_openai import Fail, FakeOpenAI, Say, event
from scripted_http import Raw
from test_cli_stop import hanging  # noqa: F401 - a fixture
from test_cli_tools import box  # noqa: F401 - a fixture

from mcgod.store import failures, requests

BREAD = Say('{"reason":"hungry","commands":["give Steve bread 3"]}')
HALF = Raw([event({"choices": [{"delta": {"content": "Take"}}]})], cut=True)
LOOK = Say(
    deltas=[{"tool_calls": [{"id": "a", "function": {"name": "list_commands", "arguments": "{}"}}]}],
    finish="tool_calls",
)
DAY = Say(
    deltas=[
        {
            "tool_calls": [
                {"id": "a", "function": {"name": "execute-command", "arguments": '{"command":"time set day"}'}}
            ]
        }
    ],
    finish="tool_calls",
)
DOWN = Fail(401, "no")  # what is not worth a retry of its own


@pytest.fixture
def models(monkeypatch):
    """Let the models play ``answers``; the endpoint is told to the settings."""

    def play(*answers):
        server = FakeOpenAI(*answers)
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "openai")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
        return server

    return play


def token_in(text):
    found = re.search(r"mcgod retry ([0-9a-f]{8})", text)
    assert found, text
    return found[1]


def bread_of(world):
    return world.command("clear Steve minecraft:bread 0")


@pytest.mark.parametrize(
    "answers",
    [[DOWN], [HALF], [LOOK, DOWN], [BREAD, DOWN], [BREAD, HALF]],
    ids=["first", "half", "tool", "message", "speech"],
)
def test_a_model_that_dies_at_any_stage_leaves_a_session_that_can_go_on(mcgod, box, models, answers):  # noqa: F811
    with models(*answers):
        done = mcgod("pray", "I am hungry", "--as", "Steve")
    assert (done.exit_code, done.stdout) == (69, "")
    assert "No items were found" in bread_of(box)
    session = json.loads(mcgod("session", "show", "--as", "Steve", "--json").stdout)
    assert session["openAiHistory"] == session["ollamaHistory"] == []
    with models(BREAD, Say("Eat.")) as server:
        again = mcgod("retry", token_in(done.stderr).upper(), "--json")
        told = json.loads(again.stdout)
    assert (again.exit_code, told["message"], told["player"]) == (0, "Eat.", "Steve")
    assert told["session"].split("-")[0] == session["id"]
    assert bread_of(box) == "Found 3 matching item(s) on player Steve"
    prayers = [message for message in server.requests[0]["messages"] if "I am hungry" in (message["content"] or "")]
    assert len(prayers) == 1
    assert mcgod("retry", token_in(done.stderr)).exit_code == 66


def test_what_has_run_a_command_is_not_asked_again(mcgod, box, models, monkeypatch):  # noqa: F811
    monkeypatch.setenv("MCGOD_GOD_SUDO_TOOLS", "true")
    with models(DAY, DOWN):
        done = mcgod("sudo", "make it day")
    assert done.exit_code == 69
    assert "mcgod retry" not in done.stderr
    assert mcgod("retry").exit_code == 1


def test_tokens_are_listed_with_what_was_asked_and_why_it_failed(mcgod, home, models):
    with models(DOWN):
        token = token_in(mcgod("pray", "wood", "--as", "Steve").stderr)
    (one,) = json.loads(mcgod("retry", "--json").stdout)
    assert (one["token"], one["owner"], one["text"], one["mode"]) == (token, "Steve", "wood", "god")
    assert "answered 401" in one["error"]
    assert mcgod("retry").stdout.splitlines()[1].startswith(f"{token}  Steve")
    for wrong in ("00000000", "nonsense", "../../x"):
        done = mcgod("retry", wrong)
        assert (done.exit_code, done.stdout) == (66, "")
    assert [path.stem for path in (home / "requests" / "failed").iterdir()] == [token]  # a wrong token harms none


def test_a_failure_is_forgotten_after_half_an_hour(tmp_path):
    facts = ("Steve", "Steve", "wood", "god", None, None, None, "gone")
    failures.keep(tmp_path, failures.Failure("0" * 8, 1000.0, *facts))
    failures.keep(tmp_path, failures.Failure("1" * 8, 1000.0 + 1800, *facts))
    assert len(list(tmp_path.iterdir())) == 2
    assert [one.token for one in failures.listed(tmp_path, 1000.0 + 1801)] == ["1" * 8]
    assert len(list(tmp_path.iterdir())) == 1


def test_a_broken_record_is_set_aside(tmp_path, mcgod, home):
    folder = home / "requests" / "failed"
    folder.mkdir(parents=True)
    (folder / "0123abcd.json").write_text("{")
    done = mcgod("retry", "0123abcd")
    assert (done.exit_code, done.stdout) == (65, "")
    assert [path.name[:21] for path in folder.iterdir()] == ["0123abcd.json.corrupt"]


def test_a_session_that_was_removed_cannot_be_gone_on_with(mcgod, models):
    with models(DOWN):
        token = token_in(mcgod("pray", "wood", "--as", "Steve").stderr)
    token_of = json.loads(mcgod("session", "list", "--as", "Steve", "--json").stdout)[0]["token"]
    mcgod("session", "remove", token_of, "--as", "Steve")
    done = mcgod("retry", token)
    assert (done.exit_code, "has been removed" in done.stderr) == (66, True)


def test_the_error_event_names_the_token(mcgod, models):
    with models(DOWN):
        done = mcgod("pray", "wood", "--as", "Steve", "--stream")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["event"] for line in lines] == ["START", "ERROR", "DONE"]
    assert lines[1]["data"].splitlines()[1] == f"Retry token: {token_in(done.stderr)}"


def test_one_request_of_an_owner_runs_at_a_time(mcgod, home):
    with requests.running(home / "requests", "a1b2", "Steve", "Steve", "x"):
        done = mcgod("pray", "wood", "--as", "Steve")
        assert (done.exit_code, done.stdout) == (75, "")
        assert done.stderr == "mcgod: a request of Steve is running\ntry: mcgod stop a1b2, or wait for it\n"
        assert mcgod("pray", "wood", "--as", "Alex").exit_code == 0
    assert mcgod("pray", "wood", "--as", "Steve").exit_code == 0


def test_ctrl_c_hangs_up_the_model_and_closes_the_turn(home, hanging):  # noqa: F811
    words = [Path(sys.executable).parent / "mcgod", "pray", "I need wood", "--as", "Steve", "--stream"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as prayer:
        try:
            assert hanging.reached.wait(60)
            prayer.send_signal(signal.SIGINT)
            assert hanging.left.wait(60)
            out, err = prayer.communicate(timeout=60)
        finally:
            prayer.kill()
    assert (prayer.returncode, err) == (130, "mcgod: the request was stopped\n")
    assert [json.loads(line)["event"] for line in out.splitlines()] == ["START", "ERROR", "DONE"]
    (log,) = (home / "sessions").rglob("*.turns.jsonl")
    assert json.loads(log.read_text().splitlines()[-1])["error"]["slug"] == "cancelled"
