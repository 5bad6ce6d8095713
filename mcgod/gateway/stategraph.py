"""The LangGraph engine: the flow that ``god.graph`` declares, as a StateGraph whose every node is a checkpoint.

The turn itself walks through the graph as its context; what is kept of it
after each node is its JSON. So a turn outlives its process: it goes on at the
node that was under way, with what was sent in that node mended in. A question
to the player is an interrupt, for which nothing waits.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict

from langgraph.errors import GraphInterrupt
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import get_runtime
from langgraph.types import Command, interrupt
from langsmith import tracing_context

from mcgod.gateway.checkpoints import Checkpoints, thread
from mcgod.gateway.mending import mend
from mcgod.gateway.sent import NotedGame
from mcgod.god import graph, nodes, runner
from mcgod.god.state import from_json, to_json
from mcgod.god.turn import Request, Services, Turn
from mcgod.tools.port import Answer, LaidAside, Question

if TYPE_CHECKING:
    from pathlib import Path

    from mcgod.gateway.sent import Sent


class State(TypedDict):
    """What is kept between two nodes: the turn, how many commands it had noted, and where it goes from here."""

    turn: dict[str, Any]
    sent: int
    next: str


class Graphs:
    """Runs turns with checkpoints in ``path``. Raises StoreFailed."""

    name = "langgraph"
    durable = True

    def __init__(self, path: Path) -> None:
        self._kept = Checkpoints(path)
        self._graph = _declared().compile(checkpointer=self._kept.saver)

    def run(self, request: Request, services: Services) -> dict[str, Any]:
        """Run a turn from its beginning."""
        turn = Turn(request, _asking(services))
        return runner.take(turn, lambda turn: self._walk(turn, _packed(turn, graph.TURN.start)))

    def knows(self, request_id: str) -> bool:
        """Whether a turn has a checkpoint."""
        return self._kept.knows(request_id)

    def resume(
        self, request: Request, services: Services, *, sent: list[Sent], answer: Answer | None
    ) -> dict[str, Any]:
        """Go on at the node where the turn stands, with the answer to its question, or after a crash."""
        name = thread(request.id)
        kept = self._graph.get_state(name)
        if not kept.values:
            return self.run(request, services)
        turn = from_json(kept.values["turn"], request, _asking(services))
        given: Any = Command(resume=answer._asdict()) if answer else None

        def way(turn: Turn) -> None:
            if not kept.next:
                return  # it was at its end
            node = kept.next[0]
            if answer is None and mend(turn, node, sent[kept.values["sent"] :]):
                self._graph.update_state(name, _packed(turn, _after(node, turn)), as_node=node)
            self._walk(turn, given)

        return runner.take(turn, way)

    def forget(self, request_id: str) -> None:
        """Keep no checkpoint of a turn that has ended."""
        self._kept.forget(request_id)

    def forget_all_but(self, request_ids: set[str]) -> None:
        """Keep the checkpoints of these turns alone."""
        self._kept.forget_all_but(request_ids)

    def close(self) -> None:
        """Let go of the checkpoints."""
        self._kept.close()

    def _walk(self, turn: Turn, given: Any) -> None:
        """Walk on until the end, or until a question is asked. Raises LaidAside, and what a node raises."""
        with tracing_context(enabled=False):  # whatever the environment says: nobody's words go elsewhere
            ended = self._graph.invoke(given, thread(turn.request.id), context=turn, durability="sync")
        if asked := ended.get("__interrupt__"):
            raise LaidAside(_question(asked[0].value))


def _declared() -> StateGraph[State, Turn, State, State]:
    """Return the declared graph in LangGraph's terms."""
    made = StateGraph(State, context_schema=Turn)
    made.add_edge(START, graph.TURN.start)
    for name in graph.TURN.nodes:
        made.add_node(name, _node(name))
        targets = list(dict.fromkeys(edge.target for edge in graph.TURN.edges if edge.source == name))
        made.add_conditional_edges(name, _next, targets or [END])
    return made


def _node(name: str) -> Any:
    """Return the node ``name`` as LangGraph calls it."""

    def step(state: State) -> State:  # noqa: ARG001 - the turn itself has walked here
        turn = get_runtime(Turn).context
        try:
            nodes.NODES[name](turn)
        except LaidAside as aside:
            if isinstance(aside.__cause__, GraphInterrupt):
                raise aside.__cause__ from None
            raise
        return _packed(turn, _after(name, turn))

    return step


def _next(kept: State) -> str:
    return kept["next"]


def _after(node: str, turn: Turn) -> str:
    return graph.TURN.after(node, turn, nodes.CONDITIONS) or END


def _packed(turn: Turn, to: str) -> State:
    game = turn.services.game
    return {"turn": to_json(turn), "sent": game.sent if isinstance(game, NotedGame) else 0, "next": to}


def _asking(services: Services) -> Services:
    """Let questions interrupt the graph, where anybody can be asked."""
    return replace(services, ask=_ask) if services.ask else services


def _ask(question: Question) -> Answer:
    try:
        return Answer(**interrupt(question._asdict()))
    except GraphInterrupt as stop:
        raise LaidAside(question) from stop


def _question(raw: dict[str, Any]) -> Question:
    return Question(raw["text"], tuple(raw["options"]), raw["seconds"])
