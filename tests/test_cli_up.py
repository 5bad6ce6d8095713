"""``mcgod up`` keeps a bridge and a god running, and ends when it is told to, or when nothing else would help."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
