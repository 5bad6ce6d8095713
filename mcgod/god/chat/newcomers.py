"""Whether a player who joins has never been here, as far as anybody can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mcgod.god.owners import folder, owner_of

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.store.port import Store


class Newcomers:
    """Asks the server's folder and the store. Without a folder nobody is new: better no gift than one each day."""

    def __init__(self, config: Config, store: Store) -> None:
        self._config = config
        self._store = store

    def is_new(self, player: str) -> bool:
        """Whether the game has no data of ``player`` yet, and no first login was answered."""
        place = folder(self._config)
        if place is None:
            return False
        owner = owner_of(self._config, player)
        # The game writes a player's data when it saves, or when the player leaves for the first time.
        known = any(
            (place.path / place.level_name / where / f"{owner}.dat").exists()
            for where in ("playerdata", "players/data")
        )
        return not known and not any(deed.event == "first_login" for deed in self._store.deeds(owner))
