"""What one check of a command costs, beside mecha where it is installed (``pip install mecha==0.101.0``).

Start-up is measured as CPU time of fresh processes, runs interleaved. Run with
``make bench`` or ``pytest -m bench -s tests/bench/bench_grammar.py``.
"""

from __future__ import annotations

import importlib.util
from statistics import median

import costs
import pytest
from grammar_cases import rows

from mcgod.grammar.match import match

pytestmark = pytest.mark.bench

VERSION = "1.21.11"  # what mecha 0.101 means by 1.21
CORPUS = [(row[0],) for row in rows("corpus.txt") if match(row[0], VERSION).ok]
STARTS = {
    "nothing": "pass",
    "matcher": "from mcgod.grammar.match import match; assert match('give Steve stick', '1.21.11').ok",
}
if importlib.util.find_spec("mecha"):
    STARTS["mecha"] = "from mecha import Mecha; Mecha(version='1.21').parse('give Steve stick')"


def test_start_up():
    for name, (cpu, memory) in costs.fresh(STARTS).items():
        print(f"{name:8} import, load and one check: {cpu:7.1f} ms CPU, {memory:6.1f} MiB")


def test_one_check():
    times = {"matcher": costs.times(lambda command: match(command, VERSION), CORPUS)}
    if importlib.util.find_spec("mecha"):
        mecha = importlib.import_module("mecha").Mecha(version="1.21")
        times["mecha"] = costs.times(mecha.parse, CORPUS)
    for name, spent in times.items():
        print(f"{name:8} one command: median {median(spent):.4f} ms, slowest {max(spent):.4f} ms, of {len(CORPUS)}")
