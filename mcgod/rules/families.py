"""Rules on what kind of command it is. Each returns what is wrong, or None."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from mcgod.rules.catalogue import rule
from mcgod.rules.crowds import takes_from_many
from mcgod.rules.risk import ADMIN, DESTRUCTIVE, NEVER_FOR_GODS

if TYPE_CHECKING:
    from mcgod.rules.seen import Seen

# Parts of `execute` that only look, or move the point of view. `store` writes, `summon` makes, `on` changes who acts.
_EXECUTE = frozenset({
    "align", "anchored", "as", "at", "facing", "if", "in", "positioned", "rotated", "run", "unless",
})  # fmt: skip
_PARTS = _EXECUTE | {"store", "summon", "on", "execute", "return"}


@rule("never", "family", "ask an administrator; a god never does this")
def never(seen: Seen) -> str | None:
    """Commands that change who rules the server, or what code runs on it, are not for gods."""
    if not seen.context.is_god:
        return None
    if seen.family in NEVER_FOR_GODS:
        return seen.family
    return "if function" if _runs_a_function(seen) else None


@rule("family-not-allowed", "family", "use a kind of command that is open here")
def family(seen: Seen) -> str | None:
    """The innermost command must be open in the mode: by its class of risk, or by name."""
    path, risk = seen.match.inner_path, _risk(seen)
    if seen.policy.opens(path) or risk in seen.policy.classes:
        return None
    if risk in (DESTRUCTIVE, ADMIN) and not seen.context.is_god:
        return None  # the next rule asks for a yes
    return seen.family


@rule("needs-yes", "family", "say --yes if it is really meant")
def confirmed(seen: Seen) -> str | None:
    """What destroys, takes from many, or rules the server, is run only when an admin has said yes to it."""
    risk = _risk(seen)
    if risk not in (DESTRUCTIVE, ADMIN) or seen.context.confirmed:
        return None
    # A family that a file opens is open for what it is for; not for everybody at once, and with no function before it.
    if seen.policy.opens(seen.match.inner_path) and seen.risk == risk:
        return None
    return f"{seen.family} is {risk}"


@rule("wrapper-not-allowed", "family", "put the command itself, or behind execute as, at, positioned, if or unless")
def wrapper(seen: Seen) -> str | None:
    """Before the innermost command only parts of execute may stand that look, or move the point of view."""
    outer = seen.outer_path
    if outer and not (seen.policy.opens(outer[:1]) or "world" in seen.policy.classes):
        return outer[0]
    if outer and outer[0] != "execute":
        return outer[0]
    # Without a `run` the test itself is the innermost command, and what stands before it still acts.
    whole = seen.match.path if seen.family == "execute" else outer
    if closed := next((part for part in _parts(whole) if part not in _EXECUTE), None):
        return closed
    if not seen.context.is_god:
        return None
    if seen.family == "execute":
        return "execute without run"
    return "in another world" if "in" in _parts(whole) and seen.family != "teleport" else None


def _risk(seen: Seen) -> str | None:
    """Return the class of risk of the whole: of the innermost command, and of whom and how it is run for."""
    if seen.risk != ADMIN and (_runs_a_function(seen) or takes_from_many(seen)):
        return DESTRUCTIVE
    return seen.risk


def _runs_a_function(seen: Seen) -> bool:
    """Tell whether ``execute if function`` runs code as a condition."""
    path = seen.match.path if seen.family == "execute" else seen.outer_path
    return "function" in path and any(pair in (("if", "function"), ("unless", "function")) for pair in pairwise(path))


def _parts(path: tuple[str, ...]) -> list[str]:
    """Return the parts of ``execute`` in a path: the words that begin one."""
    found, inside = [], ""
    for word in path[1:]:
        if word.startswith("<"):
            continue
        # `if score … matches`, `positioned over`, `facing entity` and the like go on with the part before them.
        if word in _PARTS and not (inside in ("positioned", "rotated") and word == "as"):
            found.append(word)
        inside = word
    return found
