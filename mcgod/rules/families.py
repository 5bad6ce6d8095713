"""Rules on what kind of command it is. Each returns what is wrong, or None."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.rules.catalogue import rule
from mcgod.rules.risk import ADMIN, DESTRUCTIVE, NEVER_FOR_GODS

if TYPE_CHECKING:
    from mcgod.rules.seen import Seen

# Parts of `execute` that only look, or move the point of view. `store` writes, `summon` makes, `on` changes who acts.
_EXECUTE = frozenset({
    "align", "anchored", "as", "at", "facing", "if", "in", "positioned", "rotated", "run", "unless",
})  # fmt: skip


@rule("never", "family", "ask an administrator; a god never does this")
def never(seen: Seen) -> str | None:
    """Commands that change who rules the server, or what code runs on it, are not for gods."""
    return seen.family if seen.context.is_god and seen.family in NEVER_FOR_GODS else None


@rule("family-not-allowed", "family", "use a kind of command that is open here")
def family(seen: Seen) -> str | None:
    """The innermost command must be open in the mode: by its class of risk, or by name."""
    path = seen.match.inner_path
    if seen.policy.opens(path) or seen.risk in seen.policy.classes:
        return None
    if seen.risk in (DESTRUCTIVE, ADMIN) and not seen.context.is_god:
        return None  # the next rule asks for a yes
    return seen.family


@rule("needs-yes", "family", "say --yes if it is really meant")
def confirmed(seen: Seen) -> str | None:
    """What destroys, or rules the server, is run only when an admin has said yes to it."""
    if (
        seen.risk in (DESTRUCTIVE, ADMIN)
        and not seen.context.confirmed
        and not seen.policy.opens(seen.match.inner_path)
    ):
        return f"{seen.family} is {seen.risk}"
    return None


@rule("wrapper-not-allowed", "family", "put the command itself, or behind execute as, at, positioned, if or unless")
def wrapper(seen: Seen) -> str | None:
    """Before the innermost command only parts of execute may stand that look, or move the point of view."""
    outer = seen.outer_path
    if outer and not (seen.policy.opens(outer[:1]) or "world" in seen.policy.classes):
        return outer[0]
    words = [word for word in outer if not word.startswith("<")]
    if "execute" in words:
        parts = _parts(outer)
        return next((part for part in parts if part not in _EXECUTE), None)
    return words[0] if words else None


def _parts(outer: tuple[str, ...]) -> list[str]:
    """Return the parts of ``execute`` in a path: the words that begin one."""
    known = _EXECUTE | {"store", "summon", "on", "execute", "return"}
    found, inside = [], ""
    for word in outer[1:]:
        if word.startswith("<"):
            continue
        # `if score … matches`, `positioned over`, `facing entity` and the like go on with the part before them.
        if (
            word in known
            and not (inside == "positioned" and word == "as")
            and not (inside == "rotated" and word == "as")
        ):
            found.append(word)
        inside = word
    return found
