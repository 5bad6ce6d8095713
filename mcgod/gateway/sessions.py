"""Sessions as callers see them: begun for a player in a mode, shown, and closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.errors import BadUsage, NotFound
from mcgod.gateway import handles
from mcgod.god.owners import may_sudo, owner_of
from mcgod.god.trace import moment
from mcgod.names import player_name

if TYPE_CHECKING:
    from mcgod.config import Config
    from mcgod.store.port import Store
    from mcgod.store.session import Session


class Sessions:
    """The sessions of ``store`` by their handles. Thread-safe as that is."""

    def __init__(self, config: Config, store: Store) -> None:
        self._config = config
        self._store = store
        self._owners = handles.Owners(store)

    def start(self, player: str, mode: str) -> dict[str, Any]:
        """Begin a session and return ``{"session_id","session"}``.

        Raises BadUsage for what is no player's name, and Refused for a player
        who may not use sudo.
        """
        player_name(player)
        if mode == "sudo":
            may_sudo(self._config, player)
        owner = owner_of(self._config, player)
        made = self._store.start(owner, mode=mode, player=player)
        self._owners.learn(owner)
        return {"session_id": str(handles.handle_of(owner, made.id)), "session": made.token}

    def find(self, handle: str) -> tuple[str, Session]:
        """Return the owner and the session. Raises NotFound."""
        wanted = handles.read(handle)
        owner = self._owners.of(wanted)
        try:
            return owner, self._store.find(owner, wanted.session)
        except NotFound:
            raise handles.unknown(handle) from None

    def open(self, handle: str) -> tuple[str, Session]:
        """Return the owner and a session that takes messages.

        Raises NotFound, BadUsage when it was closed, and Refused when its
        player may not use sudo any more.
        """
        owner, found = self.find(handle)
        if found.closed_at is not None:
            raise BadUsage(f"session {found.token} is closed", hint="POST /v1/session/start")
        if found.mode == "sudo":
            may_sudo(self._config, found.player or owner)
        return owner, found

    def close(self, handle: str) -> dict[str, Any]:
        """Close a session and return it; one that is closed already stays so. Raises NotFound."""
        owner, found = self.find(handle)
        if found.closed_at is None:
            found = self._store.close(owner, found.id)
        return self._shown(handle, owner, found)

    def show(self, handle: str) -> dict[str, Any]:
        """Return ``{"session_id","session","title","owner","player","mode","turns",…}``. Raises NotFound."""
        return self._shown(handle, *self.find(handle))

    def _shown(self, handle: str, owner: str, found: Session) -> dict[str, Any]:
        return {
            "session_id": handle,
            "session": found.token,
            "title": found.title,
            "owner": owner,
            "player": found.player,
            "mode": found.mode,
            "turns": found.turns,
            "created_at": moment(found.created_at / 1000),
            "updated_at": moment(found.updated_at / 1000),
            "closed_at": moment(found.closed_at / 1000) if found.closed_at else None,
        }
