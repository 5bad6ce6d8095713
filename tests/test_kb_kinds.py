"""How items are come by: the errors that are known of other classifications, and every item of several versions."""

import pytest

from mcgod.grammar import drops, recipes, registry
from mcgod.grammar.smelting import SMELTED
from mcgod.kb.kinds import ITEM_TYPES, way

VERSIONS = ("1.16.5", "1.20.4", "1.21.4", "26.1")
# Each of these is Smeltable or Craftable by the rule that only asks whether a furnace stands in its page.
KNOWN_ERRORS = {
    "DirectMineable": "raw_iron raw_copper raw_gold apple flint string",
    "Craftable": "iron_pickaxe bucket shears compass flint_and_steel iron_bars iron_block enchanting_table glass_pane "
    "stone_slab sugar",
    "WikiItem": "bone feather egg leather milk_bucket",
}
COMMON = {
    "DirectMineable": "oak_log cobblestone dirt sand gravel coal diamond emerald lapis_lazuli redstone quartz obsidian "
    "clay_ball clay snowball glowstone_dust wheat carrot potato sugar_cane cactus pumpkin melon "
    "melon_slice oak_sapling oak_leaves ancient_debris ice granite netherrack kelp bamboo cocoa_beans "
    "sweet_berries dandelion cobweb wet_sponge",
    "Craftable": "oak_planks stick crafting_table furnace chest torch ladder bread paper book bookshelf white_bed "
    "diamond_sword golden_apple iron_nugget gold_nugget netherite_ingot redstone_block coal_block "
    "hay_block slime_block honey_block sandstone snow_block glowstone sea_lantern white_wool bone_meal "
    "blaze_powder ender_eye arrow netherite_sword firework_rocket white_shulker_box red_dye lime_dye cake",
    "Smeltable": "iron_ingot gold_ingot glass stone smooth_stone brick nether_brick charcoal netherite_scrap "
    "cooked_beef baked_potato dried_kelp green_dye terracotta red_glazed_terracotta sponge "
    "popped_chorus_fruit cracked_stone_bricks",
    "WikiItem": "gunpowder slime_ball ender_pearl blaze_rod spider_eye ink_sac water_bucket lava_bucket elytra "
    "trident nether_star totem_of_undying enchanted_book bedrock command_block spawner zombie_head "
    "stripped_oak_log white_concrete potion experience_bottle pig_spawn_egg honeycomb honey_bottle air",
}


def rows(table):
    return [(item, kind) for kind, items in table.items() for item in items.split()]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(("item", "kind"), rows(KNOWN_ERRORS))
def test_the_known_errors_are_none(item, kind, version):
    if registry.load(version).has("item", item):
        assert way(item, version).type == kind


@pytest.mark.parametrize(("item", "kind"), rows(COMMON))
def test_common_items_are_what_a_player_would_say(item, kind):
    assert way(item, "1.21.4").type == kind


@pytest.mark.parametrize("version", registry.known())
def test_every_item_has_one_type_that_its_data_bears_out(version):
    known, made = registry.load(version), recipes.load(version)
    blocks = drops.load(version).blocks
    seen = set()
    for item in known.ids("item"):
        found = way(item, version)
        seen.add(found.type)
        assert found.type in ITEM_TYPES, item
        if found.type == "Smeltable":
            assert item in SMELTED, item
            assert found.sources, item
            assert all(known.has("item", source) for source in found.sources), item
        elif found.type == "DirectMineable":
            assert set(found.sources) <= set(blocks[item]), item
            assert all(known.has("block", source) for source in found.sources), item
        elif found.type == "Craftable":
            assert item in made or "not in the data" in found.detail, item
    assert seen == set(ITEM_TYPES)


@pytest.mark.parametrize("version", registry.known())
def test_tools_and_arms_and_what_ores_give_are_never_confused(version):
    for item in registry.load(version).ids("item"):
        kind = way(item, version).type
        if item.endswith(("_pickaxe", "_axe", "_shovel", "_hoe", "_sword", "_slab", "_stairs", "_planks")):
            assert kind == ("WikiItem" if item.startswith("petrified") else "Craftable"), item
        if item.endswith("_ore") or (item.startswith("raw_") and not item.endswith("_block")):
            assert kind == "DirectMineable", item
        if item.endswith("_spawn_egg"):
            assert kind == "WikiItem", item
        if item.endswith(("_log", "_sapling")) and not (version == "1.19.4" and "cherry" in item):
            assert kind == ("WikiItem" if item.startswith("stripped_") else "DirectMineable"), item


def test_the_sources_say_what_to_break_and_what_to_smelt():
    assert way("diamond", "1.21.4").sources == ("deepslate_diamond_ore", "diamond_ore")
    assert way("raw_iron", "1.16.5").type == "WikiItem"  # there was none before 1.17
    assert way("iron_ingot", "1.16.5").sources == ("iron_ore",)
    assert "silk touch" in way("ice", "1.21.4").detail
    assert way("leather", "1.21.4").detail.startswith("dropped by cow")
    assert way("chest", "1.21.4").detail == "1 crafted from 8 oak_planks"
