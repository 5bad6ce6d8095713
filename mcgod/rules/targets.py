"""Rules on whom a command acts. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.rules.catalogue import rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mcgod.rules.seen import Seen

_SPOKEN = frozenset({"say", "me", "msg", "teammsg"})


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
        acting |= seen.becomes(subject)
    return next(
        (f"@{inner['kind']} in a text" for inner in _in_messages(seen) if inner["kind"] not in seen.policy.selectors),
        None,
    )


@rule("target-unbounded", "target", "bound the selector with a type and a limit")
def unbounded(seen: Seen) -> str | None:
    """A selector of creatures must say of which type, and bound how many are meant."""
    found = [subject.span.value for subject in seen.subjects() if subject.is_selector]
    for value in (*found, *_in_messages(seen)) if "@" in seen.text else ():
        if value["kind"] not in ("e", "n"):
            continue
        options = {key for key, negated, _ in value["options"] if not negated}
        limit, most = value["limit"], seen.policy.entities
        if "type" not in options:
            return f"@{value['kind']} without a type"
        if limit is None or limit > most:
            return f"@{value['kind']} may mean {'any number' if limit is None else limit}, at most {most}"
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


@rule("speaks-as-another", "target", "say it in the god's own name")
def speaker(seen: Seen) -> str | None:
    """Nothing is said, whispered or played in a player's name."""
    if seen.family not in _SPOKEN:
        return None
    outer = (subject for subject in seen.subjects() if subject.span.start < seen.match.inner_at)
    return next((subject.name for subject in outer if subject.players and seen.becomes(subject)), None)


@rule("repeated-by-execute", "target", "name whom it is for once, without a crowd inside a crowd")
def repeated(seen: Seen) -> str | None:
    """The parts of execute before a command may run it for one crowd, not for each of a crowd once more."""
    if sum(limit != 1 for limit in seen.forks) > 1:
        return "a crowd inside a crowd"
    most = seen.policy.summons if seen.family == "summon" else seen.policy.entities
    return f"{seen.times} times, at most {most}" if seen.times > most else None


def _in_messages(seen: Seen) -> Iterator[dict[str, Any]]:
    for span in seen.spans("message"):
        yield from span.value.get("selectors", ())
