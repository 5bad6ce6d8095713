"""Recorded proposals before today's rules: what would newly be allowed or refused. Pure; no model is asked.

What a trace of an older version does not hold is taken as it was by default,
and what was allowed then as said yes to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.replay.trace import misshapen
from mcgod.rules.context import Context
from mcgod.rules.plan import plan

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from mcgod.grammar.nodes import Tree
    from mcgod.grammar.registry import Registry
    from mcgod.replay.trace import Stage
    from mcgod.rules.policy import Policy
    from mcgod.rules.verdict import Verdict

# The stages that judging needs.
WANTED = frozenset({"input", "observed", "verdicts"})
KINDS = ("newly-allowed", "newly-refused", "other-command", "other-reason")
_MAX_COMMANDS = 8  # of a turn, before traces told


class Difference(NamedTuple):
    """One proposed command that is judged otherwise than it was; ``attempt`` is the turn's try, from 1."""

    kind: str
    attempt: int
    proposed: str
    was: dict[str, Any]
    now: dict[str, Any]

    def to_json(self) -> dict[str, Any]:
        """Return ``{"kind","attempt","proposed","was","now"}``, of which the last two have command and reason."""
        return self._asdict()


@dataclass(slots=True)
class Rejudge:
    """Judges turn after turn, and counts. ``game_data`` returns the ids and the grammar of a game version.

    ``version`` stands for every turn's own where it is given.
    """

    game_data: Callable[[str], tuple[Registry, Tree]]
    policies: Mapping[str, Policy]
    version: str | None = None
    turns: int = 0
    commands: int = 0
    differing: int = 0
    kinds: dict[str, int] = field(default_factory=lambda: dict.fromkeys(KINDS, 0))

    def turn(self, stages: Sequence[Stage]) -> list[Difference]:
        """Return what differs in one turn. Raises Damaged for a stage that holds something else than it should."""
        asked = next((stage for stage in stages if stage.name == "input"), None)
        if asked is None:
            raise misshapen(stages[0])
        observed = next((stage.record for stage in stages if stage.name == "observed"), {})
        try:
            context = self._context(asked.record, observed)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise misshapen(asked) from None
        found: list[Difference] = []
        judged = [stage for stage in stages if stage.name == "verdicts"]
        for attempt, stage in enumerate(judged, 1):
            found += self._stage(attempt, stage, context)
        self.turns += 1
        self.differing += bool(found)
        for one in found:
            self.kinds[one.kind] += 1
        return found

    def summary(self) -> dict[str, Any]:
        """Return ``{"turns","commands","differing_turns","kinds"}``, the last with a count for each of KINDS."""
        counts = {"turns": self.turns, "commands": self.commands, "differing_turns": self.differing}
        return {**counts, "kinds": dict(self.kinds)}

    def _context(self, asked: dict[str, Any], observed: dict[str, Any]) -> Context:
        registry, tree = self.game_data(self.version or str(asked["version"]))
        server, player = observed.get("server"), observed.get("player")
        position = observed.get("position") or (player and player.get("position"))
        context = Context(
            registry=registry,
            tree=tree,
            mode=str(asked["mode"]),
            player=asked.get("player"),
            online=frozenset(map(str, server["online"])) if server else None,
            position=(float(position[0]), float(position[1]), float(position[2])) if position else None,
            newcomer=bool(asked.get("newcomer", asked.get("event") == "first_login")),
            confirmed=bool(asked.get("confirmed")),
            policies=self.policies,
            max_commands=int(asked.get("max_commands", _MAX_COMMANDS)),
        )
        assert context.policy  # a mode that there is not is a KeyError
        return context

    def _stage(self, attempt: int, stage: Stage, context: Context) -> list[Difference]:
        try:
            recorded = [_part(verdict) | {"proposed": str(verdict["proposed"])} for verdict in stage.record["verdicts"]]
            # Tools ran theirs before the rest was proposed, and of those the outcome is known already.
            ran = sum(1 for verdict in stage.record["verdicts"] if verdict["ran"] is not False)
            allowed = [one["proposed"] for one in recorded if one["reason"] is None]
            yes_to = frozenset(map(str, stage.record.get("yes_to", allowed)))
        except (AttributeError, KeyError, TypeError):
            raise misshapen(stage) from None
        self.commands += len(recorded)
        now = _judged(recorded, ran, context._replace(yes_to=yes_to))
        pairs = zip_longest(recorded, now)
        return [found for was, verdict in pairs if (found := _difference(attempt, was, verdict))]


def _judged(recorded: Sequence[dict[str, Any]], ran: int, context: Context) -> list[Verdict]:
    """Judge as the turn did: each command of a tool after those before it, then the proposals as a whole."""
    commands = [one["command"] or "" for one in recorded[:ran]]
    verdicts = []
    for place, one in enumerate(recorded[:ran]):
        agreed = context._replace(yes_to=context.yes_to | {one["proposed"]})
        verdicts.append(plan([*commands[:place], one["proposed"]], agreed)[place])
    return [*verdicts, *plan([*commands, *(one["proposed"] for one in recorded[ran:])], context)[ran:]]


def _difference(attempt: int, was: dict[str, Any] | None, verdict: Verdict | None) -> Difference | None:
    now = _part(verdict.to_json()) if verdict else {"command": None, "reason": None}
    proposed = was["proposed"] if was else verdict.proposed if verdict else ""
    before = _part(was) if was else {"command": None, "reason": None}
    if before == now:
        return None
    if before["command"] is None or now["command"] is None:
        kind = "newly-allowed" if now["command"] else "newly-refused" if before["command"] else "other-reason"
    else:
        kind = "other-command"
    return Difference(kind, attempt, proposed, before, now)


def _part(verdict: Mapping[str, Any]) -> dict[str, Any]:
    return {"command": verdict["command"], "reason": verdict["reason"]}
