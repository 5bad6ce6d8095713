"""What players and models call things, in the words of the game's newest version. Data, by registry."""

from __future__ import annotations

_ITEMS = {
    "arrows": "arrow", "bed": "white_bed", "beef_steak": "cooked_beef", "boat": "oak_boat",
    "book_and_quill": "writable_book",
    "bottle_o_enchanting": "experience_bottle", "cooked_steak": "cooked_beef", "crafting_bench": "crafting_table",
    "door": "oak_door", "enchanting_bottle": "experience_bottle", "enchantment_table": "enchanting_table",
    "exp_bottle": "experience_bottle", "eye_of_ender": "ender_eye", "fence": "oak_fence", "firework": "firework_rocket",
    "food": "bread", "gapple": "golden_apple", "god_apple": "enchanted_golden_apple", "lamp": "redstone_lamp",
    "lapis": "lapis_lazuli", "log": "oak_log", "logs": "oak_log", "meat": "cooked_beef",
    "notch_apple": "enchanted_golden_apple", "oak_wood_log": "oak_log", "oak_wood_planks": "oak_planks",
    "pickaxe": "iron_pickaxe", "plank": "oak_planks", "planks": "oak_planks", "raw_beef": "beef",
    "raw_chicken": "chicken", "raw_fish": "cod", "raw_mutton": "mutton", "raw_pork": "porkchop",
    "raw_porkchop": "porkchop", "raw_salmon": "salmon", "cooked_fish": "cooked_cod", "cooked_pork": "cooked_porkchop",
    "redstone_dust": "redstone", "sapling": "oak_sapling", "seeds": "wheat_seeds", "sign": "oak_sign",
    "steak": "cooked_beef", "sword": "iron_sword", "torches": "torch", "totem": "totem_of_undying", "wood": "oak_log",
    "wood_log": "oak_log", "wood_planks": "oak_planks", "wooden_log": "oak_log", "wooden_planks": "oak_planks",
    "wool": "white_wool", "workbench": "crafting_table", "xp_bottle": "experience_bottle", "grass": "short_grass",
    "gold": "gold_ingot", "iron": "iron_ingot", "copper": "copper_ingot",
    "netherite": "netherite_ingot", "bucket_of_water": "water_bucket", "bucket_of_lava": "lava_bucket",
    "bucket_of_milk": "milk_bucket", "horse_armor": "iron_horse_armor", "tnt_block": "tnt",
    "bottle_of_enchanting": "experience_bottle", "water": "water_bucket", "lava": "lava_bucket", "milk": "milk_bucket",
}  # fmt: skip
EVERYDAY = {
    "item": _ITEMS,
    "block": {name: thing for name, thing in _ITEMS.items() if "bucket" not in thing and "ingot" not in thing},
}
