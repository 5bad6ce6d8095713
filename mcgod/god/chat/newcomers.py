"""Whether a player who joins has never been here, as far as anybody can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcgod.god.owners import Identity
    from mcgod.store.port import Store


def is_new(who: Identity, store: Store) -> bool:
    """Whether the game has no data of a player yet, and no first login was answered."""
    return who.stranger and not any(deed.event == "first_login" for deed in store.deeds(who.owner))
