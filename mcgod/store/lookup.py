"""Find a session by what a person or a script calls it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.errors import BadUsage, NotFound

if TYPE_CHECKING:
    from mcgod.store.port import Store
    from mcgod.store.session import Session


def locate(store: Store, reference: str, owner: str | None = None) -> tuple[str, Session]:
    """Return the owner and the session that ``reference`` names.

    With ``owner`` only that owner's sessions count; without, everybody's do,
    so that a token alone is enough in a script. Raises NotFound, or BadUsage
    when several owners have one.
    """
    found = []
    for candidate in [owner] if owner is not None else store.owners():
        try:
            found.append((candidate, store.find(candidate, reference)))
        except NotFound:
            continue
    exact = [pair for pair in found if pair[1].token.lower() == reference.lower()]
    if len(exact or found) > 1:
        owners = ", ".join(pair[0] for pair in exact or found)
        raise BadUsage(f"{reference!r} is a session of several owners: {owners}", hint="say which with --as")
    if not found:
        raise NotFound(f"no session is called {reference!r}", hint="mcgod session list --all")
    return (exact or found)[0]
