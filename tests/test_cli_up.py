"""``mcgod up`` keeps a bridge and a god running, and ends when it is told to, or when nothing else would help."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from fake_openai import FakeOpenAI, Say

from mcgod.sandbox.server import Sandbox

MCGOD = Path(sys.executable).parent / "mcgod"
PATIENCE = 60


@pytest.fixture
def up(tmp_path, monkeypatch):
    """A bridge and a god over a log that has just begun, and the process that keeps them."""
    log = tmp_path / "latest.log"
    log.touch()
    monkeypatch.setenv("MCGOD_LOG_PATH", str(log))
    with subprocess.Popen([MCGOD, "up"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "the bridge and the god are up\n"
        yield process
        process.kill()


def pid(mcgod, noun):
    done = mcgod(noun, "status", "--json")
    return json.loads(done.stdout)["pid"] if done.exit_code == 0 else None


def wait_for(found):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        answer = found()
        if answer:
            return answer
        time.sleep(0.05)  # two processes come up
    pytest.fail("it did not come")


def ended(process):
    return process.communicate(timeout=PATIENCE)[1], process.returncode


def test_sigterm_ends_both(mcgod, up):
    wait_for(lambda: pid(mcgod, "god"))
    up.send_signal(signal.SIGTERM)
    assert ended(up)[1] == 0
    assert (pid(mcgod, "bridge"), pid(mcgod, "god")) == (None, None)


def test_one_that_is_killed_is_started_again(mcgod, up):
    before = wait_for(lambda: pid(mcgod, "bridge"))
    os.kill(before, signal.SIGKILL)
    assert wait_for(lambda: pid(mcgod, "bridge") not in (None, before))
    assert wait_for(lambda: pid(mcgod, "god"))
    up.send_signal(signal.SIGTERM)
    said, code = ended(up)
    assert code == 0
    assert "the bridge ended with -9" in said


@pytest.mark.parametrize("noun", ["bridge", "god"])
def test_one_that_is_stopped_takes_the_other_with_it(mcgod, up, noun):
    wait_for(lambda: pid(mcgod, "god"))
    assert mcgod(noun, "stop").exit_code == 0
    assert ended(up)[1] == 0
    assert (pid(mcgod, "bridge"), pid(mcgod, "god")) == (None, None)


def test_what_another_start_would_not_cure_ends_it(mcgod, up):
    wait_for(lambda: pid(mcgod, "bridge"))
    second = subprocess.run([MCGOD, "up"], capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert second.returncode == 75
    up.send_signal(signal.SIGTERM)
    assert ended(up)[1] == 0


def test_a_question_of_the_model_is_answered_in_the_chat(tmp_path, monkeypatch):
    """The whole way: a prayer in the chat, a tool that asks, the player's own words, and the god's answer."""
    question = json.dumps({"question": "What shall it be?", "options": ["a hut"]})
    asking = Say(
        deltas=[{"tool_calls": [{"id": "a", "function": {"name": "ask-user-question", "arguments": question}}]}],
        finish="tool_calls",
    )
    answers = (asking, Say('{"reason":"","commands":[]}'), Say("A castle it is."))
    with Sandbox(tmp_path / "server", version="1.21.4") as box, FakeOpenAI(*answers) as server:
        monkeypatch.setenv("MCGOD_SERVER_DIR", str(tmp_path / "server"))
        monkeypatch.setenv("MCGOD_MODEL_PROVIDER", "openai")
        monkeypatch.setenv("MCGOD_MODEL_ENDPOINT", server.url)
        monkeypatch.setenv("MCGOD_MODEL_COMMAND", "tiny")
        box.join("Steve")
        with subprocess.Popen([MCGOD, "up"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout
                process.stdout.readline()
                wait_for(
                    lambda: subprocess.run([MCGOD, "god", "status"], check=False, capture_output=True).returncode == 0
                )
                box.chat("Steve", "pray build me a house")
                wait_for(lambda: len(server.requests) > 0)
                wait_for(lambda: box.chat("Steve", "a castle") is not None and len(server.requests) > 2)
            finally:
                process.terminate()
                process.communicate(timeout=PATIENCE)
    told = [message for message in server.requests[1]["messages"] if message["role"] == "tool"]
    assert "in the player's own words: a castle" in told[0]["content"]
