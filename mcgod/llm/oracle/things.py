"""What players call things, and what the oracle will not hand out freely.

Data; the names that are everybody's come from ``mcgod.grammar.naming``.
"""

from __future__ import annotations

from mcgod.grammar.naming.everyday import EVERYDAY
from mcgod.llm.oracle.words import terms

# Endings of what is given one at a time; of anything else it is a handful.
SINGLE_SUFFIXES = (
    *("_sword", "_pickaxe", "_axe", "_shovel", "_hoe", "_helmet", "_chestplate", "_leggings", "_boots", "_bed"),
    *("_boat", "_bucket", "_tag", "_armor", "_table", "_minecart", "_banner", "_door", "furnace", "chest", "bow"),
    *("shield", "compass", "clock", "saddle", "elytra", "anvil", "spyglass", "brush", "lead", "shears", "book"),
    *("bucket", "map", "campfire", "_rod", "_and_steel", "ender_eye", "golden_apple", "totem_of_undying", "diamond"),
)
_HANDFUL = 8
# How many of a thing when nobody said, where it is neither one nor a handful.
_COUNTS = {
    item: count
    for count, items in (
        (64, "oak_log oak_planks cobblestone stone"),
        (32, "arrow glass bricks"),
        (16, "torch white_wool white_carpet oak_fence oak_stairs oak_slab oak_leaves wheat_seeds coal redstone"),
        (4, "lantern oak_sign"),
        (3, "poppy"),
        (1, "oak_boat oak_door netherite_ingot writable_book"),
    )
    for item in terms(items)
}
# What a prayer means by a word that names something else, or nothing, elsewhere.
_PRAYED = {
    phrase: item
    for item, phrases in (
        ("oak_planks", "board|building material|building block"),
        ("cobblestone", "rock"),
        ("cooked_beef", "beef|cooked meat"),
        ("cooked_porkchop", "pork|porkchop"),
        ("cooked_cod", "fish|cooked fish"),
        ("apple", "fruit"),
        ("carrot", "vegetable"),
        ("melon_slice", "melon"),
        ("torch", "torche|lamp"),
        ("fishing_rod", "rod"),
        ("flint_and_steel", "flintandsteel"),
        ("iron_leggings", "legging"),
        ("iron_boots", "shoe"),
        ("writable_book", "bookandquill"),
        ("shears", "shear|scissor"),
        ("water_bucket", "bucket water"),
        ("milk_bucket", "bucket milk"),
        ("lava_bucket", "bucket lava"),
        ("oak_boat", "ship"),
        ("oak_stairs", "stair"),
        ("oak_sapling", "tree"),
        ("oak_leaves", "leaf|leaves"),
        ("crafting_table", "craft table"),
        ("wheat_seeds", "seed"),
        ("poppy", "flower"),
        ("bread", "loaf bread"),
        ("bricks", "brick|bricks"),
        ("iron_ingot", "iron bar|steel"),
        ("coal", "fuel"),
        ("ender_eye", "eye ender"),
        ("golden_apple", "gold apple"),
        ("golden_carrot", "gold carrot"),
        ("experience_bottle", "bottle enchanting"),
        ("totem_of_undying", "totem undying"),
        ("diamond_sword", "best sword"),
    )
    for phrase in phrases.split("|")
}


def count_of(item: str) -> int:
    """Return how many of ``item`` to give when nobody said."""
    return _COUNTS.get(item) or (1 if item.endswith(SINGLE_SUFFIXES) else _HANDFUL)


# phrase -> item: ids that have names, everybody's names, and above them the prayers' own.
# Food of no kind is for who hears hunger.
THINGS = (
    {item.replace("_", " "): item for item in EVERYDAY["item"].values()}
    | {name.replace("_", " "): item for name, item in EVERYDAY["item"].items() if name not in ("food", "firework")}
    | _PRAYED
)

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
