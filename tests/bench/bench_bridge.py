"""The bridge and the event stream: copying, latency, memory, idling; ratios and medians. Run with ``make bench``."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median, quantiles

import pytest

from mcgod.bridge.journal import Journal

pytestmark = pytest.mark.bench

MCGOD = str(Path(sys.executable).parent / "mcgod")
LINE = "[12:00:00] [Server thread/INFO]: <Steve> hello number {}"


def filled(home, count):
    """A journal of ``count`` chat events."""
    journal = Journal(home / "events")
    for start in range(0, count, 5000):
        journal.append(
            [
                {"time": "2026-11-30T12:00:00.000Z", "source": "log", "type": "chat", "player": "Steve",
                 "text": f"hello number {number}", "raw": LINE.format(number)}
                for number in range(start, start + 5000)
            ]
        )  # fmt: skip
    journal.close()


def took(line):
    start = time.perf_counter()
    subprocess.run(["bash", "-c", line], check=True)
    return time.perf_counter() - start


def test_tail_copies_faster_than_jq_reads(home, tmp_path):
    filled(home, 1_000_000)
    copy = f"{MCGOD} events tail --since 0 | cat >{tmp_path}/all.jsonl"
    copied = [took(copy) for _ in range(3)]
    read = [took(f"jq -c . {tmp_path}/all.jsonl >/dev/null") for _ in range(3)]
    assert (tmp_path / "all.jsonl").read_bytes().count(b"\n") == 1_000_000
    ratio = median(read) / median(copied)
    print(f"\n1,000,000 events: tail {median(copied):.2f} s, jq {median(read):.2f} s: {ratio:.1f} x as fast")
    assert ratio >= 4


def test_parse_is_ahead_of_jq(tmp_path):
    log = tmp_path / "2026-11-30-1.log"
    log.write_text("".join(LINE.format(number).replace("Steve", f"P{number % 50}") + "\n" for number in range(300_000)))
    parsed = [took(f"{MCGOD} events parse {log} >{tmp_path}/events.jsonl") for _ in range(3)]
    read = [took(f"jq -c . {tmp_path}/events.jsonl >/dev/null") for _ in range(3)]
    print(
        f"\n300,000 lines: parse {median(parsed):.2f} s, jq {median(read):.2f} s: {median(read) / median(parsed):.2f} x"
    )


@pytest.fixture
def bridge(home, tmp_path, monkeypatch):
    """A bridge in a process of its own that follows a log; the log's path and the process."""
    log = tmp_path / "latest.log"
    log.touch()
    monkeypatch.setenv("MCGOD_LOG_PATH", str(log))
    with subprocess.Popen([MCGOD, "bridge", "serve", "--beginning"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        process.stdout.readline()
        yield log, process
        process.terminate()


def test_latency_from_log_to_follower(bridge):
    log, _ = bridge
    waits = []
    with subprocess.Popen([MCGOD, "events", "tail", "-f", "-t", "chat"], stdout=subprocess.PIPE) as tail:
        assert tail.stdout
        with log.open("a") as file:
            for number in range(320):
                file.write(LINE.format(number) + "\n")
                file.flush()
                start = time.perf_counter()
                json.loads(tail.stdout.readline())
                waits.append(1000 * (time.perf_counter() - start))
                time.sleep(0.005)
        tail.terminate()
    cut = quantiles(waits[20:], n=100)
    print(f"\nlog line to follower's stdout: median {cut[49]:.1f} ms, p99 {cut[98]:.1f} ms")


def test_memory_and_idling(bridge):
    log, process = bridge
    status = Path(f"/proc/{process.pid}")

    def rss():
        return int((status / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def cpu():
        fields = (status / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before = rss()
    with log.open("a") as file:
        for number in range(1_000_000):
            file.write(LINE.format(number) + "\n")
    while (
        json.loads(subprocess.run([MCGOD, "bridge", "status", "--json"], capture_output=True, check=True).stdout)[
            "events"
        ]["last"]
        < 1_000_000
    ):
        time.sleep(1)
    after = rss()
    time.sleep(5)
    start = cpu()
    time.sleep(10)
    print(f"\nRSS {before:.0f} MB, after 1,000,000 events {after:.0f} MB; idle {100 * (cpu() - start) / 10:.2f} % CPU")
