"""The first line the mod says: who it is and what it can do. Pure.

Source: the greeting of the mod, 0.1 to 0.9; the first ones name no instance, and were for clients only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mcgod.game.modlink.failures import NotTheMod

if TYPE_CHECKING:
    from mcgod.game.modlink.lines import Message

PROTOCOL = 1


class Greeting(NamedTuple):
    """A mod. ``vantage`` is ``server`` or ``client``; ``capabilities`` is None where it does not say what it can."""

    vantage: str
    version: str
    minecraft: str
    capabilities: frozenset[str] | None

    def __str__(self) -> str:
        return f"{self.vantage} mod {self.version or '?'}, Minecraft {self.minecraft or '?'}"

    def to_json(self) -> dict[str, Any]:
        """Return ``{"vantage","version","minecraft","capabilities"}``; the last is sorted, or null."""
        listed = None if self.capabilities is None else sorted(self.capabilities)
        return {**self._asdict(), "capabilities": listed}


def read(message: Message) -> Greeting:
    """Read a greeting. Raises NotTheMod for another protocol or something else altogether."""
    if message["type"] != "hello" or "protocol" not in message:
        raise NotTheMod(f"the first line is {message['type']!r}, no greeting", hint="is this the mod's port?")
    if message["protocol"] != PROTOCOL:
        raise NotTheMod(f"the mod speaks protocol {message['protocol']}, this program speaks {PROTOCOL}")
    return Greeting(
        # A mod that does not say where it runs is of the first ones, which ran in clients.
        vantage="server" if message.get("instance") == "server" else "client",
        version=str(message.get("version") or ""),
        minecraft=str(message.get("minecraft") or ""),
        capabilities=listed(message),
    )


def listed(message: Message) -> frozenset[str] | None:
    """Return the capabilities that a greeting or an answer to CAPS lists; None when it has no such list.

    An empty list says that the mod can do nothing, which is not the same.
    """
    names = message.get("capabilities")
    return frozenset(str(name) for name in names) if isinstance(names, list) else None
