"""A recorded turn run again, dry, with another model: what was seen, known and looked up comes out of the record.

No game, no store and no network but the model's own. A tool gives what it gave
then; what was not looked up then cannot be looked up now, and says so. Only
the tools that were called then are offered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from mcgod.errors import ModelUnreachable
from mcgod.god import graph, nodes
from mcgod.god.modes import MODES
from mcgod.god.turn import Request, Services, Turn
from mcgod.replay import past
from mcgod.replay.tools import RecordedTools
from mcgod.replay.trace import misshapen
from mcgod.store.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mcgod.god.souls import Souls
    from mcgod.grammar.nodes import Tree
    from mcgod.grammar.registry import Registry
    from mcgod.llm.port import Model
    from mcgod.replay.trace import Stage
    from mcgod.rules.policy import Policy
    from mcgod.store.port import Store

_HISTORY = "ollamaHistory"
_ALL = 1_000_000  # tokens; the past was cut when it was recorded


@dataclass(slots=True)
class Rerun:
    """Runs recorded turns with ``model``. ``game_data`` returns the ids and the grammar of a game version.

    ``version`` and ``soul`` stand for every turn's own where they are given,
    and ``task`` for what the modes tell a command model to do.
    ``timer`` gives seconds of any origin; with one that stands still the same
    record and the same answers give the same result to the byte.
    """

    model: Model
    game_data: Callable[[str], tuple[Registry, Tree]]
    policies: Mapping[str, Policy]
    souls: Souls
    timer: Callable[[], float]
    version: str | None = None
    soul: str | None = None
    task: str = ""
    failures: list[ModelUnreachable] = field(default_factory=list)

    def turn(self, stages: Sequence[Stage]) -> dict[str, Any]:
        """Return ``{"verdicts","message","tokens","ms","error"}`` of one turn with this model.

        ``tokens`` is ``{"input","output"}``, ``ms`` what thinking took, and
        ``error`` why the model gave no answer, or None. Raises Damaged for a
        turn that holds something else than it should.
        """
        asked = next((stage for stage in stages if stage.name == "input"), None)
        if asked is None:
            raise misshapen(stages[0])
        try:
            turn = self._made(asked.record, stages)
        except (AttributeError, KeyError, TypeError, ValueError, IndexError):
            raise misshapen(asked) from None
        error = None
        node: str | None = "propose"
        try:
            while node not in (None, "act"):
                nodes.NODES[node](turn)
                node = graph.TURN.after(node, turn, nodes.CONDITIONS)
        except ModelUnreachable as fault:
            self.failures.append(fault)
            error = fault.message
        return {
            "verdicts": [verdict.to_json() for verdict in turn.verdicts],
            "message": turn.message,
            "tokens": {"input": turn.usage.input, "output": turn.usage.output},
            "ms": turn.ms.get("think", 0),
            "error": error,
        }

    def _made(self, asked: dict[str, Any], stages: Sequence[Stage]) -> Turn:
        """Return the turn as it stood when it had observed."""
        observed = next((stage.record for stage in stages if stage.name == "observed"), {})
        registry, tree = self.game_data(self.version or str(asked["version"]))
        tools = RecordedTools([stage.record for stage in stages if stage.name == "tool"])
        services = Services(
            store=cast("Store", None),  # a re-run begins after the session was loaded, and ends before it is kept
            souls=self.souls,
            registry=registry,
            tree=tree,
            command_model=self.model,
            message_model=self.model,
            policies=self.policies,
            history_name=_HISTORY,
            history_tokens=_ALL,
            max_commands=int(asked.get("max_commands", 8)),
            timer=self.timer,
            tools=tools if asked.get("tools", bool(tools.names)) else None,
            tool_modes=frozenset(MODES),
            task=self.task,
        )
        request = Request(
            str(asked["text"]),
            owner=str(asked["owner"]),
            mode=str(asked["mode"]),
            player=asked.get("player"),
            event=asked.get("event"),
            dry_run=True,
            confirmed=bool(asked.get("confirmed")),
            id=str(asked["request_id"]),
        )
        assert MODES[request.mode]  # a mode that there is not is a KeyError
        turn = Turn(request, services, session=Session("0000", mode=request.mode, player=request.player))
        turn.known_session().set_entries(_HISTORY, past.entries(stages))
        soul = self.soul or asked.get("soul")
        turn.soul = str(soul) if soul in self.souls.names() else "default"
        turn.newcomer = bool(asked.get("newcomer", request.event == "first_login"))
        turn.server, turn.player = past.server(observed), past.player(observed, request.player)
        turn.known = list(observed.get("known") or ())
        turn.told = dict(observed.get("told") or {})
        agreed = [stage.record.get("yes_to", ()) for stage in stages if stage.name == "verdicts"]
        turn.yes_to = frozenset(str(command) for commands in agreed for command in commands)
        return turn
