"""What players and models call things, in the words of the game's newest version. Data, by registry.

The rules, the oracle and the resolver all read this table. What only a prayer
means otherwise (a fish to eat is cooked) is the oracle's own.
"""

from __future__ import annotations

_ITEMS = {
    "bed": "white_bed", "beef_steak": "cooked_beef", "boat": "oak_boat",
    "book_and_quill": "writable_book",
    "bottle_o_enchanting": "experience_bottle", "cooked_steak": "cooked_beef", "crafting_bench": "crafting_table",
    "door": "oak_door", "enchanting_bottle": "experience_bottle", "enchantment_table": "enchanting_table",
    "exp_bottle": "experience_bottle", "eye_of_ender": "ender_eye", "fence": "oak_fence", "firework": "firework_rocket",
    "food": "bread", "gapple": "golden_apple", "god_apple": "enchanted_golden_apple", "lamp": "redstone_lamp",
    "lapis": "lapis_lazuli", "log": "oak_log", "meat": "cooked_beef",
    "notch_apple": "enchanted_golden_apple", "oak_wood_log": "oak_log", "oak_wood_planks": "oak_planks",
    "pickaxe": "iron_pickaxe", "plank": "oak_planks", "planks": "oak_planks", "raw_beef": "beef",
    "raw_chicken": "chicken", "raw_fish": "cod", "raw_mutton": "mutton", "raw_pork": "porkchop",
    "raw_porkchop": "porkchop", "raw_salmon": "salmon", "cooked_fish": "cooked_cod", "cooked_pork": "cooked_porkchop",
    "redstone_dust": "redstone", "sapling": "oak_sapling", "seeds": "wheat_seeds", "sign": "oak_sign",
    "steak": "cooked_beef", "sword": "iron_sword", "totem": "totem_of_undying", "wood": "oak_log",
    "wood_log": "oak_log", "wood_planks": "oak_planks", "wooden_log": "oak_log", "wooden_planks": "oak_planks",
    "wool": "white_wool", "workbench": "crafting_table", "xp_bottle": "experience_bottle", "grass": "short_grass",
    "gold": "gold_ingot", "iron": "iron_ingot", "copper": "copper_ingot",
    "netherite": "netherite_ingot", "bucket_of_water": "water_bucket", "bucket_of_lava": "lava_bucket",
    "bucket_of_milk": "milk_bucket", "horse_armor": "iron_horse_armor", "tnt_block": "tnt",
    "axe": "iron_axe", "bacon": "cooked_porkchop", "blade": "iron_sword", "bonfire": "campfire", "boot": "iron_boots",
    "boots": "iron_boots", "carpet": "white_carpet", "chestplate": "iron_chestplate", "cobble": "cobblestone",
    "enchanted_apple": "enchanted_golden_apple", "fishing_pole": "fishing_rod", "gem": "diamond",
    "hatchet": "iron_axe", "helmet": "iron_helmet", "hoe": "iron_hoe", "leggings": "iron_leggings",
    "lighter": "flint_and_steel", "loaf": "bread", "lumber": "oak_log", "pants": "iron_leggings",
    "pick": "iron_pickaxe", "rose": "poppy", "scissors": "shears", "shovel": "iron_shovel", "slab": "oak_slab",
    "spade": "iron_shovel", "stairs": "oak_stairs", "timber": "oak_log", "tree_trunk": "oak_log",
    "trousers": "iron_leggings", "window": "glass",
    "glowstone_powder": "glowstone_dust", "slime": "slime_ball", "slimeball": "slime_ball", "clay_brick": "brick",
    "quartz_crystal": "quartz", "nether_quartz": "quartz",
    "bottle_of_enchanting": "experience_bottle", "water": "water_bucket", "lava": "lava_bucket", "milk": "milk_bucket",
}  # fmt: skip
EVERYDAY = {
    "item": _ITEMS,
    "block": {name: thing for name, thing in _ITEMS.items() if "bucket" not in thing and "ingot" not in thing},
}
