"""How a dynamic item is thrown, used, stacked, and whether it glints, as far as vanilla components reach. Pure.

Sources: the notes on 1.20.5 (food, max_stack_size, enchantment_glint_override),
on 1.21.2 (consumable, item_model, use_cooldown) and on 1.21.11, where the
animation ``spear`` became ``trident``. A snowball flies as its class says, and
so do other things that are used in a way of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mcgod.tools.dynamic.properties import NEVER, TABLE, without_mod

if TYPE_CHECKING:
    from mcgod.grammar.dialect import Dialect
    from mcgod.tools.dynamic.making import Made
    from mcgod.tools.dynamic.slots import Slot

_TABLE = TABLE["item"]
_SECOND = 20  # ticks
_BITE = 1.6  # seconds that eating takes
_HELD = 3600.0  # seconds: a pose is held, and what is held to the end is used up
_DRINKS = frozenset({"potion", "honey_bottle", "milk_bucket", "ominous_bottle"})
# The game's code for these comes before what their components say.
_OWN_USE = frozenset({
    "bow", "brush", "bucket", "carrot_on_a_stick", "crossbow", "egg", "ender_eye", "ender_pearl", "experience_bottle",
    "firework_rocket", "fishing_rod", "goat_horn", "lava_bucket", "lead", "lingering_potion", "map", "shield",
    "snowball", "splash_potion", "spyglass", "trident", "warped_fungus_on_a_stick", "water_bucket", "wind_charge",
    "writable_book", "written_book",
})  # fmt: skip
_USES = ("food", "consumable", "blocks_attacks")


def thrown(slot: Slot, made: Made, dialect: Dialect) -> None:
    """Let the item be thrown: a snowball is the one thing that does nothing but fly, and it shows what it is."""
    given = slot.properties
    for name in ("throw_speed", "throw_inaccuracy"):
        if name in given:
            made.unmet[name] = _TABLE[name].limit(dialect)
    if given.get("consume_on_throw") is False:
        made.unmet["consume_on_throw"] = _TABLE["consume_on_throw"].limit(dialect)
    ticks = given.get("throw_cooldown_ticks", 0)
    if ticks and (limit := _TABLE["throw_cooldown_ticks"].limit(dialect)):
        made.unmet["throw_cooldown_ticks"] = limit
    if not given.get("throwable"):
        if ticks:
            made.notes.append("throw_cooldown_ticks counts once throwable is true")
        return
    made.base = "minecraft:snowball"
    if not dialect.since(1, 21, 2):
        made.notes.append("it looks like a snowball: before 1.21.2 only a mod gives it the look of its material")
        return
    made.components["item_model"] = slot.material
    if ticks:
        made.components["use_cooldown"] = {"seconds": ticks / _SECOND, "cooldown_group": slot.id}


def used(slot: Slot, made: Made, dialect: Dialect) -> None:
    """Let the item be eaten, drunk or held in a pose."""
    bare, given = _bare(slot), slot.properties
    action, ticks = given.get("use_action", "material"), given.get("use_time_ticks", 0)
    wanted = [name for name, asked in (("use_action", action != "material"), ("use_time_ticks", bool(ticks))) if asked]
    if not wanted:
        return
    if given.get("throwable") or bare in _OWN_USE:
        why = "what is thrown is used at once" if given.get("throwable") else f"{bare} is used in its own way"
        made.unmet |= dict.fromkeys(wanted, without_mod(NEVER, why))
    elif action == "none":
        _unused(made, dialect)
        if ticks:
            made.notes.append("use_time_ticks counts once use_action is another than none")
    elif how := _how(action, bare, dialect):
        if not dialect.since(1, 21, 2):
            if limit := _eaten(how, slot, made, dialect):
                made.unmet |= dict.fromkeys(wanted, limit)
        else:
            made.components["consumable"] = _consumable(how, ticks, dialect)
            if dialect.registry.food(bare) or bare in _DRINKS:
                made.notes.append(f"what {bare} does besides feeding is lost")
    else:
        made.unmet["use_time_ticks"] = without_mod(NEVER, f"{bare} is not used over time: give a use_action")


def stacked(slot: Slot, made: Made, dialect: Dialect) -> None:
    """Let as many fit into one place of an inventory as wished, or as of the material."""
    wished = slot.properties.get("max_count", 0)
    own = dialect.registry.stack(slot.material)
    if not dialect.components:
        if wished:
            made.unmet["max_count"] = _TABLE["max_count"].limit(dialect)
        return
    if wished or slot.properties.get("throwable"):
        made.components["max_stack_size"] = wished or own
    # The game refuses an item that wears off and yet stacks.
    if wished > 1 and dialect.registry.stack(made.base) == 1:
        made.removed.append("max_damage")
        made.notes.append("as it stacks, it does not wear off")


def glinting(slot: Slot, made: Made, dialect: Dialect) -> None:
    """Let the item glint as if it were enchanted, or not."""
    mode = slot.properties.get("glint_mode", "material")
    if mode == "material":
        return
    if dialect.components:
        made.components["enchantment_glint_override"] = mode == "true"
    elif mode == "true":
        made.nbt["Enchantments"] = [{}]  # an enchantment that is none glints all the same
    else:
        made.unmet["glint_mode"] = _TABLE["glint_mode"].limit(dialect)


def _bare(slot: Slot) -> str:
    return slot.material.removeprefix("minecraft:")


def _how(action: str, bare: str, dialect: Dialect) -> str:
    """Return the action that is meant; empty where it is to be the material's, which has none that takes time."""
    if action != "material":
        return action
    if bare in _DRINKS:
        return "drink"
    return "eat" if dialect.registry.food(bare) else ""


def _unused(made: Made, dialect: Dialect) -> None:
    if not dialect.components:
        made.unmet["use_action"] = without_mod((1, 20, 5), "the use of an item cannot be taken from it")
        return
    made.removed += [name for name in _USES if dialect.registry.has("data_component_type", name)]


def _consumable(how: str, ticks: int, dialect: Dialect) -> dict[str, Any]:
    animation = "trident" if how == "spear" and dialect.since(1, 21, 11) else how
    taken = {"consume_seconds": ticks / _SECOND if ticks else _BITE, "animation": animation}
    if how == "eat":
        return taken
    if how == "drink":
        return {**taken, "sound": "minecraft:entity.generic.drink", "has_consume_particles": False}
    silent = {"sound": "minecraft:intentionally_empty", "has_consume_particles": False}
    return {**taken, **({} if ticks else {"consume_seconds": _HELD}), **silent}


def _eaten(how: str, slot: Slot, made: Made, dialect: Dialect) -> str:
    """Make it edible before 1.21.2, when nothing else was; return what keeps it from working, or nothing."""
    if how != "eat":
        return _TABLE["use_action"].limit(dialect)
    if not dialect.components:
        return without_mod((1, 20, 5), "food came with it")
    ticks, points = slot.properties.get("use_time_ticks", 0), dialect.registry.food(_bare(slot))
    made.components["food"] = {
        "nutrition": points,
        "saturation": 0.0,
        "can_always_eat": True,
        "eat_seconds": ticks / _SECOND if ticks else _BITE,
    }
    if points:
        made.notes.append(f"it feeds {points}; what {_bare(slot)} does besides is lost")
    return ""
