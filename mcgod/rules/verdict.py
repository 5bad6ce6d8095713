"""What the rules say of a command, and the reason codes they use."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

ACCEPTED, REPAIRED, REJECTED = "accepted", "repaired", "rejected"

# Reason code -> a hint that a model, or a person, can act on.
REASONS = {
    "empty": "write one command",
    "too-long": "keep a command below 1446 bytes of UTF-8",
    "control-character": "write plain text on one line",
    "several-commands": "put each command into its own list entry",
    "comment": "write a command, not a comment",
    "macro": "write the command with its values filled in",
    "unknown-command": "use a command of this game",
    "family-not-allowed": "this kind of command is not open here",
    "wrong-form": "follow the form of the command",
    "unknown-item": "use an item id of this game version",
    "unknown-effect": "use an effect id of this game version",
    "unknown-entity": "use an entity id of this game version",
    "unknown-block": "use a block id of this game version",
    "unknown-enchantment": "use an enchantment id of this game version",
    "wrong-data-syntax": "item data is {…} before 1.20.5 and […] since",
    "forbidden-thing": "this item, block or creature is never given",
    "target-selector": "name the player instead of a selector",
    "target-offline": "aim at a player who is online",
    "target-other": "aim at the player who prayed",
    "count-cap": "ask for less",
    "duration-cap": "make it shorter",
    "amplifier-cap": "make it weaker",
    "distance-cap": "stay near the player",
    "volume-cap": "change fewer blocks",
    "click-action": "leave click actions out of texts",
    "not-benevolent": "on this occasion only gifts are allowed",
    "too-many-commands": "send fewer commands",
}


@dataclass(frozen=True, slots=True)
class Repair:
    """One rewrite: which repair did it, and the words before and after."""

    rule: str
    before: str
    after: str

    def to_json(self) -> dict[str, str]:
        """Return the shape that results carry."""
        return {"rule": self.rule, "before": self.before, "after": self.after}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement on one proposed command.

    ``command`` is what would be run (None when rejected). ``reason`` is a key
    of REASONS, ``hint`` its text made concrete. ``output``, ``ran`` and
    ``known`` are filled in when the command has been run: ``ran`` None means
    that the connection broke and nobody knows.
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
        return replace(self, output=output, ran=ran, ok=ok)

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
    """Raised inside the rules only; the doors turn it into a Verdict."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = f"{detail}: {REASONS[reason]}" if detail else REASONS[reason]
