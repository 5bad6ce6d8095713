"""CPU of whole processes: the root help, a listing, a prayer; medians and ratios over interleaved rounds."""

import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

MCGOD = str(Path(sys.executable).parent / "mcgod")
ROUNDS = 25
SOURCES = [Path(__file__).parents[2] / folder for folder in ("mcgod", "commands")]
PROCESSES = {
    "python -c 'import typer'": [sys.executable, "-c", "import typer"],
    "mcgod --help": [MCGOD, "--help"],
    "mcgod session list": [MCGOD, "session", "list"],
    "mcgod pray (oracle)": [MCGOD, "pray", "I am starving and it is dark", "--as", "Steve"],
}


def cpu(words):
    """User and system time of one run, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


@pytest.mark.bench
def test_startup(home):
    subprocess.run([MCGOD, "session", "start", "--as", "Steve"], stdout=subprocess.DEVNULL, check=True, env=os.environ)
    # Where the environment forbids writing byte code, every run would compile this project and nothing else.
    subprocess.run([sys.executable, "-m", "compileall", "-q", *map(str, SOURCES)], check=True)
    found = {name: [] for name in PROCESSES}
    for _ in range(ROUNDS):
        for name, words in PROCESSES.items():
            found[name].append(cpu(words))
    base, help_, listing, prayer = (statistics.median(times) for times in found.values())
    print()
    for name, times in found.items():
        ratios = [time / other for time, other in zip(times, found["python -c 'import typer'"], strict=True)]
        median, ratio = statistics.median(times), statistics.median(ratios)
        print(f"{name:28} median {median:6.1f} ms CPU, {ratio:.2f} x import typer")
    print(f"a prayer adds {prayer - help_:.1f} ms to --help")
    assert help_ / base <= 1.35
    assert listing / base <= 1.35
