"""Who answers for which server of a network: a worker each, with the ids and the grammar of that server's version."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.bridge.game import BridgeGame
from mcgod.bridge.redis.line import RedisLine
from mcgod.errors import StoreFailed
from mcgod.god.chat import voice
from mcgod.god.chat.newcomers import is_new
from mcgod.god.chat.worker import Worker
from mcgod.god.gamedata import game_data
from mcgod.god.owners import Identity

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.bridge.redis.prayers import Prayers
    from mcgod.config import Config
    from mcgod.god.turn import Services
    from mcgod.paths import Paths
    from mcgod.store.redis.link import Link
    from mcgod.tools.toolbox import Toolbox

_TIMEOUT = 30.0  # seconds that a call to a bridge may take


class Means(NamedTuple):
    """What all servers' workers share. ``by`` is this process's name; ``tools_for`` makes the tools for a version."""

    config: Config
    paths: Paths
    link: Link
    prayers: Prayers
    services: Services
    by: str
    note: Callable[[str], None]
    tools_for: Callable[[str], Toolbox | None]


class Attendants:
    """The workers by server, made when a first prayer comes, and anew when a server's version has changed."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._made: dict[str, tuple[str, Attending]] = {}

    def of(self, server: str) -> Attending | None:
        """Return who answers for ``server``, None while its bridge does not run."""
        facts = self._means.prayers.facts(server)
        if facts is None:
            return None
        version = str(facts.get("version") or "")
        known = self._made.get(server)
        if known and known[0] == version:
            return known[1]
        if known:
            known[1].close()
        made = Attending(self._means, server, version)
        self._made[server] = (version, made)
        return made

    def close(self) -> None:
        """Hang up everywhere."""
        for _, one in self._made.values():
            one.close()


class Attending(Worker):
    """The worker for one server of the network. Raises BadConfig when nothing is known of the server's version."""

    def __init__(self, means: Means, server: str, version: str) -> None:
        self._line = partial(RedisLine, means.link, server, timeout=_TIMEOUT)
        ids, tree = game_data(means.paths, version)
        self._tools = means.tools_for(version)
        super().__init__(
            means.config,
            self._line,
            replace(means.services, registry=ids, tree=tree, tools=self._tools),
            by=means.by,
            note=means.note,
            who=self._identify,
            hears_chat=False,  # another worker may be the one who hears it
            leaves=(StoreFailed,),
        )
        self._store = means.services.store
        self._herald = BridgeGame(self._line, by=means.by)
        self.crowded = lambda: means.prayers.waiting() > 1

    def heard(self, player: str) -> None:
        """Let a player know at once that the prayer was heard."""
        voice.show(self._herald, player, voice.LISTENING)

    def is_new(self, player: str) -> bool:
        """Tell whether a joining player was never here."""
        return is_new(self._identify(player), self._store)

    def close(self) -> None:
        """Hang up."""
        super().close()
        if self._tools:
            self._tools.close()

    def _identify(self, player: str) -> Identity:
        with self._line() as line:
            told: dict[str, Any] = line.call("identify", player=player)
        return Identity(**told) if told else Identity(player)
