"""``mcgod stop``: a request ends at once, whoever runs it, and nothing more of it happens."""

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from fake_openai import FakeOpenAI
from scripted_http import Hang
from test_god_flow import make  # noqa: F401 - a fixture

from mcgod.errors import Cancelled
from mcgod.game.port import FakeGame, PlayerState
from mcgod.god import runner
from mcgod.god.turn import Request
from mcgod.store import requests
from mcgod.store.requests import FileRequests

PRAY = [Path(sys.executable).parent / "mcgod", "pray", "I need wood", "--json"]


@pytest.fixture
def hanging(monkeypatch):
    """A model that begins to answer and never ends."""
    hang = Hang()
    with FakeOpenAI(hang) as server:
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "openai")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
        yield hang


@pytest.mark.parametrize("words", [[], ["--all"], ["--as", "Steve"], None])
def test_the_model_call_is_hung_up_and_nothing_is_kept_of_it(mcgod, home, hanging, words):
    with subprocess.Popen([*PRAY, "--as", "Steve"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as prayer:
        try:
            assert hanging.reached.wait(60)
            (running,) = requests.current(home / "requests")
            assert (running.owner, running.text, running.pid) == ("Steve", "I need wood", prayer.pid)
            assert mcgod("stop", "--as", "Alex").exit_code == 1
            done = mcgod("stop", *([running.id[:6]] if words is None else words), "--json")
            assert [one["id"] for one in json.loads(done.stdout)] == [running.id]
            assert hanging.left.wait(60)
            out, err = prayer.communicate(timeout=60)
        finally:
            prayer.kill()
    assert prayer.returncode == 130
    assert "the request was stopped" in (out + err).decode()
    assert [path.name for path in (home / "requests").iterdir()] == ["owners"]
    kept = [json.loads(path.read_text()) for path in (home / "sessions").rglob("*.json") if path.name != "active.json"]
    assert [session["ollamaHistory"] for session in kept] == [[]]


def test_one_of_several_must_be_named(mcgod, home):
    folder = home / "requests"
    with requests.running(folder, "a1", "Steve", None, "x") as one, requests.running(folder, "b2", "Alex", None, "y"):
        done = mcgod("stop")
        assert (done.exit_code, "a1 (Steve), b2 (Alex)" in done.stderr) == (2, True)
        assert mcgod("stop", "c").exit_code == 66
        assert mcgod("stop", "a").stdout == "a1  Steve  x\n"
        assert one.wait(60)
    assert mcgod("stop").exit_code == 1


def test_no_command_runs_after_a_stop(make, tmp_path, monkeypatch):  # noqa: F811
    seen, real = [], requests.running

    @contextmanager
    def running(*facts, **more):
        with real(*facts, **more) as stop:
            seen.append(stop)
            yield stop

    def answer(_):
        (one,) = requests.current(tmp_path)
        requests.stop(tmp_path, one)
        assert seen[0].wait(60)
        return "done"

    monkeypatch.setattr(requests, "running", running)
    game = FakeGame(players={"Steve": PlayerState("Steve")}, answer=answer)
    proposal = json.dumps({"reason": "", "commands": ["give Steve bread 1", "give Steve apple 1"]})
    services = make(commands=[proposal], speeches=["."], game=game)
    services.requests = FileRequests(tmp_path)
    with pytest.raises(Cancelled):
        runner.run(Request("x", owner="Steve", player="Steve"), services)
    assert game.ran == ["give Steve minecraft:bread 1"]


def test_what_a_dead_process_left_behind_is_swept_away(home):
    folder = home / "requests"
    folder.mkdir(parents=True)
    (folder / "a1.json").write_text('{"v":1,"id":"a1","owner":"x","player":null,"text":"","pid":1}')
    (folder / "b2.json").write_text("")
    assert requests.current(folder) == []
    assert [path.name for path in folder.iterdir()] == ["b2.json"]
