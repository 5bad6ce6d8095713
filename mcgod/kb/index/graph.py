"""What is tied to what: the links among all entries, as the index keeps them, followed a few steps either way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

MOST_STEPS, MOST = 4, 200  # steps from the entry, and entries in all
_OUT = (
    "SELECT DISTINCT d.ref, t.ref FROM docs d JOIN edges e ON e.doc = d.id JOIN docs t ON t.ref = e.target "
    "WHERE d.ref IN "
)
_BACK = "SELECT DISTINCT e.target, d.ref FROM edges e JOIN docs d ON d.id = e.doc WHERE e.target IN "


class Tie(NamedTuple):
    """An entry tied to another one: ``steps`` away, ``via`` its neighbour, which it points at or is pointed at by."""

    ref: str
    steps: int
    via: str
    points: bool

    def to_json(self) -> dict[str, str | int | bool]:
        """Return ``{"ref","steps","via","points"}``; ``points``: it points at ``via``."""
        return self._asdict()


def around(db: sqlite3.Connection, ref: str, steps: int, most: int = MOST) -> list[Tie]:
    """Return what is at most ``steps`` links away from ``ref``, the nearest first, each entry once.

    Links that lead nowhere are left out; circles end by themselves.
    """
    seen, edge, found = {ref}, [ref], list[Tie]()
    for step in range(1, min(steps, MOST_STEPS) + 1):
        marks = f"({', '.join('?' * len(edge))})"
        pairs = [(near, far, False) for near, far in db.execute(_OUT + marks, edge)]
        pairs += [(near, far, True) for near, far in db.execute(_BACK + marks, edge)]
        edge = []
        for near, far, points in sorted(pairs):
            if far not in seen and len(found) < most:
                seen.add(far)
                edge.append(far)
                found.append(Tie(far, step, near, points))
        if not edge:
            break
    return found


def targets(kb: str, links: Iterable[str]) -> list[str]:
    """Return the whole references that an entry's links mean: pages of its own base, unless they say otherwise."""
    return [link if link.count(":") >= 2 else f"{kb}:page:{link}" for link in dict.fromkeys(links)]
