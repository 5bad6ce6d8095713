"""A turn as it was beside the same turn with another model: what is the same, added, missing. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mcgod.replay.trace import misshapen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcgod.replay.trace import Stage

Came = tuple[Counter[str], Counter[str]]  # what the record and what the model changed, effect by effect
_KINDS = ("accepted", "repaired", "rejected")
_SAYS = ("same", "added", "missing")


def recorded(stages: Sequence[Stage]) -> dict[str, Any]:
    """Return what came of a turn, in the shape of ``Rerun.turn``. Raises Damaged."""
    found: dict[str, Any] = {"verdicts": [], "message": "", "tokens": {"input": 0, "output": 0}, "ms": 0, "error": None}
    for stage in stages:
        try:
            _read(stage, found)
        except (AttributeError, KeyError, TypeError, ValueError):
            raise misshapen(stage) from None
    return found


def _read(stage: Stage, found: dict[str, Any]) -> None:
    """Take over what one stage tells; of verdicts, messages and ends the last ones hold."""
    record = stage.record
    match stage.name:
        case "verdicts":
            found["verdicts"] = [dict(one) for one in record.get("verdicts") or ()]
        case "message":
            found["message"] = str(record.get("text", ""))
        case "response":
            usage = record.get("usage") or {}
            found["tokens"] = {side: spent + int(usage.get(side, 0)) for side, spent in found["tokens"].items()}
        case "end":
            found["ms"] = int((record.get("ms") or {}).get("think", 0))
            found["error"] = str(record["error"]["message"]) if record.get("error") else None


@dataclass(slots=True)
class Comparison:
    """Compares turn after turn, and counts for the summary of one ``model``."""

    model: str
    turns: int = 0
    differing: int = 0
    errors: int = 0
    messages: int = 0
    same_effect: int = 0
    commands: Counter[str] = field(default_factory=Counter)
    effects: Counter[str] | None = None
    was: Counter[str] = field(default_factory=Counter)
    now: Counter[str] = field(default_factory=Counter)

    def row(self, was: dict[str, Any], now: dict[str, Any], came: Came | None = None) -> dict[str, Any]:
        """Return what a turn was and is with the model; ``came`` is what either changed in a world, where it was tried.

        ``{"model","judged","differs","same","added","missing","effect","message_changed","error","was","now"}``, where
        ``effect`` is ``{"same","added","missing"}`` or None, and the last two have a count for each kind of verdict,
        ``message``, ``tokens`` and ``ms``. ``judged`` is ``same``, ``same effect`` or ``differs``. It differs when
        commands, counts or words do, or one failed and the other did not; with ``came`` when what came of it does, or
        one failed and the other did not, whatever the words. What it took in tokens and time is no difference.
        """
        commands = _sorted(*(Counter(_commands(side)) for side in (was, now)))
        effect = _sorted(*came) if came else None
        sides = _side(was), _side(now)
        changed = now["error"] is None and was["message"] != now["message"]
        failed = (was["error"] is None) != (now["error"] is None)
        worded = _differs(commands) or changed or failed or any(sides[0][kind] != sides[1][kind] for kind in _KINDS)
        differs = worded if effect is None else failed or _differs(effect)
        self.turns += 1
        self.differing += differs
        self.same_effect += worded and not differs
        self.errors += now["error"] is not None
        self.messages += changed
        self.commands.update({says: len(commands[says]) for says in _SAYS})
        if effect is not None:
            self.effects = (self.effects or Counter()) + Counter({says: len(effect[says]) for says in _SAYS})
        for total, side in zip((self.was, self.now), sides, strict=True):
            total.update({kind: side[kind] for kind in _KINDS} | side["tokens"] | {"ms": side["ms"]})
        judged = "differs" if differs else "same effect" if worded else "same"
        told = {"message_changed": changed, "error": now["error"], "was": sides[0], "now": sides[1]}
        return {"model": self.model, "judged": judged, "differs": differs, **commands, "effect": effect, **told}

    def summary(self) -> dict[str, Any]:
        """Return the sums over all rows.

        ``{"model","turns","differing_turns","same_effect_turns","errors","messages_changed","same","added",
        "missing","effects","was","now"}``, where ``effects`` is ``{"same","added","missing"}``; None without a world.
        """
        counts = {"turns": self.turns, "differing_turns": self.differing, "same_effect_turns": self.same_effect}
        counts |= {"errors": self.errors, "messages_changed": self.messages}
        counts |= {says: self.commands[says] for says in _SAYS}
        effects = None if self.effects is None else {says: self.effects[says] for says in _SAYS}
        names = (*_KINDS, "input", "output", "ms")
        sides = {"was": self.was, "now": self.now}
        return {
            "model": self.model,
            **counts,
            "effects": effects,
            **{side: {n: of[n] for n in names} for side, of in sides.items()},
        }


def _commands(side: dict[str, Any]) -> list[str]:
    return [one["command"] for one in side["verdicts"] if one.get("command")]


def _sorted(before: Counter[str], after: Counter[str]) -> dict[str, list[str]]:
    """Return what both sides have as ``same``, the rest as ``added`` and ``missing``, each as often as it is there."""
    both, new, gone = before & after, after - before, before - after
    return {says: list(of.elements()) for says, of in zip(_SAYS, (both, new, gone), strict=True)}


def _differs(found: dict[str, list[str]]) -> bool:
    return bool(found["added"] or found["missing"])


def _side(side: dict[str, Any]) -> dict[str, Any]:
    kinds = Counter(str(one.get("verdict")) for one in side["verdicts"])
    told = {name: side[name] for name in ("message", "tokens", "ms")}
    return {kind: kinds[kind] for kind in _KINDS} | told
