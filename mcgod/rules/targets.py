"""Rules on whom a command acts. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules.catalogue import rule

if TYPE_CHECKING:
    from mcgod.rules.seen import Seen, Subject


@rule("target-selector", "target", "name the player instead of a selector")
def selector(seen: Seen) -> str | None:
    """Selectors stand only where the mode opens them; @s only behind an `execute as` that was allowed."""
    acting = False
    for subject in seen.subjects():
        if subject.kind == "uuid" and seen.policy.targets == "self":
            return subject.name
        if subject.kind == "s":
            if not acting:
                return "@s, behind which RCON has nobody,"
        elif subject.is_selector and subject.kind not in seen.policy.selectors:
            return f"@{subject.kind}"
        acting |= _becomes_the_actor(seen, subject)
    for span in seen.spans("message"):
        for inner in span.value.get("selectors", ()):
            if inner["kind"] not in seen.policy.selectors:
                return f"@{inner['kind']} in a text"
    return None


@rule("target-unbounded", "target", "bound the selector with a type and a limit")
def unbounded(seen: Seen) -> str | None:
    """A selector of creatures must say of which type, and bound how many are meant."""
    for subject in seen.subjects():
        if subject.kind not in ("e", "n"):
            continue
        options = {key for key, negated, _ in subject.span.value["options"] if not negated}
        limit = subject.span.value["limit"]
        if "type" not in options:
            return f"@{subject.kind} without a type"
        if limit is None or limit > seen.policy.entities:
            return (
                f"@{subject.kind} may mean {'any number' if limit is None else limit}, at most {seen.policy.entities}"
            )
    return None


@rule("target-offline", "target", "aim at a player who is online")
def offline(seen: Seen) -> str | None:
    """A player who is named must be online, where that is known."""
    online = seen.context.online
    if online is None:
        return None
    folded = {name.lower() for name in online}
    for subject in seen.subjects():
        if subject.kind == "name" and subject.span.kind == "player" and subject.name.lower() not in folded:
            return subject.name
    return None


@rule("target-other", "target", "aim at the player who prayed")
def other(seen: Seen) -> str | None:
    """Where a mode is for the one who prays, nobody else may be acted on."""
    if seen.policy.targets != "self" or seen.context.player is None:
        return None
    me = seen.context.player.lower()
    for subject in seen.subjects():
        if subject.acted_on and subject.kind == "name" and subject.name.lower() != me:
            return subject.name
    return None


def _becomes_the_actor(seen: Seen, subject: Subject) -> bool:
    """Tell whether what follows ``subject`` runs as it: it stands behind `execute … as`."""
    if seen.before(subject.span) != "as":
        return False
    earlier = seen.text[: subject.span.start].split()
    return len(earlier) < 2 or earlier[-2] not in ("positioned", "rotated")
