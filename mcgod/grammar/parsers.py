"""How each type of argument in the game's command trees is read.

A reader takes its argument from the cursor on and returns the kind of span
and its value, or raises Misread; the limits are the type's properties in the
tree. Types in OPAQUE are read as one piece whose contents are not looked at;
a type that is not here at all comes from a newer game and is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.grammar.arguments import (
    blocks,
    criteria,
    ids,
    inline,
    items,
    itemtests,
    nbt,
    numbers,
    particles,
    positions,
    ranges,
    selectors,
    slots,
    strings,
    text,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcgod.grammar.reader import Reader

# The namespace ``minecraft:`` is left out.
READERS: dict[str, Callable[[Reader, dict[str, Any]], tuple[str, Any]]] = {
    "brigadier:bool": numbers.boolean,
    "brigadier:integer": numbers.integer,
    "brigadier:long": numbers.long,
    "brigadier:float": numbers.single,
    "brigadier:double": numbers.double,
    "brigadier:string": strings.string,
    "angle": numbers.angle,
    "time": numbers.time,
    "int_range": ranges.int_range,
    "float_range": ranges.float_range,
    "message": strings.message,
    "objective": strings.objective,
    "team": strings.team,
    "entity": selectors.entity,
    "game_profile": selectors.game_profile,
    "score_holder": selectors.score_holder,
    "uuid": selectors.uuid,
    "block_pos": positions.block_pos,
    "column_pos": positions.column_pos,
    "rotation": positions.rotation,
    "vec2": positions.vec2,
    "vec3": positions.vec3,
    "block_predicate": blocks.block_predicate,
    "block_state": blocks.block_state,
    "item_predicate": itemtests.item_predicate,
    "item_stack": items.item_stack,
    "item_slot": slots.item_slot,
    "item_slots": slots.item_slots,
    "scoreboard_slot": slots.scoreboard_slot,
    "particle": particles.particle,
    "component": text.component,
    "style": text.style,
    "nbt_compound_tag": nbt.nbt_compound_tag,
    "nbt_path": nbt.nbt_path,
    "nbt_tag": nbt.nbt_tag,
    "color": words.color,
    "team_color": words.color,
    "hex_color": words.hex_color,
    "entity_anchor": words.entity_anchor,
    "gamemode": words.gamemode,
    "heightmap": words.heightmap,
    "operation": words.operation,
    "swizzle": words.swizzle,
    "template_mirror": words.template_mirror,
    "template_rotation": words.template_rotation,
    "objective_criteria": criteria.objective_criteria,
    "dimension": ids.dimension,
    "entity_summon": ids.entity_summon,
    "function": ids.function,
    "item_enchantment": ids.item_enchantment,
    "mob_effect": ids.mob_effect,
    "resource": ids.resource,
    "resource_key": ids.resource_key,
    "resource_location": ids.location,
    "resource_or_tag": ids.resource_or_tag,
    "resource_or_tag_key": ids.resource_or_tag_key,
    "resource_selector": ids.resource_selector,
    "dialog": inline.dialog,
    "feature": inline.feature,
    "loot_modifier": inline.loot_modifier,
    "loot_predicate": inline.loot_predicate,
    "loot_table": inline.loot_table,
    "context_float_provider": inline.opaque,
    "context_int_provider": inline.opaque,
    "slot_source": inline.opaque,
    "swing_animation": inline.opaque,
}

OPAQUE = frozenset(name for name, read in READERS.items() if read is inline.opaque)
