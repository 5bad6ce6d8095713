"""A sandbox world that stands still: no server, no log, no clock, so the same commands always do the same."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from mcgod.sandbox.realm import Realm

if TYPE_CHECKING:
    from mcgod.sandbox.world import World


class Still:
    """Stands where an RCON client stands, and runs commands in ``world``, in this process; ``seed`` is of its dice."""

    def __init__(self, world: World, *, seed: int) -> None:
        self._stopped = False
        self.realm = Realm(world, on_stop=self._stop, dice=random.Random(seed))

    def command(self, text: str) -> str:
        """Run ``text`` and return the answer."""
        return self.realm.command(text)

    def disconnect(self) -> None:
        """Do nothing: there is no connection."""

    def state(self) -> dict[str, Any]:
        """Return the world as JSON data, and whether it was told to stop: ``{"version",…,"stopped"}``."""
        return {**asdict(self.realm.world), "stopped": self._stopped}

    def _stop(self) -> None:
        self._stopped = True
