"""What a piece of code costs: fresh processes by their CPU time and memory, calls by the median over rounds."""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ROUNDS = 15
_MEASURED = """
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


def fresh(codes: dict[str, str]) -> dict[str, tuple[float, float]]:
    """Return, for each name, the median CPU time in milliseconds and memory in MiB that its code costs a process."""
    runs: dict[str, list[tuple[float, float]]] = {name: [] for name in codes}
    for _ in range(ROUNDS):  # interleaved, for a busy machine is busy for all of them
        for name, code in codes.items():
            words = [sys.executable, "-c", _MEASURED.format(code=code)]
            cpu, memory = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
            runs[name].append((float(cpu), float(memory) / 1024))
    return {name: (median(cpu for cpu, _ in pairs), median(mib for _, mib in pairs)) for name, pairs in runs.items()}


def times(call: Callable[..., object], asked: Iterable[tuple[Any, ...]]) -> list[float]:
    """Return the median over ROUNDS of a call with each of ``asked``, in milliseconds."""
    asked, rounds = list(asked), []
    for _ in range(ROUNDS):
        spent = []
        for arguments in asked:
            start = time.perf_counter()
            call(*arguments)
            spent.append((time.perf_counter() - start) * 1000)
        rounds.append(spent)
    return [median(column) for column in zip(*rounds, strict=True)]
