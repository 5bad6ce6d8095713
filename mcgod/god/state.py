"""A turn as JSON, between any two nodes of the flow: what is needed to take it up again in another process.

    {"v":1,"session":"k3f9","turn":3,"soul":"default","server":{…},"player":{…},"verdicts":[{…}],"message":"","spent":0.4,…}

The request and the services are not in it: whoever takes a turn up again has
those, and the session's history is read anew.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mcgod.errors import BadInput, Cancelled, GameUnreachable, McgodError
from mcgod.game.port import PlayerState, ServerState
from mcgod.god.trace import Trace
from mcgod.god.turn import Turn
from mcgod.llm.port import Completion, Message, ToolCall, Usage
from mcgod.rules.verdict import Repair, Verdict
from mcgod.tools.toolbox import Called

if TYPE_CHECKING:
    from mcgod.god.turn import Request, Round, Services

VERSION = 1
# Fields of a turn that are JSON as they are.
_PLAIN = (
    "soul", "newcomer", "tries", "reason", "spoken", "message", "models", "ms", "notes", "acting", "known", "carried",
    "told", "said",
)  # fmt: skip


def to_json(turn: Turn) -> dict[str, Any]:
    """Return where ``turn`` stands."""
    return {
        "v": VERSION,
        "session": turn.session.id if turn.session else None,
        "turn": turn.trace.turn if turn.trace else None,
        **{name: getattr(turn, name) for name in _PLAIN},
        "yes_to": sorted(turn.yes_to),
        "server": turn.server.to_json() if turn.server else None,
        "player": asdict(turn.player) if turn.player else None,
        "proposed": list(turn.proposed),
        "verdicts": [verdict.to_json() for verdict in turn.verdicts],
        "executed": [verdict.to_json() for verdict in turn.executed],
        "conversation": [asdict(message) for message in turn.conversation],
        "calling": asdict(turn.calling) if turn.calling else None,
        "calls": [asdict(call) for call in turn.calls],
        "called": [asdict(called) for called in turn.called],
        "rounds": [
            {"said": asdict(said), "calls": [asdict(call) for call in calls], "done": [asdict(one) for one in done]}
            for said, calls, done in turn.rounds
        ],
        "usage": asdict(turn.usage),
        "fault": {"slug": turn.fault.slug, "message": turn.fault.message, "hint": turn.fault.hint}
        if turn.fault
        else None,
        "spent": turn.services.timer() - turn.began,
    }


def from_json(raw: dict[str, Any], request: Request, services: Services) -> Turn:
    """Return the turn that stood there. Raises BadInput for a newer version, NotFound when its session is gone."""
    if raw["v"] > VERSION:
        raise BadInput(f"a turn of version {raw['v']}, written by a newer mcgod", hint="upgrade mcgod")
    turn = Turn(request, services)
    for name in (*_PLAIN, "spent"):
        setattr(turn, name, raw[name])
    if raw["session"]:
        turn.session = services.store.find(request.owner, raw["session"])
    if raw["turn"] is not None:
        turn.trace = Trace(services.store, request.owner, raw["session"], request.id, int(raw["turn"]), services.clock)
    turn.yes_to = frozenset(raw["yes_to"])
    if raw["server"]:
        turn.server = ServerState(**{**raw["server"], "online": tuple(raw["server"]["online"])})
    if raw["player"]:
        place = raw["player"]["position"]
        turn.player = PlayerState(**{**raw["player"], "position": tuple(place) if place else None})
    turn.proposed = tuple(raw["proposed"])
    turn.verdicts = tuple(map(_verdict, raw["verdicts"]))
    turn.executed = list(map(_verdict, raw["executed"]))
    turn.conversation = [_message(one) for one in raw["conversation"]]
    turn.calling = _completion(raw["calling"]) if raw["calling"] else None
    turn.calls = _calls(raw["calls"])
    turn.called = [Called(**one) for one in raw["called"]]
    turn.rounds = list(map(_round, raw["rounds"]))
    turn.usage = Usage(**raw["usage"])
    turn.fault = _fault(raw["fault"]) if raw["fault"] else None
    return turn


def _verdict(raw: dict[str, Any]) -> Verdict:
    return Verdict(**{**raw, "repairs": tuple(Repair(**one) for one in raw["repairs"])})


def _calls(raw: list[dict[str, Any]]) -> tuple[ToolCall, ...]:
    return tuple(ToolCall(**one) for one in raw)


def _message(raw: dict[str, Any]) -> Message:
    return Message(**{**raw, "tool_calls": _calls(raw["tool_calls"])})


def _completion(raw: dict[str, Any]) -> Completion:
    parts = {"tool_calls": _calls(raw["tool_calls"]), "usage": Usage(**raw["usage"]), "notes": tuple(raw["notes"])}
    return Completion(**{**raw, **parts})


def _round(raw: dict[str, Any]) -> Round:
    return _completion(raw["said"]), _calls(raw["calls"]), tuple(Called(**one) for one in raw["done"])


def _fault(raw: dict[str, str]) -> McgodError:
    """Return what ended the run of commands; the only two that a turn carries on from node to node."""
    kind = Cancelled if raw["slug"] == Cancelled.slug else GameUnreachable
    return kind(raw["message"], hint=raw["hint"])
