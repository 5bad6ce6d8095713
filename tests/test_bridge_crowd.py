"""A hundred subscribers, ten of which never read: the ninety get everything in order, and memory stays bounded."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

MCGOD = Path(sys.executable).parent / "mcgod"
EVENTS = 200_000


def test_ninety_readers_get_all_in_order_while_ten_never_read(home, tmp_path, monkeypatch):
    log = tmp_path / "latest.log"
    log.touch()
    monkeypatch.setenv("MCGOD_LOG_PATH", str(log))
    # One line of the log is one event, and the first event is that the bridge has started.
    words = [MCGOD, "bridge", "serve", "--beginning"]
    readers = [sys.executable, Path(__file__).parent / "rigs" / "readers.py", home / "run", "90", "10", str(EVENTS + 1)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as bridge:
        assert bridge.stdout
        bridge.stdout.readline()
        with subprocess.Popen(readers, stdout=subprocess.PIPE, text=True) as crowd:
            assert crowd.stdout
            assert crowd.stdout.readline() == "ready\n"
            with log.open("a") as file:
                for number in range(EVENTS):
                    file.write(f"[12:00:00] [Server thread/INFO]: <Steve> hello number {number}\n")
            told = json.loads(crowd.stdout.readline())
            pages = int(Path(f"/proc/{bridge.pid}/statm").read_text().split()[1])
        bridge.terminate()
    rss = pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    print(f"\n{EVENTS} events to 90 readers, 10 deaf: the bridge's RSS is {rss:.0f} MB")
    assert told == {"sound": 90, "gaps": 0, "told": 10}
    assert rss < 200
