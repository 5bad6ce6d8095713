"""Rewrites of game rules, which got new names in 1.21.11. Source: the trees of 1.21.10 and 1.21.11."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from mcgod.rules.repairs.pieces import innermost

if TYPE_CHECKING:
    from collections.abc import Collection

    from mcgod.grammar.spans import Match
    from mcgod.rules.context import Context

# Those whose new name is not the old one with underscores.
IRREGULAR = {
    "announceAdvancements": "show_advancement_messages", "commandBlocksEnabled": "command_blocks_work",
    "commandModificationBlockLimit": "max_block_modifications", "doDaylightCycle": "advance_time",
    "doEntityDrops": "entity_drops", "doImmediateRespawn": "immediate_respawn", "doInsomnia": "spawn_phantoms",
    "doLimitedCrafting": "limited_crafting", "doMobLoot": "mob_drops", "doMobSpawning": "spawn_mobs",
    "doPatrolSpawning": "spawn_patrols", "doTileDrops": "block_drops", "doTraderSpawning": "spawn_wandering_traders",
    "doVinesSpread": "spread_vines", "doWardenSpawning": "spawn_wardens", "doWeatherCycle": "advance_weather",
    "maxCommandChainLength": "max_command_sequence_length", "maxCommandForkCount": "max_command_forks",
    "minecartMaxSpeed": "max_minecart_speed", "naturalRegeneration": "natural_health_regeneration",
    "snowAccumulationHeight": "max_snow_accumulation_height", "spawnRadius": "respawn_radius",
    "spawnerBlocksEnabled": "spawner_blocks_work",
}  # fmt: skip
# Those that also turned around: what was disabled is now on, or off.
INVERTED = {
    "disableElytraMovementCheck": "elytra_movement_check",
    "disablePlayerMovementCheck": "player_movement_check",
    "disableRaids": "raids",
}
_NOT = {"true": "false", "false": "true"}
# Fire spreads this many blocks around a player; 0 stops it.
_FIRE = {"true": "128", "false": "0"}


def gamerule_name(command: str, seen: Match, context: Context) -> str:
    """``gamerule keepInventory true`` <-> ``gamerule keep_inventory true``, whichever the server knows."""
    if seen.inner_path != ("gamerule",):
        return command
    head, body = innermost(command, seen)
    found = re.fullmatch(r"gamerule (?:minecraft:)?(\w+)( \S+)?", body)
    if not found:
        return command
    known, value = context.tree.root.literals["gamerule"].literals, found[2] or ""
    plain = {_squeezed(name): name for name in known if ":" not in name}
    wanted = _squeezed(found[1])
    for old, new in IRREGULAR.items():
        if wanted == _squeezed(old) or wanted == _squeezed(new):
            wanted = _squeezed(new if new in known else old)
    if wanted in plain:
        return f"{head}gamerule {plain[wanted]}{value}"
    return _turned(head, wanted, value, known) or command


def _turned(head: str, wanted: str, value: str, known: Collection[str]) -> str | None:
    """Rename one of the few rules whose value changes with its name."""
    bare = value.strip()
    for old, new in INVERTED.items():
        if wanted in (_squeezed(old), _squeezed(new)) and (not bare or bare in _NOT):
            name = new if new in known else old
            return f"{head}gamerule {name}{value and ' ' + _NOT[bare]}" if name in known else None
    if wanted == "dofiretick" and "fire_spread_radius_around_player" in known and (not bare or bare in _FIRE):
        return f"{head}gamerule fire_spread_radius_around_player{value and ' ' + _FIRE[bare]}"
    if wanted == "firespreadradiusaroundplayer" and "doFireTick" in known and bare in _FIRE.values():
        return f"{head}gamerule doFireTick {'true' if int(bare) else 'false'}"
    return None


def _squeezed(name: str) -> str:
    return name.replace("_", "").lower()
