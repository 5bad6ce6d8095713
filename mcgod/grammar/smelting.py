"""What a furnace, smoker or campfire makes, where that is the way to the thing. Data.

Source: the game's smelting recipes, 1.16 to 26.1. Left out are ores that are
quicker mined for the same thing, and nuggets from old tools.
"""

from __future__ import annotations

_COLOURS = (
    *("white", "orange", "magenta", "light_blue", "yellow", "lime", "pink", "gray"),
    *("light_gray", "cyan", "purple", "blue", "brown", "green", "red", "black"),
)


def _pairs(text: str) -> dict[str, tuple[str, ...]]:
    return {result: tuple(made.split("|")) for result, made in (pair.split("=") for pair in text.split())}


# Result -> what is smelted to it. Which of them a version has, its registry tells.
SMELTED = _pairs(
    "iron_ingot=raw_iron|iron_ore|deepslate_iron_ore gold_ingot=raw_gold|gold_ore|deepslate_gold_ore|nether_gold_ore "
    "copper_ingot=raw_copper|copper_ore|deepslate_copper_ore netherite_scrap=ancient_debris glass=sand|red_sand "
    "stone=cobblestone smooth_stone=stone deepslate=cobbled_deepslate smooth_sandstone=sandstone "
    "smooth_red_sandstone=red_sandstone smooth_quartz=quartz_block smooth_basalt=basalt brick=clay_ball "
    "nether_brick=netherrack terracotta=clay charcoal=oak_log|spruce_log|birch_log sponge=wet_sponge "
    "cracked_stone_bricks=stone_bricks cracked_nether_bricks=nether_bricks cracked_deepslate_bricks=deepslate_bricks "
    "cracked_deepslate_tiles=deepslate_tiles cracked_polished_blackstone_bricks=polished_blackstone_bricks "
    "green_dye=cactus popped_chorus_fruit=chorus_fruit resin_brick=resin_clump dried_kelp=kelp baked_potato=potato "
    "cooked_beef=beef cooked_porkchop=porkchop cooked_mutton=mutton cooked_chicken=chicken cooked_rabbit=rabbit "
    "cooked_cod=cod cooked_salmon=salmon"
) | {f"{colour}_glazed_terracotta": (f"{colour}_terracotta",) for colour in _COLOURS}
