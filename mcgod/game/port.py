"""The ``Game`` port: what the rest of mcgod may ask of a Minecraft server.

An adapter (RCON today) implements it; ``FakeGame`` is for tests, ours and yours.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Reply:
    """The server's answer to one command.

    ``text`` has colour codes stripped, ``raw`` keeps them. ``ok`` is False
    when the server said that the command failed. ``known`` is False when the
    connection broke after the command was sent: it may have run, and must not
    be sent again blindly.
    """

    command: str
    text: str
    raw: str = ""
    ok: bool = True
    known: bool = True


@dataclass(frozen=True, slots=True)
class PlayerState:
    """What is known of one online player; None where the server would not say.

    ``health`` is in half hearts (20 is full), ``food`` in half drumsticks,
    ``position`` in blocks, ``inventory`` maps item id to count.
    """

    name: str
    position: tuple[float, float, float] | None = None
    dimension: str | None = None
    health: float | None = None
    food: int | None = None
    gamemode: str | None = None
    inventory: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ServerState:
    """What is known of the server. ``daytime`` is in ticks, 0 to 23999, 20 a second."""

    online: tuple[str, ...] = ()
    max_players: int | None = None
    daytime: int | None = None
    difficulty: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the shape that prompts and traces carry."""
        return {
            "online": list(self.online),
            "max_players": self.max_players,
            "daytime": self.daytime,
            "difficulty": self.difficulty,
        }


class Game(Protocol):
    """A Minecraft server that takes commands.

    All methods raise GameUnreachable when the server is out of reach, except
    that ``command`` returns a Reply with ``known=False`` when it was lost
    after the command had been sent.
    """

    @property
    def capabilities(self) -> frozenset[str]:
        """What this adapter can do, of ``command``, ``state``, ``player``."""
        ...

    def command(self, text: str) -> Reply:
        """Run ``text`` (no leading slash, at most 1446 bytes) and return the answer."""
        ...

    def state(self) -> ServerState:
        """Ask the server how it is."""
        ...

    def player(self, name: str) -> PlayerState | None:
        """Ask for an online player's state; None when nobody of that name is online."""
        ...

    def close(self) -> None:
        """Let the connection go; the next call opens a new one."""
        ...


class FakeGame:
    """A Game whose answers you script; ``ran`` lists the commands it got."""

    capabilities = frozenset({"command", "state", "player"})

    def __init__(
        self,
        *,
        answer: Callable[[str], str | Reply] = lambda _: "",
        state: ServerState | None = None,
        players: dict[str, PlayerState] | None = None,
    ) -> None:
        self.ran: list[str] = []
        self._answer = answer
        self._players = players or {}
        self._state = state or ServerState(online=tuple(self._players))

    def command(self, text: str) -> Reply:
        """Record ``text`` and give the scripted answer."""
        self.ran.append(text)
        answer = self._answer(text)
        return answer if isinstance(answer, Reply) else Reply(text, answer, answer)

    def state(self) -> ServerState:
        """Give the state it was made with."""
        return self._state

    def player(self, name: str) -> PlayerState | None:
        """Give the player it was made with."""
        return self._players.get(name)

    def close(self) -> None:
        """Do nothing: there is no connection."""
