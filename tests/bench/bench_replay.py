"""Replay: how fast turns are listed, judged again and put on a page, and what memory that takes: ``make bench``."""

import resource
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path

import pytest

from mcgod.grammar import registry, trees
from mcgod.replay import listing, trace
from mcgod.replay.rejudge import WANTED, Rejudge
from mcgod.rules.policy import shipped

pytestmark = pytest.mark.bench

MCGOD = str(Path(sys.executable).parent / "mcgod")
GOLDEN = Path(__file__).parents[1] / "golden"
TURNS = 10_000


def lines(count):
    """``count`` turns made of the golden ones, one line after another."""
    kinds = [
        (GOLDEN / f"{name}.jsonl").read_bytes().splitlines(keepends=True) for name in ("good", "sloppy", "hostile")
    ]
    made = 0
    while True:
        for kind in kinds:
            for line in kind:
                yield line
                made += b'"stage":"end"' in line[:120]
                if made == count:
                    return


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    """A file of TURNS turns."""
    file = tmp_path_factory.mktemp("replay") / "turns.jsonl"
    with file.open("wb") as out:
        out.writelines(lines(TURNS))
    return file


def cpu(*words, codes=(0,)):
    """Return the CPU seconds that a run of mcgod takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([MCGOD, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    assert done.returncode in codes, done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak(*words):
    """Return the most memory that a run of mcgod holds, in MB."""
    script = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", script, MCGOD, *map(str, words)], capture_output=True, check=True)
    return int(done.stdout) / 1024


def test_ten_thousand_turns_are_listed_within_a_second(path):
    spent = min(cpu("replay", path, "--list") for _ in range(3))
    print(f"\n{TURNS} turns, {path.stat().st_size / 1e6:.0f} MB, listed: {spent:.2f} s CPU")
    assert spent < 1


def test_two_thousand_turns_a_second_are_judged(path):
    spent = min(cpu("replay", path, "--rules-only") for _ in range(3))
    print(f"\n{TURNS} turns judged again: {spent:.2f} s CPU, {TURNS / spent:.0f} a second, start-up included")
    assert TURNS / spent >= 2000


def test_a_page_of_three_thousand_turns(tmp_path):
    peaks = []
    for count in (300, 3000):
        file, page = tmp_path / "some.jsonl", tmp_path / "page.html"
        file.write_bytes(b"".join(lines(count)))
        for words in ((), ("--against", "oracle", "--world")):
            spent = cpu("replay", "report", file, "--html", page, *words, codes=(0, 1))
            size = page.stat().st_size / 1e6
            print(f"\n{count} turns {' '.join(words)}: {spent:.2f} s CPU, {count / spent:.0f} a second, {size:.1f} MB")
        peaks.append(peak("replay", "report", file, "--html", page))
        print(f"\n{count} turns: peak {peaks[-1]:.0f} MB of the whole process")
    assert peaks[1] < peaks[0] + 15


def test_memory_does_not_grow_with_the_turns():
    again = Rejudge(lambda version: DATA, shipped())
    peaks = []
    for count in (300, 3000):
        tracemalloc.start()
        start = time.perf_counter()
        for _ in listing.rows(lines(count), "bench"):
            pass
        for stages in trace.turns(trace.stages(lines(count), "bench", WANTED)):
            again.turn(stages)
        peaks.append(tracemalloc.get_traced_memory()[1] / 1e6)
        tracemalloc.stop()
        print(f"\n{count} turns: peak {peaks[-1]:.2f} MB, {time.perf_counter() - start:.1f} s")
    assert peaks[1] < peaks[0] * 1.5


def test_the_whole_process_holds_no_more_for_ten_times_the_turns(tmp_path):
    file = tmp_path / "some.jsonl"
    for words in (("--list",), ("--rules-only",), ()):
        peaks = []
        for count in (300, 3000):
            file.write_bytes(b"".join(lines(count)))
            peaks.append(peak("replay", file, *words))
        print(f"\nreplay {' '.join(words)}: 300 turns {peaks[0]:.0f} MB, 3000 turns {peaks[1]:.0f} MB")
        assert peaks[1] < peaks[0] + 5


DATA = (registry.load("1.21.4"), trees.load("1.21.4"))
