"""The state of the small world, as plain data. Knows no command, file or socket.

Positions are in blocks, times in ticks (20 a second), health and food in
halves (20 is full).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import md5
from typing import Any
from uuid import UUID

Position = tuple[float, float, float]

OVERWORLD, NETHER, END = "minecraft:overworld", "minecraft:the_nether", "minecraft:the_end"
DIMENSIONS = (OVERWORLD, NETHER, END)
INFINITE = -1  # an effect's duration


@dataclass(slots=True)
class Stack:
    """Items in one slot. ``components`` is their SNBT as it was given, ``[...]`` or ``{...}``, or empty."""

    id: str
    count: int
    components: str = ""


@dataclass(slots=True)
class Effect:
    """A status effect on somebody. ``ticks`` is what remains, or INFINITE."""

    amplifier: int
    ticks: int
    particles: bool = True


@dataclass(slots=True)
class Creature:
    """What players and summoned entities share."""

    uuid: str
    position: Position = (0.5, 64.0, 0.5)
    dimension: str = OVERWORLD
    health: float = 20.0
    effects: dict[str, Effect] = field(default_factory=dict)
    tags: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Entity(Creature):
    """A summoned entity or a dropped item. ``data`` is SNBT as it was given."""

    type: str = "minecraft:pig"
    data: str = "{}"
    custom_name: str = ""
    item: Stack | None = None


@dataclass(slots=True)
class Player(Creature):
    """A player, online or not. ``inventory`` maps slots 0-35, 100-103 and -106 (off hand) to stacks."""

    name: str = ""
    online: bool = False
    entity_id: int = 0
    address: str = ""
    gamemode: str = "survival"
    food: int = 20
    saturation: float = 5.0
    levels: int = 0
    points: int = 0
    inventory: dict[int, Stack] = field(default_factory=dict)
    selected: int = 0
    spawn: Position | None = None


@dataclass(slots=True)
class Objective:
    """A scoreboard objective. ``primed`` holds who may use a trigger."""

    name: str
    criterion: str
    display: str
    scores: dict[str, int] = field(default_factory=dict)
    primed: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Ban:
    """Who may not join, by whom and why. ``created`` is local time with its offset."""

    uuid: str
    created: str
    source: str
    reason: str


@dataclass(slots=True)
class World:
    """Everything that lasts. ``blocks`` maps a dimension to ``"x,y,z"`` -> block, where it was changed."""

    version: str = "1.21.4"
    seed: int = 0
    spawn: tuple[int, int, int] = (0, 64, 0)
    daytime: int = 1000
    gametime: int = 0
    weather: str = "clear"
    weather_ticks: int = 12000
    difficulty: str = "easy"
    gamemode: str = "survival"
    max_players: int = 20
    next_entity_id: int = 1
    gamerules: dict[str, Any] = field(default_factory=dict)
    players: dict[str, Player] = field(default_factory=dict)
    entities: dict[str, Entity] = field(default_factory=dict)
    blocks: dict[str, dict[str, str]] = field(default_factory=dict)
    objectives: dict[str, Objective] = field(default_factory=dict)
    whitelist_on: bool = False
    whitelist: dict[str, str] = field(default_factory=dict)
    ops: dict[str, int] = field(default_factory=dict)
    bans: dict[str, Ban] = field(default_factory=dict)

    def online(self) -> list[Player]:
        """Return who is online, in the order of joining."""
        return sorted((player for player in self.players.values() if player.online), key=lambda one: one.entity_id)

    def player(self, name: str) -> Player | None:
        """Return the online player of that name, whatever its case."""
        wanted = name.lower()
        return next((player for player in self.online() if player.name.lower() == wanted), None)

    def known_name(self, name: str) -> str:
        """Return ``name`` in the case in which its player joined, or as it is."""
        wanted = name.lower()
        return next((known for known in self.players if known.lower() == wanted), name)

    def block(self, dimension: str, x: int, y: int, z: int) -> str:
        """Return the block there: what was set, or the flat ground."""
        return self.blocks.get(dimension, {}).get(f"{x},{y},{z}") or ground(dimension, y)

    def set_block(self, dimension: str, place: tuple[int, int, int], block: str) -> bool:
        """Put ``block`` there and say whether it was another one before."""
        x, y, z = place
        if self.block(dimension, x, y, z) == block:
            return False
        changed = self.blocks.setdefault(dimension, {})
        if block == ground(dimension, y):
            changed.pop(f"{x},{y},{z}", None)
        else:
            changed[f"{x},{y},{z}"] = block
        return True


def heights(dimension: str) -> range:
    """Return the block heights that a dimension has."""
    return range(-64, 320) if dimension == OVERWORLD else range(256)


def ground(dimension: str, y: int) -> str:
    """Return what the generator put at height ``y``: a flat overworld, and void elsewhere."""
    if dimension != OVERWORLD or y > 63:
        return "minecraft:air"
    if y == 63:
        return "minecraft:grass_block"
    if y == heights(dimension)[0]:
        return "minecraft:bedrock"
    return "minecraft:dirt" if y >= 60 else "minecraft:stone"


def offline_uuid(name: str) -> str:
    """Return the UUID that a server in offline mode gives to ``name``.

    >>> offline_uuid("Steve")
    '5627dd98-e6be-3c21-b8a8-e92344183641'
    """
    digest = md5(f"OfflinePlayer:{name}".encode(), usedforsecurity=False).digest()
    return str(UUID(bytes=digest, version=3))
