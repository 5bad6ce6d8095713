"""Whose a request is, and to which session it belongs: what every interface finds out before a turn begins."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mcgod.errors import BadUsage
from mcgod.god.owners import owner_of
from mcgod.names import player_name
from mcgod.store.lookup import locate

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.god.turn import Request
    from mcgod.store.port import Store


def placed(request: Request, reference: str | None, config: Config, store: Store) -> Request:
    """Give ``request`` its owner, and the session that ``reference`` names, whose player it then is.

    The owner is the player's, or the located session's, or ``cli``. Raises
    BadUsage for a name that is none or a session that is closed, NotFound.
    """
    player = request.player
    if player is not None:
        player_name(player)
    owner = owner_of(config, player) if player else None
    if reference is None:
        return replace(request, owner=owner or "cli")
    owner, found = locate(store, reference, owner)
    if found.closed_at is not None:
        raise BadUsage(f"session {found.token} is closed", hint=f"mcgod session resume {found.token}")
    return replace(request, player=player or found.player, owner=owner, session=found.id)
