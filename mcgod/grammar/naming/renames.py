"""What things were called in other versions of the game. Data.

RENAMED holds, by registry, pairs of names for the same thing, the older one
first; which one a server knows, its registry tells. FLATTENED holds names
from before 1.13, which no version here has. Sources: the registries of
1.16.5 to 26.1 in ``mcgod.grammar``, held against each other, and the game's
own data fixers for what is older.
"""

from __future__ import annotations


def _pairs(text: str) -> dict[str, str]:
    return dict(pair.split("=") for pair in text.split())


RENAMED = {
    "item": _pairs(
        "grass=short_grass scute=turtle_scute grass_path=dirt_path chain=iron_chain zombie_pigman_spawn_egg="
        "zombified_piglin_spawn_egg pottery_shard_archer=archer_pottery_sherd pottery_shard_prize=prize_pottery_sherd "
        "pottery_shard_arms_up=arms_up_pottery_sherd pottery_shard_skull=skull_pottery_sherd"
    ),
    "block": _pairs("grass=short_grass grass_path=dirt_path chain=iron_chain"),
    "entity_type": _pairs(
        "zombie_pigman=zombified_piglin boat=oak_boat chest_boat=oak_chest_boat potion=splash_potion"
    ),
    "mob_effect": {},
    "enchantment": _pairs("sweeping=sweeping_edge"),
    "particle_type": _pairs("dripping_cherry_leaves=cherry_leaves gust_emitter=gust_emitter_large"),
    "attribute": _pairs("horse.jump_strength=generic.jump_strength"),
}

# Attributes lost their groups in 1.21.2.
ATTRIBUTE_GROUPS = ("generic.", "player.", "zombie.", "horse.")

FLATTENED = {
    "item": _pairs(
        "log=oak_log log2=acacia_log planks=oak_planks fish=cod cooked_fish=cooked_cod reeds=sugar_cane web=cobweb "
        "waterlily=lily_pad speckled_melon=glistering_melon_slice fireworks=firework_rocket "
        "firework_charge=firework_star netherbrick=nether_brick noteblock=note_block lit_pumpkin=jack_o_lantern "
        "snow_layer=snow yellow_flower=dandelion red_flower=poppy golden_rail=powered_rail wooden_door=oak_door "
        "fence_gate=oak_fence_gate trapdoor=oak_trapdoor wooden_button=oak_button wooden_slab=oak_slab "
        "wooden_pressure_plate=oak_pressure_plate stonebrick=stone_bricks brick_block=bricks "
        "hardened_clay=terracotta stained_glass=white_stained_glass slime=slime_block end_bricks=end_stone_bricks "
        "quartz_ore=nether_quartz_ore magma=magma_block mob_spawner=spawner banner=white_banner carpet=white_carpet "
        "concrete=white_concrete emptymap=map leaves=oak_leaves chorus_fruit_popped=popped_chorus_fruit "
        "record_13=music_disc_13 record_cat=music_disc_cat monster_egg=infested_stone deadbush=dead_bush "
        "red_nether_brick=red_nether_bricks silver_shulker_box=light_gray_shulker_box"
    ),
    "entity_type": _pairs(
        "villager_golem=iron_golem snowman=snow_golem xp_orb=experience_orb xp_bottle=experience_bottle "
        "ender_crystal=end_crystal evocation_illager=evoker vindication_illager=vindicator "
        "illusion_illager=illusioner eye_of_ender_signal=eye_of_ender fireworks_rocket=firework_rocket "
        "lightning=lightning_bolt firework=firework_rocket pig_zombie=zombified_piglin "
        "lava_slime=magma_cube ozelot=ocelot mushroom_cow=mooshroom entity_horse=horse primed_tnt=tnt "
        "snow_man=snow_golem wither_boss=wither "
        "polarbear=polar_bear irongolem=iron_golem thunderbolt=lightning_bolt"
    ),
    "mob_effect": _pairs(
        "swiftness=speed slow=slowness jump=jump_boost regen=regeneration confusion=nausea nauseous=nausea "
        "damage_resistance=resistance increase_damage=strength heal=instant_health harm=instant_damage "
        "healing=instant_health harming=instant_damage fast_digging=haste slow_digging=mining_fatigue "
        "bad_luck=unluck levitate=levitation invisible=invisibility blind=blindness fire_immunity=fire_resistance "
        "nightvision=night_vision leaping=jump_boost high_jump=jump_boost slow_fall=slow_falling hungry=hunger"
    ),
    "enchantment": _pairs(
        "curse_of_binding=binding_curse curse_of_vanishing=vanishing_curse damage_all=sharpness "
        "damage_undead=smite damage_arthropods=bane_of_arthropods dig_speed=efficiency durability=unbreaking "
        "protection_environmental=protection protection_fire=fire_protection protection_fall=feather_falling "
        "protection_explosions=blast_protection protection_projectile=projectile_protection "
        "loot_bonus_blocks=fortune loot_bonus_mobs=looting arrow_damage=power arrow_fire=flame "
        "arrow_infinite=infinity arrow_knockback=punch oxygen=respiration water_worker=aqua_affinity "
        "luck=luck_of_the_sea"
    ),
    "particle_type": _pairs(
        "largesmoke=large_smoke hugeexplosion=explosion_emitter largeexplode=explosion explode=poof "
        "fireworks_spark=firework fireworks=firework magic_crit=enchanted_hit mob_spell=entity_effect spell=effect "
        "witch_magic=witch snowballpoof=item_snowball hearts=heart totem=totem_of_undying end_rods=end_rod "
        "fire=flame snow=snowflake snowshovel=item_snowball droplet=rain suspended=underwater bubbles=bubble "
        "enchantmenttable=enchant happyvillager=happy_villager angryvillager=angry_villager reddust=dust "
        "blockcrack=block blockdust=block iconcrack=item dragonbreath=dragon_breath town_aura=mycelium"
    ),
    "sound_event": _pairs(
        "random.levelup=entity.player.levelup random.orb=entity.experience_orb.pickup "
        "random.explode=entity.generic.explode random.pop=entity.item.pickup random.anvil_use=block.anvil.use "
        "ambient.weather.thunder=entity.lightning_bolt.thunder mob.enderdragon.growl=entity.ender_dragon.growl "
        "mob.wither.spawn=entity.wither.spawn note.pling=block.note_block.pling "
        "fireworks.launch=entity.firework_rocket.launch random.chestopen=block.chest.open "
        "entity.lightning.thunder=entity.lightning_bolt.thunder entity.firework.launch=entity.firework_rocket.launch "
        "entity.enderdragon.growl=entity.ender_dragon.growl entity.endermen.teleport=entity.enderman.teleport "
        "block.note.pling=block.note_block.pling entity.experience_orb.touch=entity.experience_orb.pickup"
    ),
}  # fmt: skip
FLATTENED["block"] = FLATTENED["item"]

