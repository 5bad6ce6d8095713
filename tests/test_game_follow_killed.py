"""A reader that is killed at any moment goes on where its journal ends: a real process, killed for real."""

import gzip
import random
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager

import pytest

from mcgod import jsonl

READER = """
import sys, threading
from pathlib import Path
from mcgod import fsio, jsonl
from mcgod.game.follow import Follower, Position

log, journal = map(Path, sys.argv[1:])
records = jsonl.read(journal).records
start = Position.from_json(records[-1]["position"]) if records else "beginning"
for line in Follower(log, start=start).lines(threading.Event(), interval=0.001):
    fsio.append_line(journal, jsonl.line({"text": line.text, "position": line.position.to_json()}))
    sys.stdout.buffer.write(b".")
    sys.stdout.buffer.flush()
"""


class Server:
    """Writes a log as the game does, and remembers what it wrote."""

    def __init__(self, folder):
        self.log = folder / "latest.log"
        self.lines = []
        self.rolls = 0

    def say(self, count):
        with self.log.open("ab", buffering=0) as file:
            for _ in range(count):
                self.lines.append(f"[12:00:00] [Server thread/INFO]: <Steve> line {len(self.lines)}")
                line = self.lines[-1].encode() + b"\n"
                file.write(line[:20])
                file.write(line[20:])

    def roll(self):
        self.rolls += 1
        rolled = self.log.rename(self.log.with_name(f"2026-01-02-{self.rolls}.log"))
        self.log.touch()
        packed = gzip.compress(rolled.read_bytes(), mtime=0)
        with rolled.with_name(f"{rolled.name}.gz").open("wb", buffering=0) as file:
            file.write(packed[: len(packed) // 2])
            file.write(packed[len(packed) // 2 :])
        rolled.unlink()


@contextmanager
def reading(server, journal):
    """Run the reader; a reader that hangs is ended, so that the test fails instead of hanging with it."""
    with subprocess.Popen([sys.executable, "-c", READER, server.log, journal], stdout=subprocess.PIPE) as reader:
        watch = threading.Timer(60, reader.kill)
        watch.start()
        try:
            assert reader.stdout
            yield reader.stdout
        finally:
            reader.send_signal(signal.SIGKILL)
            watch.cancel()
            watch.join()


@pytest.mark.parametrize("seed", range(3))
def test_no_line_is_lost_or_stored_twice_when_the_reader_is_killed(tmp_path, seed):
    dice = random.Random(seed)
    server, journal = Server(tmp_path), tmp_path / "journal.jsonl"
    server.say(5)
    with reading(server, journal) as stored_lines:
        assert stored_lines.read(1)
    for _ in range(5):
        stored = len(jsonl.read(journal).records)
        with reading(server, journal) as stored_lines:
            server.say(dice.randrange(10, 40))
            if dice.random() < 0.7:
                server.roll()
                server.say(dice.randrange(1, 20))
            wanted = dice.randrange(1, len(server.lines) - stored + 1)
            assert len(stored_lines.read(wanted)) == wanted  # it is in the middle of things now
        server.say(dice.randrange(5))
        for _ in range(dice.randrange(3)):
            server.roll()
            server.say(dice.randrange(1, 10))
    with reading(server, journal) as stored_lines:
        rest = len(server.lines) - len(jsonl.read(journal).records)
        assert len(stored_lines.read(rest)) == rest
    assert [record["text"] for record in jsonl.read(journal).records] == server.lines
