"""A turn as it was beside the same turn with another model: what is the same, added, missing. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mcgod.replay.trace import misshapen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.replay.trace import Stage

_KINDS = ("accepted", "repaired", "rejected")
_SAYS = ("same", "added", "missing")


def recorded(stages: Sequence[Stage]) -> dict[str, Any]:
    """Return what came of a turn, in the shape of ``Rerun.turn``. Raises Damaged."""
    last = {stage.name: stage.record for stage in stages}
    usage = [stage.record.get("usage") or {} for stage in stages if stage.name == "response"]
    end = last.get("end", {})
    try:
        return {
            "verdicts": [dict(one) for one in last.get("verdicts", {}).get("verdicts") or ()],
            "message": str(last.get("message", {}).get("text", "")),
            "tokens": {side: sum(int(one.get(side, 0)) for one in usage) for side in ("input", "output")},
            "ms": int((end.get("ms") or {}).get("think", 0)),
            "error": str(end["error"]["message"]) if end.get("error") else None,
        }
    except (AttributeError, KeyError, TypeError, ValueError):
        raise misshapen(stages[-1]) from None


@dataclass(slots=True)
class Comparison:
    """Compares turn after turn, and counts for the summary of one ``model``."""

    model: str
    turns: int = 0
    differing: int = 0
    errors: int = 0
    messages: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    was: Counter[str] = field(default_factory=Counter)
    now: Counter[str] = field(default_factory=Counter)

    def row(self, was: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
        """Return what a turn was and is with the model.

        ``{"model","differs","same","added","missing","message_changed","error","was","now"}``, where the last two
        have a count for each kind of verdict, ``message``, ``tokens`` and ``ms``. It differs when commands, counts
        or words do, or one failed and the other did not; what it took in tokens and time is no difference.
        """
        commands = _commands(was, now)
        sides = _side(was), _side(now)
        changed = now["error"] is None and was["message"] != now["message"]
        kinds_differ = any(sides[0][kind] != sides[1][kind] for kind in _KINDS)
        failed = (was["error"] is None) != (now["error"] is None)
        differs = bool(commands["added"] or commands["missing"] or kinds_differ or changed or failed)
        self.turns += 1
        self.differing += differs
        self.errors += now["error"] is not None
        self.messages += changed
        self.commands.update({says: len(commands[says]) for says in _SAYS})
        for total, side in zip((self.was, self.now), sides, strict=True):
            total.update({kind: side[kind] for kind in _KINDS} | side["tokens"] | {"ms": side["ms"]})
        told = {"message_changed": changed, "error": now["error"], "was": sides[0], "now": sides[1]}
        return {"model": self.model, "differs": differs, **commands, **told}

    def summary(self) -> dict[str, Any]:
        """Return the sums over all rows.

        ``{"model","turns","differing_turns","errors","messages_changed","same","added","missing","was","now"}``.
        """
        counts = {"turns": self.turns, "differing_turns": self.differing, "errors": self.errors}
        counts |= {"messages_changed": self.messages, **{says: self.commands[says] for says in _SAYS}}
        names = (*_KINDS, "input", "output", "ms")
        sides = {"was": self.was, "now": self.now}
        return {"model": self.model, **counts, **{side: {n: of[n] for n in names} for side, of in sides.items()}}


def _commands(was: dict[str, Any], now: dict[str, Any]) -> dict[str, list[str]]:
    """Return the commands of both sides that are ``same``, those ``added`` and those ``missing``, each as often."""
    before, after = ([one["command"] for one in side["verdicts"] if one.get("command")] for side in (was, now))
    return {
        "same": list((Counter(before) & Counter(after)).elements()),
        "added": list((Counter(after) - Counter(before)).elements()),
        "missing": list((Counter(before) - Counter(after)).elements()),
    }


def _side(side: dict[str, Any]) -> dict[str, Any]:
    kinds = Counter(str(one.get("verdict")) for one in side["verdicts"])
    told = {name: side[name] for name in ("message", "tokens", "ms")}
    return {kind: kinds[kind] for kind in _KINDS} | told
