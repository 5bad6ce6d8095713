"""The flow of one turn, declared as data: nodes, edges, and the conditions on them.

                     +-> use_tools, for each call of the model
                     |       |
    load -> observe -> propose -> judge -> speak -> act -> persist
                          ^         |
                          +---------+  once, when something was rejected

Any runner may execute it; ``runner`` does in a few lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from mcgod.god.turn import Turn


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from one node to the next; ``when`` names a condition, or is None for always."""

    source: str
    target: str
    when: str | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """Where a turn starts and which edge it takes: the first whose condition holds."""

    start: str
    edges: tuple[Edge, ...]

    @property
    def nodes(self) -> tuple[str, ...]:
        """Every node, in the order in which the edges name them."""
        return tuple(dict.fromkeys([self.start, *(name for edge in self.edges for name in (edge.source, edge.target))]))

    def after(self, node: str, turn: Turn, conditions: Mapping[str, Callable[[Turn], bool]]) -> str | None:
        """Return the node that follows ``node``, or None at the end."""
        for edge in self.edges:
            if edge.source == node and (edge.when is None or conditions[edge.when](turn)):
                return edge.target
        return None


TURN = Graph(
    start="load",
    edges=(
        Edge("load", "observe"),
        Edge("observe", "propose"),
        Edge("propose", "use_tools", when="calls_a_tool"),
        Edge("use_tools", "use_tools", when="calls_a_tool"),
        Edge("use_tools", "propose"),
        Edge("propose", "judge"),
        Edge("judge", "propose", when="deserves_another_try"),
        Edge("judge", "speak"),
        Edge("speak", "act"),
        Edge("act", "persist"),
    ),
)
