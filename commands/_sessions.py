"""What the commands about sessions share: who speaks, which session is meant, how one is listed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.names import player_name

if TYPE_CHECKING:
    from ._app import App


def speaker(this: App, player: str | None) -> tuple[str | None, str]:
    """Return the player who speaks, if any, and the owner that this is."""
    name = player or this.owner_name
    if name is None:
        return None, "cli"
    from mcgod.god.owners import owner_of

    return player_name(name), owner_of(this.config, name)


def located(this: App, reference: str | None, player: str | None) -> tuple[str, Any]:
    """Return the owner and the session that is meant: the named one, else the active one. Raises NotFound."""
    from mcgod.errors import NotFound
    from mcgod.store.lookup import locate

    name, owner = speaker(this, player)
    reference = reference or this.session_reference
    if reference:
        return locate(this.store, reference, owner if name else None)
    session = this.store.active(owner)
    if session is None:
        raise NotFound(f"{owner} has no active session", hint="mcgod session start")
    return owner, session


def row_of(session: Any, owner: str, *, active: bool) -> dict[str, Any]:
    """Return a session as listings show it."""
    return {
        "id": session.id,
        "token": session.token,
        "title": session.title,
        "owner": owner,
        "mode": session.mode,
        "player": session.player,
        "active": active,
        "closed": session.closed_at is not None,
        "turns": session.turns,
        "createdAt": session.created_at,
        "updatedAt": session.updated_at,
    }
