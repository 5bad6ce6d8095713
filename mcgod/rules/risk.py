"""How much harm a command can do: a class for every command that vanilla servers have had since 1.14. Pure data.

Permission levels are no measure (``kill @e``, ``fill`` and ``function`` are
all of level 2), so the classes are our own. A command that is not here has
none, and nobody may use it.
"""

from __future__ import annotations

READ, MESSAGE, PLAYER, WORLD, DESTRUCTIVE, ADMIN = "read", "message", "player", "world", "destructive", "admin"
CLASSES = (READ, MESSAGE, PLAYER, WORLD, DESTRUCTIVE, ADMIN)

# The beginning of a command's path, aliases resolved; the longest that fits counts.
_CLASS_OF = {
    READ: (
        "banlist", "data get", "datapack list", "difficulty", "forceload query", "gamerule", "help", "list", "locate",
        "locatebiome", "seed", "team list", "test locate", "time query", "tick query", "version", "whitelist list",
        "worldborder get", "scoreboard objectives list", "scoreboard players list", "scoreboard players get",
        "bossbar get", "bossbar list", "tag <targets> list", "attribute <target> <attribute> get",
        "attribute <target> <attribute> base get", "random value", "waypoint list", "stopwatch query", "fetchprofile",
        "compute", "time of <clock> query",
    ),
    MESSAGE: (
        "bossbar", "dialog", "me", "msg", "particle", "playsound", "posteffect", "random", "say", "stopsound", "swing",
        "teammsg", "tellraw", "title", "trigger",
    ),
    PLAYER: (
        "advancement", "attribute", "clear", "damage", "effect", "enchant", "experience", "gamemode", "give", "item",
        "kill", "loot", "recipe", "replaceitem", "ride", "rotate", "scoreboard", "spawnpoint", "spectate",
        "spreadplayers", "tag", "team", "teleport", "waypoint",
    ),
    WORLD: (
        "defaultgamemode", "execute", "fill", "return", "setblock", "setworldspawn",
        "stopwatch", "summon", "time", "weather",
    ),
    DESTRUCTIVE: (
        "clone", "data", "datapack", "fillbiome", "forceload", "function", "place", "placefeature", "reload",
        "schedule", "test", "tick", "worldborder", "random reset", "scoreboard objectives remove", "team empty",
        "team remove", "time pause", "time rate", "time of <clock> pause", "time of <clock> rate",
    ),
    ADMIN: (
        "ban", "ban-ip", "debug", "deop", "jfr", "kick", "op", "pardon", "pardon-ip", "perf", "publish", "save-all",
        "save-off", "save-on", "setidletimeout", "stop", "transfer", "unpublish", "whitelist",
    ),
}  # fmt: skip
_BY_PATH = {tuple(path.split(" ")): name for name, paths in _CLASS_OF.items() for path in paths}
_LONGEST = max(map(len, _BY_PATH))

# Not for a god, whatever a policy says: they change who rules the server, or what code runs on it.
NEVER_FOR_GODS = frozenset({
    *_CLASS_OF[ADMIN], "datapack", "function", "reload", "schedule", "test",
})  # fmt: skip

# Game rules that change how it plays; the others hide what was done, strain the server, or let things vanish.
_CALM_RULES = frozenset({
    "announceAdvancements", "doDaylightCycle", "doFireTick", "doImmediateRespawn", "doInsomnia", "doLimitedCrafting",
    "doMobLoot", "doMobSpawning", "doPatrolSpawning", "doTraderSpawning", "doVinesSpread", "doWardenSpawning",
    "doWeatherCycle", "disableRaids", "drowningDamage", "enderPearlsVanishOnDeath", "fallDamage", "fireDamage",
    "forgiveDeadPlayers", "freezeDamage", "globalSoundEvents", "keepInventory", "lavaSourceConversion", "mobGriefing",
    "naturalRegeneration", "playersSleepingPercentage", "projectilesCanBreakBlocks", "showDeathMessages",
    "universalAnger", "waterSourceConversion",
    # since 1.21.11
    "advance_time", "advance_weather", "allow_entering_nether_using_portals", "drowning_damage",
    "ender_pearls_vanish_on_death", "fall_damage", "fire_damage", "fire_spread_radius_around_player",
    "forgive_dead_players", "freeze_damage", "global_sound_events", "immediate_respawn", "keep_inventory",
    "lava_source_conversion", "limited_crafting", "locator_bar", "mob_drops", "mob_griefing",
    "natural_health_regeneration", "players_sleeping_percentage", "projectiles_can_break_blocks", "pvp", "raids",
    "show_advancement_messages", "show_death_messages", "spawn_mobs", "spawn_monsters", "spawn_patrols",
    "spawn_phantoms", "spawn_wandering_traders", "spawn_wardens", "spread_vines", "tnt_explodes", "universal_anger",
    "water_source_conversion",
})  # fmt: skip


def class_of(path: tuple[str, ...]) -> str | None:
    """Return the class of a command by its path (``("data", "get", "entity", "<target>")``), or None.

    A game rule, a difficulty and the like are read when no value follows and
    set when one does.
    """
    if path[:1] == ("gamerule",) and len(path) > 2:
        return WORLD if path[1].removeprefix("minecraft:") in _CALM_RULES else DESTRUCTIVE
    if path[:1] == ("difficulty",) and len(path) > 1:
        return WORLD
    for size in range(min(_LONGEST, len(path)), 0, -1):
        if name := _BY_PATH.get(path[:size]):
            return name
    return None
