"""What the rules say of a command. Values only."""

from __future__ import annotations

from typing import Any, NamedTuple

ACCEPTED, REPAIRED, REJECTED = "accepted", "repaired", "rejected"


class Repair(NamedTuple):
    """One rewrite: which repair did it, and the words before and after."""

    rule: str
    before: str
    after: str

    def to_json(self) -> dict[str, str]:
        """Return the shape that results carry."""
        return {"rule": self.rule, "before": self.before, "after": self.after}


class Verdict(NamedTuple):
    """The judgement on one proposed command.

    ``command`` is what would be run (None when rejected). ``reason`` is the
    code of the rule that was broken, ``hint`` what to do about it. ``output``,
    ``ran`` and ``ok`` are filled in when the command has been run: ``ran``
    None means that the connection broke and nobody knows.
    """

    proposed: str
    verdict: str
    command: str | None = None
    repairs: tuple[Repair, ...] = ()
    reason: str | None = None
    hint: str | None = None
    output: str | None = None
    ran: bool | None = False
    ok: bool | None = None

    @property
    def allowed(self) -> bool:
        """Whether the command may be run."""
        return self.verdict != REJECTED

    def with_reply(self, output: str, *, ran: bool | None, ok: bool) -> Verdict:
        """Return this verdict with what the server said to its command."""
        return self._replace(output=output, ran=ran, ok=ok)

    def to_json(self) -> dict[str, Any]:
        """Return ``{"proposed","command","verdict","repairs","reason","hint","output","ran","ok"}``."""
        return {
            "proposed": self.proposed,
            "command": self.command,
            "verdict": self.verdict,
            "repairs": [repair.to_json() for repair in self.repairs],
            "reason": self.reason,
            "hint": self.hint,
            "output": self.output,
            "ran": self.ran,
            "ok": self.ok,
        }


class Rejection(Exception):
    """Raised inside the rules only; ``judge`` turns it into a Verdict."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail
