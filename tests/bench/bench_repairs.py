"""What the repairs are worth, and what they cost: how many lines of the corpus run without and with each, and the time.

Run with ``make bench`` or ``pytest -m bench -s tests/bench/bench_repairs.py``.
"""

from __future__ import annotations

from collections import Counter
from statistics import median
from typing import TYPE_CHECKING

import costs
import pytest
from repair_cases import Case, corpus

from mcgod.rules import repairs
from mcgod.rules.judge import judge
from mcgod.rules.repairs import mending

if TYPE_CHECKING:
    from collections.abc import Iterable

pytestmark = pytest.mark.bench

CORPUS = corpus()
WANTED = [case for case in CORPUS if case.command]


def test_what_they_are_worth(monkeypatch: pytest.MonkeyPatch):
    everything = (mending.ORDER, repairs.FINISHING)
    right, without = _right(WANTED), Counter[str]()
    for rewrite in (*everything[0], *everything[1]):
        for room, name, order in ((mending, "ORDER", everything[0]), (repairs, "FINISHING", everything[1])):
            monkeypatch.setattr(room, name, tuple(one for one in order if one is not rewrite))
        without[rewrite.__name__.replace("_", "-")] = right - _right(WANTED)
    monkeypatch.setattr(mending, "ORDER", ())
    monkeypatch.setattr(repairs, "FINISHING", ())
    parse = sum(judge(case.proposed, case.context).allowed for case in WANTED)
    print(f"\n{len(CORPUS)} lines, {len(WANTED)} of them to be run, {len(CORPUS) - len(WANTED)} to be refused")
    print(f"allowed without repairs {parse}, as they were meant {_right(WANTED)}; with repairs {right}")
    print("lines that are lost without one repair:")
    for name, lost in without.most_common():
        print(f"  {name:20} {lost}")


def test_what_they_cost():
    good = [case._replace(proposed=case.command) for case in WANTED if case.command]
    broken = [case for case in WANTED if case.proposed != case.command]
    refused = [case for case in CORPUS if not case.command]
    for name, cases in (("nothing to repair", good), ("repaired", broken), ("refused", refused)):
        spent = costs.times(judge, [(case.proposed, case.context) for case in cases])
        print(f"judge, {name:18} median {median(spent):.4f} ms, slowest {max(spent):.4f} ms, of {len(cases)}")


def _right(cases: Iterable[Case]) -> int:
    return sum(judge(case.proposed, case.context).command == case.command for case in cases)
