"""What one check of a command costs, beside mecha where it is installed (``pip install mecha==0.101.0``).

Start-up is measured as CPU time of fresh processes, runs interleaved. Run with
``make bench`` or ``pytest -m bench -s tests/bench/bench_grammar.py``.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import time
from statistics import median

import pytest
from grammar_cases import rows

from mcgod.grammar.match import match

pytestmark = pytest.mark.bench

ROUNDS = 15
VERSION = "1.21.11"  # what mecha 0.101 means by 1.21
CORPUS = [row[0] for row in rows("corpus.txt") if match(row[0], VERSION).ok]
COST = """
import time
def resident():  # pages of 4 KiB, where the system tells
    try:
        return int(open("/proc/self/statm").read().split()[1]) * 4
    except OSError:
        return 0
memory, cpu = resident(), time.process_time()
{code}
print((time.process_time() - cpu) * 1000, resident() - memory)
"""
STARTS = {
    "nothing": "pass",
    "matcher": "from mcgod.grammar.match import match; assert match('give Steve stick', '1.21.11').ok",
}
if importlib.util.find_spec("mecha"):
    STARTS["mecha"] = "from mecha import Mecha; Mecha(version='1.21').parse('give Steve stick')"


def test_start_up():
    costs: dict[str, list[tuple[float, float]]] = {name: [] for name in STARTS}
    for _ in range(ROUNDS):
        for name, code in STARTS.items():
            out = subprocess.run(
                [sys.executable, "-c", COST.format(code=code)], capture_output=True, text=True, check=True
            )
            cpu, memory = out.stdout.split()
            costs[name].append((float(cpu), float(memory)))
    for name, runs in costs.items():
        cpu, memory = (median(run[column] for run in runs) for column in (0, 1))
        print(f"{name:8} import, load and one check: {cpu:7.1f} ms CPU, {memory / 1024:6.1f} MiB")


def test_one_check():
    times = {"matcher": _times(lambda command: match(command, VERSION))}
    if importlib.util.find_spec("mecha"):
        mecha = importlib.import_module("mecha").Mecha(version="1.21")
        times["mecha"] = _times(mecha.parse)
    for name, spent in times.items():
        print(f"{name:8} one command: median {median(spent):.4f} ms, slowest {max(spent):.4f} ms, of {len(CORPUS)}")


def _times(check) -> list[float]:
    """Return the median over ROUNDS for each command of the corpus, in milliseconds."""
    runs = []
    for _ in range(ROUNDS):
        run = []
        for command in CORPUS:
            start = time.perf_counter()
            check(command)
            run.append((time.perf_counter() - start) * 1000)
        runs.append(run)
    return [median(column) for column in zip(*runs, strict=True)]
