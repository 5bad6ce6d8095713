"""What the rules cost: start-up, memory, one verdict, a process, and a pipe; beside mecha where it is installed.

mecha only parses (``pip install mecha==0.101.0``); the rules parse, repair and
judge. Processes are compared by the CPU they use, runs interleaved. Run with
``make bench`` or ``pytest -m bench -s tests/bench/bench_rules.py``.
"""

from __future__ import annotations

import importlib.util
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import costs
import pytest
from test_rules_redteam import ATTACKS, DATA, context

from mcgod.grammar.match import match
from mcgod.rules.judge import judge

pytestmark = pytest.mark.bench

MCGOD = str(Path(sys.executable).parent / "mcgod")
SOURCES = [Path(__file__).parents[2] / folder for folder in ("mcgod", "commands")]
VERSION = "1.21.11"  # what mecha 0.101 means by 1.21
LINES = 10_000
BLESSINGS = [
    tuple(line.split("\t"))
    for line in (DATA / "blessings.tsv").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
STARTS = {
    "nothing": "pass",
    "rules": (
        "from mcgod.grammar import registry, trees\n"
        "from mcgod.rules.context import Context\n"
        "from mcgod.rules.judge import judge\n"
        f"told = Context(registry.load({VERSION!r}), trees.load({VERSION!r}), player='Steve')\n"
        "assert judge('give Steve minecraft:stick 3', told).allowed"
    ),
}
if importlib.util.find_spec("mecha"):
    STARTS["mecha"] = "from mecha import Mecha; Mecha(version='1.21').parse('give Steve stick')"


@pytest.fixture(autouse=True, scope="module")
def _compiled():
    """Where the environment forbids writing byte code, every run would compile this project and nothing else."""
    subprocess.run([sys.executable, "-m", "compileall", "-q", *map(str, SOURCES)], check=True)


def test_start_up_and_memory():
    found = costs.fresh(STARTS)
    print()
    for name, (cpu, memory) in found.items():
        print(f"{name:8} import, load and one verdict: {cpu:7.1f} ms CPU, {memory:6.1f} MiB")
    cpu, memory = found["rules"]
    assert cpu < 40
    assert memory < 10


def test_one_verdict():
    cases = {
        "harmless": [(command, context(mode, version)) for mode, version, command in BLESSINGS],
        "hostile": [(proposed, context(mode, version)) for _, mode, version, proposed, _ in ATTACKS],
    }
    print()
    everything = []
    for name, asked in cases.items():
        spent = costs.times(judge, asked)
        print(f"{name:8} one verdict: median {median(spent):.4f} ms, slowest {max(spent):.3f} ms, of {len(spent)}")
        everything += spent
    if importlib.util.find_spec("mecha"):
        mecha = importlib.import_module("mecha").Mecha(version="1.21")
        known = [(command,) for _, _, command in BLESSINGS if match(command, VERSION).ok and "gamerule" not in command]
        spent = costs.times(mecha.parse, known)
        print(f"mecha    one parse:   median {median(spent):.4f} ms, slowest {max(spent):.3f} ms, of {len(spent)}")
    assert median(everything) < 0.1


def test_a_process_beside_the_help():
    processes = {
        "mcgod --help": [MCGOD, "--help"],
        "mcgod rules check": [MCGOD, "rules", "check", "time set day", "--mc", VERSION],
    }
    found: dict[str, list[float]] = {name: [] for name in processes}
    for _ in range(costs.ROUNDS):
        for name, words in processes.items():
            found[name].append(_cpu(words))
    print()
    for name, spent in found.items():
        print(f"{name:20} median {median(spent):6.1f} ms CPU")
    help_, check = found.values()
    ratio = median(one / other for one, other in zip(check, help_, strict=True))
    print(f"ratio {ratio:.2f}")
    assert ratio <= 1.6


def test_ten_thousand_on_standard_input():
    commands = [command for mode, version, command in BLESSINGS if (mode, version) == ("god", "1.21.4")]
    text = "".join(f"{commands[number % len(commands)]}\n" for number in range(LINES)).encode()
    words = [MCGOD, "rules", "check", "-", "--mc", "1.21.4", "--player", "Steve"]
    start = time.perf_counter()
    done = subprocess.run(words, input=text, capture_output=True, check=False)
    spent = time.perf_counter() - start
    print(f"\n{LINES} commands on stdin: {spent:.2f} s, {LINES / spent:.0f} a second, start-up included")
    assert done.stdout.count(b"\n") == LINES
    assert LINES / spent >= 5000


def _cpu(words: list[str]) -> float:
    """Return user and system time of one run, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, env=os.environ)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
