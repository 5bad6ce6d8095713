"""The game rules of 1.21.4 and their defaults, for worlds of every version. Data only.

Source: the game's GameRules class, 1.21.4.
"""

from __future__ import annotations

SWITCHES: dict[str, bool] = {
    "announceAdvancements": True,
    "blockExplosionDropDecay": True,
    "commandBlockOutput": True,
    "disableElytraMovementCheck": False,
    "disablePlayerMovementCheck": False,
    "disableRaids": False,
    "doDaylightCycle": True,
    "doEntityDrops": True,
    "doFireTick": True,
    "doImmediateRespawn": False,
    "doInsomnia": True,
    "doLimitedCrafting": False,
    "doMobLoot": True,
    "doMobSpawning": True,
    "doPatrolSpawning": True,
    "doTileDrops": True,
    "doTraderSpawning": True,
    "doVinesSpread": True,
    "doWardenSpawning": True,
    "doWeatherCycle": True,
    "drowningDamage": True,
    "enderPearlsVanishOnDeath": True,
    "fallDamage": True,
    "fireDamage": True,
    "forgiveDeadPlayers": True,
    "freezeDamage": True,
    "globalSoundEvents": True,
    "keepInventory": False,
    "lavaSourceConversion": False,
    "logAdminCommands": True,
    "mobExplosionDropDecay": True,
    "mobGriefing": True,
    "naturalRegeneration": True,
    "projectilesCanBreakBlocks": True,
    "reducedDebugInfo": False,
    "sendCommandFeedback": True,
    "showDeathMessages": True,
    "spectatorsGenerateChunks": True,
    "tntExplosionDropDecay": False,
    "universalAnger": False,
    "waterSourceConversion": True,
}
NUMBERS: dict[str, int] = {
    "commandModificationBlockLimit": 32768,
    "maxCommandChainLength": 65536,
    "maxCommandForkCount": 65536,
    "maxEntityCramming": 24,
    "playersNetherPortalCreativeDelay": 0,
    "playersNetherPortalDefaultDelay": 80,
    "playersSleepingPercentage": 100,
    "randomTickSpeed": 3,
    "snowAccumulationHeight": 1,
    "spawnChunkRadius": 2,
    "spawnRadius": 10,
}


def defaults() -> dict[str, bool | int]:
    """Return a fresh set of rules as a new world has them."""
    return {**SWITCHES, **NUMBERS}
