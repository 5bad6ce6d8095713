"""What players call things, and what the oracle will not hand out freely.

Data. Names on the left are what people say; ids on the right exist in every
game version since 1.20.
"""

from __future__ import annotations

from mcgod.llm.oracle.words import terms

# phrase -> (item, how many when nobody said)
THINGS: dict[str, tuple[str, int]] = {
    phrase: (item, count)
    for item, count, phrases in (
        ("oak_log", 64, "wood|log|wooden log|timber|lumber|tree trunk"),
        ("oak_planks", 64, "plank|board|wooden plank|wood plank|building material|building block"),
        ("cobblestone", 64, "cobble|cobblestone|rock"),
        ("stone", 64, "stone"),
        ("bread", 8, "bread|loaf|loaf bread"),
        ("cooked_beef", 8, "steak|meat|beef|cooked meat"),
        ("cooked_porkchop", 8, "pork|bacon|porkchop"),
        ("cooked_cod", 8, "fish|cooked fish"),
        ("apple", 8, "apple|fruit"),
        ("carrot", 8, "vegetable"),
        ("melon_slice", 8, "melon"),
        ("torch", 16, "torch|torche|lamp"),
        ("lantern", 4, "lantern"),
        ("campfire", 1, "campfire|bonfire"),
        ("iron_pickaxe", 1, "pickaxe|pick"),
        ("iron_axe", 1, "axe|hatchet"),
        ("iron_shovel", 1, "shovel|spade"),
        ("iron_hoe", 1, "hoe"),
        ("iron_sword", 1, "sword|blade"),
        ("iron_helmet", 1, "helmet"),
        ("iron_chestplate", 1, "chestplate"),
        ("iron_leggings", 1, "legging|leggings|trousers|pants"),
        ("iron_boots", 1, "boot|boots|shoe"),
        ("arrow", 32, "arrow"),
        ("fishing_rod", 1, "fishing rod|rod|fishing pole"),
        ("flint_and_steel", 1, "flintandsteel|lighter"),
        ("writable_book", 1, "bookandquill"),
        ("shears", 1, "shear|shears|scissor"),
        ("water_bucket", 1, "water|bucket water|water bucket"),
        ("milk_bucket", 1, "milk|bucket milk"),
        ("lava_bucket", 1, "lava|bucket lava"),
        ("white_wool", 16, "wool"),
        ("white_bed", 1, "bed"),
        ("white_carpet", 16, "carpet"),
        ("oak_boat", 1, "boat|ship"),
        ("oak_door", 1, "door"),
        ("oak_fence", 16, "fence"),
        ("oak_stairs", 16, "stairs|stair"),
        ("oak_slab", 16, "slab"),
        ("oak_sign", 4, "sign"),
        ("oak_sapling", 8, "sapling|tree"),
        ("oak_leaves", 16, "leaf|leaves"),
        ("crafting_table", 1, "crafting table|workbench|craft table"),
        ("wheat_seeds", 16, "seed|seeds"),
        ("poppy", 3, "flower|rose"),
        ("glass", 32, "glass|window"),
        ("bricks", 32, "brick|bricks"),
        ("iron_ingot", 8, "iron|iron bar|steel"),
        ("gold_ingot", 8, "gold"),
        ("copper_ingot", 8, "copper"),
        ("lapis_lazuli", 8, "lapis"),
        ("coal", 16, "coal|fuel"),
        ("redstone", 16, "redstone|redstone dust"),
        ("ender_eye", 1, "eye ender|ender eye"),
        ("golden_apple", 1, "golden apple|gold apple|gapple"),
        ("golden_carrot", 8, "golden carrot|gold carrot"),
        ("experience_bottle", 8, "bottle enchanting|xp bottle|exp bottle"),
        ("totem_of_undying", 1, "totem|totem undying"),
        ("enchanted_golden_apple", 1, "notch apple|god apple|enchanted apple"),
        ("diamond", 1, "diamond|gem"),
        ("netherite_ingot", 1, "netherite"),
        ("diamond_sword", 1, "best sword"),
    )
    for phrase in phrases.split("|")
}

# Words that are ids too, but mean something else in a prayer.
NOT_THINGS = terms(
    "light|air|potion|splash potion|lingering potion|tipped arrow|enchanted book|filled map|snow|ice", "|"
)

# Nobody gets these: they belong to operators, or to nobody.
OPERATOR_ONLY = terms(
    "command_block chain_command_block repeating_command_block command_block_minecart structure_block structure_void"
    " jigsaw barrier bedrock light debug_stick knowledge_book spawner trial_spawner vault end_portal_frame"
    " reinforced_deepslate test_block test_instance_block"
)
# A god does not arm one player against the others' houses; an operator may.
DANGEROUS = terms("tnt tnt_minecart lava_bucket end_crystal respawn_anchor wither_skeleton_skull")
# How many of a precious thing a god gives at most; 0 is "earn it". Operators are not held to this.
PRECIOUS = {
    **dict.fromkeys(
        terms(
            "elytra totem_of_undying beacon nether_star enchanted_golden_apple dragon_egg dragon_head shulker_box"
            " conduit heart_of_the_sea mace heavy_core trident ancient_debris diamond_block emerald_block"
        ),
        0,
    ),
    "diamond": 3,
    "emerald": 8,
    "golden_apple": 2,
    "ender_pearl": 4,
    "ender_eye": 2,
    "experience_bottle": 16,
    "gold_block": 2,
    "iron_block": 4,
}
# Tools and armour that a god replaces by honest iron.
REPLACED = {"netherite": "iron", "diamond": "iron"}
SINGLE_SUFFIXES = (
    *("_sword", "_pickaxe", "_axe", "_shovel", "_hoe", "_helmet", "_chestplate", "_leggings", "_boots", "_bed"),
    *(
        "_boat",
        "_bucket",
        "_tag",
        "_armor",
        "_table",
        "_minecart",
        "_banner",
        "_door",
        "furnace",
        "chest",
        "bow",
        "shield",
    ),
    *("compass", "clock", "saddle", "elytra", "anvil", "spyglass", "brush", "lead", "shears", "book", "bucket", "map"),
)