_EFFECTS = (
    "speed slowness haste mining_fatigue strength instant_health instant_damage jump_boost nausea regeneration "
    "resistance fire_resistance water_breathing invisibility blindness night_vision hunger weakness poison wither "
    "health_boost absorption saturation glowing levitation luck unluck slow_falling conduit_power dolphins_grace "
    "bad_omen hero_of_the_village darkness"
)
EFFECT_NUMBERS = dict(enumerate(_EFFECTS.split(), start=1))

ENCHANTMENT_NUMBERS = {
    number: name
    for first, names in (
        (0, "protection fire_protection feather_falling blast_protection projectile_protection respiration"),
        (6, "aqua_affinity thorns depth_strider frost_walker binding_curse"),
        (16, "sharpness smite bane_of_arthropods knockback fire_aspect looting sweeping_edge"),
        (32, "efficiency silk_touch unbreaking fortune"),
        (48, "power punch flame infinity"),
        (61, "luck_of_the_sea lure"),
        (65, "loyalty impaling riptide channeling"),
        (70, "mending vanishing_curse"),
    )
    for number, name in enumerate(names.split(), start=first)
}

# Structures as `locate` named them until 1.18.2, and as ids and tags since 1.19.
STRUCTURES = {
    "village": "#minecraft:village", "mineshaft": "#minecraft:mineshaft", "ocean_ruin": "#minecraft:ocean_ruin",
    "ruined_portal": "#minecraft:ruined_portal", "shipwreck": "#minecraft:shipwreck",
    **{name: f"minecraft:{name}" for name in (
        "ancient_city", "bastion_remnant", "buried_treasure", "desert_pyramid", "fortress", "igloo",
        "jungle_pyramid", "mansion", "monument", "nether_fossil", "pillager_outpost", "stronghold", "swamp_hut",
        "trail_ruins", "trial_chambers",
    )},
    "endcity": "minecraft:end_city",
}  # fmt: skip


def counterpart(kind: str, name: str) -> tuple[str, ...]:
    """Return what else ``name`` was or is called, in any version."""
    pairs = RENAMED.get(kind, {})
    found = [pairs[name]] if name in pairs else []
    found += [old for old, new in pairs.items() if new == name]
    if (flat := FLATTENED.get(kind, {}).get(name)) is not None:
        found += [flat, *(old for old, new in pairs.items() if new == flat)]
    if kind == "attribute":
        bare = name.rpartition(".")[2]
        found += [bare, *(group + bare for group in ATTRIBUTE_GROUPS)]
    return tuple(found)


def was_named(kind: str, name: str) -> bool:
    """Tell whether something was or is called ``name`` in some other version."""
    pairs = RENAMED.get(kind, {})
    return name in pairs or name in pairs.values() or name in FLATTENED.get(kind, {})
