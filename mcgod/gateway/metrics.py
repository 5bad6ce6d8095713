"""Counts and durations in Prometheus' text form, version 0.0.4. Thread-safe."""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)  # seconds


class Metrics:
    """What the gateway has done since it started."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: Counter[tuple[str, str, int]] = Counter()
        self._turns: Counter[str] = Counter()
        self._buckets = [0] * (len(_BOUNDS) + 1)
        self._seconds = 0.0

    def answered(self, method: str, route: str, status: int) -> None:
        """Count an HTTP answer."""
        with self._lock:
            self._answers[method, route, status] += 1

    def ended(self, state: str, seconds: float) -> None:
        """Count a turn that ended after ``seconds`` of work."""
        with self._lock:
            self._turns[state] += 1
            self._seconds += seconds
            self._buckets[next((at for at, most in enumerate(_BOUNDS) if seconds <= most), len(_BOUNDS))] += 1

    def text(self, now: Mapping[str, int]) -> str:
        """Return everything; ``now`` are the counts of this moment, by their names."""
        with self._lock:
            return "\n".join(self._lines(now)) + "\n"

    def _lines(self, now: Mapping[str, int]) -> Iterator[str]:
        yield "# TYPE mcgod_gateway_http_answers_total counter"
        for (method, route, status), count in sorted(self._answers.items()):
            labels = f'method="{method}",route="{route}",status="{status}"'
            yield f"mcgod_gateway_http_answers_total{{{labels}}} {count}"
        yield "# TYPE mcgod_gateway_turns_total counter"
        for state, count in sorted(self._turns.items()):
            yield f'mcgod_gateway_turns_total{{state="{state}"}} {count}'
        yield "# TYPE mcgod_gateway_turn_seconds histogram"
        total = 0
        for bound, count in zip((*_BOUNDS, "+Inf"), self._buckets, strict=True):
            total += count
            yield f'mcgod_gateway_turn_seconds_bucket{{le="{bound}"}} {total}'
        yield f"mcgod_gateway_turn_seconds_sum {self._seconds:.6f}"
        yield f"mcgod_gateway_turn_seconds_count {total}"
        for name, count in now.items():
            yield f"# TYPE mcgod_gateway_{name} gauge"
            yield f"mcgod_gateway_{name} {count}"
