"""kill -9 at every point of a turn that acts: it is gone on with, and nothing is run twice, as a sandbox can count."""

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from mcgod.gateway.calls import id_of
from mcgod.god import nodes
from mcgod.sandbox.server import Sandbox

HERE = Path(__file__).parent
MCGOD = str(Path(sys.executable).parent / "mcgod")
NODES = [name for name in nodes.NODES if name != "use_tools"]  # the oracle needs none
SERVE = [MCGOD, "gateway", "serve", "--port", "0", "--json", "--engine", "langgraph"]


@contextmanager
def serving(words, home):
    """Serve for the block; give a caller."""
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            url = json.loads(process.stdout.readline())["url"]
            token = json.loads((home / "run" / "gateway.json").read_bytes())["token"]
            head = {"Authorization": f"Bearer {token}"}
            with httpx.Client(base_url=url, headers=head, trust_env=False, timeout=60) as api:
                yield api
        finally:
            process.kill()


def survived(where, home, tmp_path, monkeypatch):
    """Return what came of a prayer whose gateway died at ``where``, and how many logs Steve has then."""
    with Sandbox(tmp_path / "world", version="1.21.4") as box:
        box.join("Steve")
        monkeypatch.setenv("MCGOD_SERVER_DIR", str(tmp_path / "world"))
        body = {"text": "I need wood", "execute": True}
        with serving([sys.executable, str(HERE / "gateway_killed.py"), where], home) as api:
            session = api.post("/v1/session/start", json={"player": "Steve"}).json()["session_id"]
            message = f"/v1/session/{session}/message"
            with pytest.raises(httpx.HTTPError):
                api.post(message, json=body, headers={"Idempotency-Key": "k"})
        with serving(SERVE, home) as api:
            while (told := api.get(f"/v1/requests/{id_of(session, 'k')}").json())["state"] in ("queued", "running"):
                time.sleep(0.05)  # another process works
            again = api.post(message, json=body, headers={"Idempotency-Key": "k"})
            turns = api.get(f"/v1/session/{session}").json()["turns"]
        assert (again.status_code, again.json()) == (200, told["result"])
        stacks = json.loads(json.dumps(box.state()))["players"]["Steve"]["inventory"].values()
        said = [one["command"] for one in told["sent"] if one["command"].startswith("tellraw")]
        assert len(said) == 1
        history = next((home / "sessions").glob("*/????.json")).read_text()
        assert history.count('"content": "I need wood"') == 1
        assert turns <= 2
        return told, sum(stack["count"] for stack in stacks)


def test_a_command_that_may_have_run_is_not_run_again(home, tmp_path, monkeypatch):
    told, logs = survived("ran", home, tmp_path, monkeypatch)
    [verdict] = told["result"]["verdicts"]
    assert (verdict["ran"], logs) == (None, 64)


@pytest.mark.slow
@pytest.mark.parametrize("where", [f"{when} {node}" for node in NODES for when in ("before", "after")])
def test_a_turn_goes_on_at_the_node_where_it_was(where, home, tmp_path, monkeypatch):
    told, logs = survived(where, home, tmp_path, monkeypatch)
    [verdict] = told["result"]["verdicts"]
    assert (verdict["ran"], logs) == (True, 64)


@pytest.mark.slow
@pytest.mark.parametrize(("where", "came"), [("noted", (None, 0)), ("said", (True, 64))])
def test_what_was_noted_is_not_sent_again(where, came, home, tmp_path, monkeypatch):
    told, logs = survived(where, home, tmp_path, monkeypatch)
    [verdict] = told["result"]["verdicts"]
    assert (verdict["ran"], logs) == came
