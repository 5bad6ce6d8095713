"""What each mode allows, as data: families, targets, caps, and things that are never given. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcgod.grammar.registry import Registry


@dataclass(frozen=True, slots=True)
class Policy:
    """The limits of one mode. Counts are items, durations seconds, distances blocks."""

    families: frozenset[str]
    others: bool = False  # may aim at any online player and @a, not just at the one who prayed
    count: int = 256
    seconds: int = 600
    amplifier: int = 4
    distance: int = 64
    volume: int = 512
    xp: int = 30
    benevolent: bool = False


_GIFTS = frozenset({"effect", "give", "playsound", "title", "xp"})
_GOD = _GIFTS | {"enchant", "summon", "time", "tp", "weather"}
_SUDO = _GOD | {
    "clear", "difficulty", "fill", "gamemode", "kill", "list", "say", "seed", "setblock", "spawnpoint",
}  # fmt: skip

POLICIES = {
    "god": Policy(families=_GOD),
    "sudo": Policy(
        families=_SUDO, others=True, count=6400, seconds=86400, amplifier=255, distance=100_000, volume=32768, xp=1000
    ),
    "god_system": Policy(families=_GIFTS | {"time", "weather"}, count=64, seconds=300),
    "first_login": Policy(families=_GIFTS, count=64, seconds=600, xp=5, benevolent=True),
}

FORBIDDEN_ITEMS = frozenset({
    "barrier", "bedrock", "chain_command_block", "command_block", "command_block_minecart", "debug_stick",
    "end_portal_frame", "jigsaw", "knowledge_book", "light", "repeating_command_block", "spawner", "structure_block",
    "structure_void", "test_block", "test_instance_block", "tnt_minecart", "trial_spawner",
})  # fmt: skip
FORBIDDEN_ENTITIES = frozenset({
    "area_effect_cloud", "block_display", "command_block_minecart", "elder_guardian", "end_crystal", "ender_dragon",
    "evoker", "falling_block", "fireball", "giant", "interaction", "item_display", "lightning_bolt", "marker",
    "player", "ravager", "spawner_minecart", "text_display", "tnt", "tnt_minecart", "warden", "wither", "wither_skull",
})  # fmt: skip
HARMFUL_EFFECTS = frozenset({
    "bad_omen", "blindness", "darkness", "hunger", "infested", "instant_damage", "levitation", "mining_fatigue",
    "nausea", "oozing", "poison", "raid_omen", "slowness", "trial_omen", "unluck", "weakness", "weaving",
    "wind_charged", "wither",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Context:
    """For whom and on which server a command is judged.

    ``online`` is None when nobody could be asked; then no name is refused for
    being offline. ``position`` is the praying player's, in blocks.
    """

    registry: Registry
    mode: str = "god"
    event: str | None = None
    player: str | None = None
    online: frozenset[str] | None = None
    position: tuple[float, float, float] | None = None
    max_commands: int = 8

    @property
    def policy(self) -> Policy:
        """The limits that hold: the event's own where it has some, else the mode's."""
        return POLICIES.get(self.event or "") or POLICIES[self.mode]
